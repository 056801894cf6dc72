// clFFT's transforms, of lengths with all the factors it knows, agree with the definition.
#include <clFFT.h>

#include <string>

#include "client.h"

using namespace client;

namespace {

constexpr double tau = 6.283185307179586476925;

/// The discrete Fourier transform of the definition, along one dimension of interleaved numbers.
std::vector<double> transform(const std::vector<double> &in, size_t length, size_t stride,
                              double sign) {
  std::vector<double> out(in.size());
  const size_t total = in.size() / 2;
  for (size_t first = 0; first < total; ++first) {
    if (first / stride % length != 0) {
      continue;
    }
    for (size_t k = 0; k < length; ++k) {
      double real = 0, imaginary = 0;
      for (size_t n = 0; n < length; ++n) {
        const size_t at = 2 * (first + n * stride);
        const double angle =
            sign * tau * static_cast<double>(k * n % length) / static_cast<double>(length);
        real += in[at] * std::cos(angle) - in[at + 1] * std::sin(angle);
        imaginary += in[at] * std::sin(angle) + in[at + 1] * std::cos(angle);
      }
      out[2 * (first + k * stride)] = real;
      out[2 * (first + k * stride) + 1] = imaginary;
    }
  }
  return out;
}

template <class T>
void test(Device &device, std::vector<size_t> lengths, size_t batch) {
  const bool isDouble = sizeof(T) == 8;
  size_t size = 1;
  std::string name = isDouble ? "double" : "float";
  for (const size_t length : lengths) {
    size *= length;
    name += " " + std::to_string(length);
  }
  const auto values = random<T>(2 * size * batch, 7);
  std::vector<double> expected(values.begin(), values.end());
  size_t stride = 1;
  for (const size_t length : lengths) {
    expected = transform(expected, length, stride, -1);
    stride *= length;
  }
  clfftPlanHandle plan = 0;
  check(clfftCreateDefaultPlan(&plan, device.context, static_cast<clfftDim>(lengths.size()),
                               lengths.data()),
        "clfftCreateDefaultPlan");
  check(clfftSetPlanPrecision(plan, isDouble ? CLFFT_DOUBLE : CLFFT_SINGLE),
        "clfftSetPlanPrecision");
  check(clfftSetPlanBatchSize(plan, batch), "clfftSetPlanBatchSize");
  check(clfftSetResultLocation(plan, CLFFT_INPLACE), "clfftSetResultLocation");
  check(clfftBakePlan(plan, 1, &device.queue, nullptr, nullptr), "clfftBakePlan");
  cl_mem buffer = device.buffer(values);
  std::vector<T> result(values.size());
  for (const auto direction : {CLFFT_FORWARD, CLFFT_BACKWARD}) {
    check(clfftEnqueueTransform(plan, direction, 1, &device.queue, 0, nullptr, nullptr, &buffer,
                                nullptr, nullptr),
          "clfftEnqueueTransform");
    device.read(buffer, result);
    if (direction == CLFFT_FORWARD) {
      compare(name.c_str(), result, expected, isDouble ? 1e-12 : 1e-5);
    } else {
      compare("  and back", result, values, isDouble ? 1e-12 : 1e-5);
    }
  }
  clReleaseMemObject(buffer);
  check(clfftDestroyPlan(&plan), "clfftDestroyPlan");
}

}  // namespace

int main() {
  Device device;
  clfftSetupData setup;
  check(clfftInitSetupData(&setup), "clfftInitSetupData");
  check(clfftSetup(&setup), "clfftSetup");
  for (const size_t length : {2, 16, 27, 125, 343, 121, 169, 1024, 2520}) {
    test<float>(device, {length}, 3);
  }
  test<float>(device, {64, 48}, 1);
  test<float>(device, {16, 8, 12}, 1);
  test<double>(device, {360}, 2);
  test<double>(device, {32, 30}, 1);
  check(clfftTeardown(), "clfftTeardown");
}
