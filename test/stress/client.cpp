#include "client.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace stress {

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s: error %d\n", what, error);
    std::abort();
  }
}

void require(bool condition, const char *what) {
  if (!condition) {
    std::fprintf(stderr, "wrong: %s\n", what);
    std::abort();
  }
}

cl_device_id firstDevice() {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  return device;
}

Context makeContext() {
  const cl_device_id device = firstDevice();
  cl_int error = -1;
  Context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  return made;
}

Queue makeQueue(cl_context context, cl_command_queue_properties properties) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_int error = -1;
  Queue made = clCreateCommandQueueWithProperties(context, firstDevice(), list, &error);
  check(error, "clCreateCommandQueueWithProperties");
  return made;
}

Memory makeBuffer(cl_context context, size_t size, cl_mem_flags flags, void *host) {
  cl_int error = -1;
  Memory made = clCreateBuffer(context, flags, size, host, &error);
  check(error, "clCreateBuffer");
  return made;
}

Event makeUserEvent(cl_context context) {
  cl_int error = -1;
  Event made = clCreateUserEvent(context, &error);
  check(error, "clCreateUserEvent");
  return made;
}

Program loadKernels(cl_context context) {
  static const std::string bytes = [] {
    std::ifstream file(KILN_STRESS_KERNELS, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  const cl_device_id device = firstDevice();
  const size_t size = bytes.size();
  const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
  cl_int status = -1, error = -1;
  Program made = clCreateProgramWithBinary(context, 1, &device, &size, &data, &status, &error);
  check(error, "clCreateProgramWithBinary");
  check(clBuildProgram(made, 1, &device, "", nullptr, nullptr), "clBuildProgram of a binary");
  return made;
}

Program build(cl_context context, const std::string &source) {
  const char *text = source.c_str();
  cl_int error = -1;
  Program made = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(made, 0, nullptr, "", nullptr, nullptr);
  if (error != CL_SUCCESS) {
    char log[4096] = {};
    clGetProgramBuildInfo(made, firstDevice(), CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    check(error, log);
  }
  return made;
}

Kernel makeKernel(cl_program program, const char *name) {
  cl_int error = -1;
  Kernel made = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  return made;
}

Event launch(cl_command_queue queue, cl_kernel kernel, size_t items, size_t local,
             const std::vector<cl_event> &waits) {
  Event event;
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, local ? &local : nullptr,
                               static_cast<cl_uint>(waits.size()),
                               waits.empty() ? nullptr : waits.data(), event.out()),
        "clEnqueueNDRangeKernel");
  return event;
}

void runAndCompare(cl_context context, cl_command_queue queue, cl_program program, cl_uint factor) {
  constexpr size_t items = 4096, local = 64;
  const auto buffer = makeBuffer(context, items * sizeof(cl_uint));
  const auto scale = makeKernel(program, "scale"), reverse = makeKernel(program, "reverse");
  const cl_uint start = factor * 3;
  Event filled, read;
  check(clEnqueueFillBuffer(queue, buffer, &start, sizeof start, 0, items * sizeof start, 0,
                            nullptr, filled.out()),
        "clEnqueueFillBuffer");
  setArguments(scale, *buffer.address(), factor);
  setArguments(reverse, *buffer.address());
  check(clSetKernelArg(reverse, 1, local * sizeof(cl_uint), nullptr), "clSetKernelArg");
  const auto scaled = launch(queue, scale, items, 0, {filled});
  const auto reversed = launch(queue, reverse, items, local, {scaled});
  std::vector<cl_uint> result(items);
  check(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, items * sizeof start, result.data(), 1,
                            reversed.address(), read.out()),
        "clEnqueueReadBuffer");
  check(clWaitForEvents(1, read.address()), "clWaitForEvents");
  for (size_t i = 0; i < items; ++i) {
    const size_t from = i / local * local + (local - 1 - i % local);
    require(result[i] == start * factor + from, "a kernel's result");
  }
}

std::vector<unsigned char> binaryOf(cl_program program) {
  size_t size = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
        "CL_PROGRAM_BINARY_SIZES");
  std::vector<unsigned char> bytes(size);
  unsigned char *data = bytes.data();
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr),
        "CL_PROGRAM_BINARIES");
  return bytes;
}

long option(int argc, char **argv, std::string_view name, long otherwise) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with("--") && argument.substr(2).starts_with(name) &&
        argument.substr(2 + name.size()).starts_with("=")) {
      return std::strtol(argv[i] + 3 + name.size(), nullptr, 10);
    }
  }
  return otherwise;
}

}  // namespace stress
