// Compares a product of matrices by cooperative matrices (SPV_KHR_cooperative_matrix) with a
// micro-kernel in C++, in one run and on one thread.
//
// The micro-kernel keeps a tile of 6 rows and two vectors in registers; the OpenCL kernel has
// tiles of 6 rows and 32 columns. Neither copies its operands into another layout. Both run in
// turns; a figure is the fastest run. All results are compared first. See doc/benchmarks.md.
//
//   matrix_bench <folder of modules> [size] [runs]
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr int tileRows = 6, groupTiles = 4;
constexpr int subGroupSize = 16, tileColumns = 32;  // of the OpenCL kernel
#ifdef __AVX512F__
constexpr int lanes = 16;
#else
constexpr int lanes = 8;
#endif
constexpr int parts = 2;  // vectors in a row of the micro-kernel's tile

/// Ends the process with a message unless the condition holds.
void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "matrix_bench: %s\n", what);
    std::exit(1);
  }
}

/// `lanes` numbers in one or several registers.
template <class T>
using Vector __attribute__((vector_size(lanes * sizeof(T)))) = T;

/// Vectors of the elements at any address.
template <class From, class To>
Vector<To> loadWidened(const From *from) {
  Vector<From> vector;
  std::memcpy(&vector, from, sizeof vector);
  return __builtin_convertvector(vector, Vector<To>);
}

/// A tile of the product; `n` and `depth` are the lengths of the rows of B and of A.
template <class From, class To>
void multiplyTile(const From *a, const From *b, To *c, size_t n, size_t depth) {
  Vector<To> sums[tileRows][parts] = {};
  for (size_t k = 0; k < depth; ++k) {
    Vector<To> right[parts];
    for (int part = 0; part < parts; ++part) {
      right[part] = loadWidened<From, To>(b + k * n + part * lanes);
    }
    for (int row = 0; row < tileRows; ++row) {
      const auto left = static_cast<To>(a[row * depth + k]);
      for (int part = 0; part < parts; ++part) {
        sums[row][part] += left * right[part];
      }
    }
  }
  for (int row = 0; row < tileRows; ++row) {
    std::memcpy(c + row * n, sums[row], sizeof sums[row]);
  }
}

/// The whole product, in the order of the OpenCL kernel's work-groups.
template <class From, class To>
void multiply(const From *a, const From *b, To *c, size_t size) {
  for (size_t rows = 0; rows < size; rows += groupTiles * tileRows) {
    for (size_t column = 0; column < size; column += parts * lanes) {
      for (size_t row = rows; row < rows + groupTiles * tileRows; row += tileRows) {
        multiplyTile(a + row * size, b + column, c + row * size + column, size, size);
      }
    }
  }
}

/// The OpenCL objects of one benchmark.
struct Device {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Device() {
    cl_platform_id platform = nullptr;
    require(clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "no platform");
    require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
            "no device");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    require(queue != nullptr, "no queue");
  }

  cl_kernel build(const std::string &path) const {
    std::ifstream file(path, std::ios::binary);
    const std::string il{std::istreambuf_iterator<char>(file), {}};
    cl_program program = clCreateProgramWithIL(context, il.data(), il.size(), nullptr);
    require(program && clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS,
            "the module does not build");
    cl_kernel kernel = clCreateKernel(program, "product", nullptr);
    require(kernel != nullptr, "no kernel");
    return kernel;
  }

  cl_mem buffer(size_t size, void *data) const {
    cl_mem made = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, size, data, nullptr);
    require(made != nullptr, "no buffer");
    return made;
  }
};

template <class Work>
double millisecondsOf(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

double fastestOf(const std::vector<double> &times) {
  return std::ranges::min(times);
}

/// Compares both forms, then measures them in turns and prints a row.
template <class From, class To>
void compare(const Device &device, const std::string &folder, const char *name, cl_uint size,
             int runs) {
  const size_t count = size_t{size} * size;
  std::vector<From> a(count), b(count);
  std::vector<To> c(count), expected(count, To{1});
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<From>(static_cast<int>(i * 7 % 13) - 6);
    b[i] = static_cast<From>(static_cast<int>(i * 5 % 11) - 5);
  }
  cl_kernel kernel = device.build(folder + "/matrix_product-" + name + ".spv");
  cl_mem buffers[] = {device.buffer(count * sizeof(From), a.data()),
                      device.buffer(count * sizeof(From), b.data()),
                      device.buffer(count * sizeof(To), c.data())};
  for (cl_uint i = 0; i < 3; ++i) {
    clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]);
  }
  clSetKernelArg(kernel, 3, sizeof size, &size);
  clSetKernelArg(kernel, 4, sizeof size, &size);
  const size_t local[] = {subGroupSize, groupTiles};
  const size_t global[] = {size_t{size} / tileColumns * subGroupSize, size_t{size} / tileRows};
  const auto launch = [&] {
    require(clEnqueueNDRangeKernel(device.queue, kernel, 2, nullptr, global, local, 0, nullptr,
                                   nullptr) == CL_SUCCESS &&
                clFinish(device.queue) == CL_SUCCESS,
            "the launch fails");
  };
  multiply(a.data(), b.data(), expected.data(), size);
  launch();
  std::vector<To> result(count);
  require(clEnqueueReadBuffer(device.queue, buffers[2], CL_TRUE, 0, count * sizeof(To),
                              result.data(), 0, nullptr, nullptr) == CL_SUCCESS,
          "the result cannot be read");
  require(result == expected, "the results differ");
  std::vector<double> kiln, cpp;
  for (int run = 0; run < runs; ++run) {
    kiln.push_back(millisecondsOf(launch));
    cpp.push_back(millisecondsOf([&] { multiply(a.data(), b.data(), expected.data(), size); }));
  }
  const double mine = fastestOf(kiln), theirs = fastestOf(cpp);
  const double operations = 2.0 * size * size * size / 1e6;
  std::printf("| %s | %.2f | %.2f | %.1f | %.2f |\n", name, mine, theirs, operations / mine,
              mine / theirs);
}

}  // namespace

int main(int argc, char **argv) {
  require(argc > 1, "usage: matrix_bench <folder of modules> [size] [runs]");
  const int size = argc > 2 ? std::atoi(argv[2]) : 480;
  const int runs = argc > 3 ? std::atoi(argv[3]) : 21;
  require(size > 0 && size % (groupTiles * tileRows * parts * 2) == 0 && runs > 0,
          "the size has to be a multiple of 96");
  const Device device;
  std::printf("| product | Kiln, ms | C++, ms | Kiln, 10^9 operations/s | Kiln / C++ |\n");
  std::printf("|---|---:|---:|---:|---:|\n");
  compare<float, float>(device, argv[1], "f32", static_cast<cl_uint>(size), runs);
  compare<int8_t, int32_t>(device, argv[1], "s8", static_cast<cl_uint>(size), runs);
}
