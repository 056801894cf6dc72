// CLBlast's matrix routines agree with the definitions.
#include <clblast.h>

#include "client.h"

using namespace client;

namespace {

/// C = 2 A B + 3 C with partial tiles, both layouts of B.
template <class T>
void multiply(Device &device, const char *name, size_t m, size_t n, size_t k, double limit) {
  for (const bool transposed : {false, true}) {
    const auto a = random<T>(m * k, 1), b = random<T>(k * n, 2), c = random<T>(m * n, 3);
    std::vector<double> expected(m * n);
    for (size_t i = 0; i < m; ++i) {
      for (size_t j = 0; j < n; ++j) {
        double sum = 0;
        for (size_t l = 0; l < k; ++l) {
          sum += static_cast<double>(a[i * k + l]) *
                 static_cast<double>(transposed ? b[j * k + l] : b[l * n + j]);
        }
        expected[i * n + j] = 2 * sum + 3 * static_cast<double>(c[i * n + j]);
      }
    }
    cl_mem bufferA = device.buffer(a), bufferB = device.buffer(b), bufferC = device.buffer(c);
    const auto status = clblast::Gemm<T>(
        clblast::Layout::kRowMajor, clblast::Transpose::kNo,
        transposed ? clblast::Transpose::kYes : clblast::Transpose::kNo, m, n, k, T(2), bufferA, 0,
        k, bufferB, 0, transposed ? k : n, T(3), bufferC, 0, n, &device.queue, nullptr);
    check(static_cast<int>(status), name);
    std::vector<T> result(m * n);
    device.read(bufferC, result);
    compare(name, result, expected, limit);
    for (cl_mem buffer : {bufferA, bufferB, bufferC}) {
      clReleaseMemObject(buffer);
    }
  }
}

/// Solves a lower triangular system for several right sides.
void solve(Device &device) {
  constexpr size_t size = 70, sides = 33;
  auto a = random<float>(size * size, 4);
  for (size_t i = 0; i < size; ++i) {
    a[i * size + i] += 12;
  }
  const auto wanted = random<float>(size * sides, 5);
  std::vector<float> b(size * sides);
  for (size_t i = 0; i < size; ++i) {
    for (size_t j = 0; j < sides; ++j) {
      for (size_t l = 0; l <= i; ++l) {
        b[i * sides + j] += a[i * size + l] * wanted[l * sides + j];
      }
    }
  }
  cl_mem bufferA = device.buffer(a), bufferB = device.buffer(b);
  const auto status = clblast::Trsm<float>(clblast::Layout::kRowMajor, clblast::Side::kLeft,
                                           clblast::Triangle::kLower, clblast::Transpose::kNo,
                                           clblast::Diagonal::kNonUnit, size, sides, 1.0f, bufferA,
                                           0, size, bufferB, 0, sides, &device.queue, nullptr);
  check(static_cast<int>(status), "strsm");
  device.read(bufferB, b);
  compare("strsm", b, wanted, 1e-4);
  clReleaseMemObject(bufferA);
  clReleaseMemObject(bufferB);
}

void vectors(Device &device) {
  constexpr size_t size = 10007;
  const auto x = random<double>(size, 6), y = random<double>(size, 8);
  std::vector<double> dot(1), norm(1), expectedDot(1), expectedNorm(1);
  for (size_t i = 0; i < size; ++i) {
    expectedDot[0] += x[i] * y[i];
    expectedNorm[0] += x[i] * x[i];
  }
  expectedNorm[0] = std::sqrt(expectedNorm[0]);
  cl_mem bufferX = device.buffer(x), bufferY = device.buffer(y), out = device.buffer(dot);
  check(static_cast<int>(
            clblast::Dot<double>(size, out, 0, bufferX, 0, 1, bufferY, 0, 1, &device.queue)),
        "ddot");
  device.read(out, dot);
  compare("ddot", dot, expectedDot, 1e-10);
  check(static_cast<int>(clblast::Nrm2<double>(size, out, 0, bufferX, 0, 1, &device.queue)),
        "dnrm2");
  device.read(out, norm);
  compare("dnrm2", norm, expectedNorm, 1e-12);
  for (cl_mem buffer : {bufferX, bufferY, out}) {
    clReleaseMemObject(buffer);
  }
}

}  // namespace

int main() {
  Device device;
  multiply<float>(device, "sgemm, small", 17, 23, 31, 1e-5);
  multiply<float>(device, "sgemm", 200, 130, 150, 1e-5);
  multiply<double>(device, "dgemm", 130, 70, 90, 1e-13);
  solve(device);
  vectors(device);
}
