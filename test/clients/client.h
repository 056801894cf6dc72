// Helpers of the clients of C++ libraries: a device, and a comparison.
#pragma once

#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace client {

/// Ends the program with a message unless an OpenCL call or one like it returned 0.
inline void check(int status, const char *what) {
  if (status != 0) {
    std::fprintf(stderr, "%s: error %d\n", what, status);
    std::exit(1);
  }
}

struct Device {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Device() {
    cl_platform_id platform = nullptr;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    cl_int error = 0;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }
  ~Device() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  template <class T>
  cl_mem buffer(const std::vector<T> &values) const {
    cl_int error = 0;
    cl_mem result = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T),
                                   const_cast<T *>(values.data()), &error);
    check(error, "clCreateBuffer");
    return result;
  }
  template <class T>
  void read(cl_mem buffer, std::vector<T> &values) const {
    check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, values.size() * sizeof(T), values.data(),
                              0, nullptr, nullptr),
          "clEnqueueReadBuffer");
  }
};

/// Random numbers between -1 and 1, always the same ones.
template <class T>
std::vector<T> random(size_t count, unsigned seed) {
  std::vector<T> values(count);
  for (T &value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<T>(static_cast<double>(seed >> 8) / (1 << 23) - 1);
  }
  return values;
}

/// Ends the program unless no element differs by more than `limit` times the largest.
template <class T, class U>
void compare(const char *what, const std::vector<T> &ours, const std::vector<U> &expected,
             double limit) {
  double largest = 0, error = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double difference =
        std::abs(static_cast<double>(ours[i]) - static_cast<double>(expected[i]));
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
    error = difference <= error ? error : difference;  // keeps a NaN
  }
  std::printf("%s: %.3g of %.3g\n", what, error, largest);
  if (!(error <= limit * largest)) {
    std::exit(1);
  }
}

}  // namespace client
