// Sessions on devices of the platform by their type, and kernels ending on request.
#pragma once

#include "cl/fixture.h"

namespace riscv::test {

using namespace ::test;

/// The platform's device of a type, or null.
inline cl_device_id deviceOf(cl_device_type type) {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  return clGetDeviceIDs(platform, type, 1, &device, nullptr) == CL_SUCCESS ? device : nullptr;
}
inline cl_device_id riscvDevice() {
  return deviceOf(CL_DEVICE_TYPE_ACCELERATOR);
}

/// A context with a program for all of its devices.
struct Session {
  static constexpr char source[] =
      "kernel void step(global int *p) { p[get_global_id(0)] += 1; }\n"
      // words[0]: it runs; words[1]: it may end
      "kernel void spin(global volatile int *words) {\n"
      "  words[0] = 1;\n"
      "  while (words[1] == 0) {}\n"
      "}\n";

  explicit Session(std::vector<cl_device_id> devices) : devices(std::move(devices)) {
    cl_int error = -1;
    const auto count = static_cast<cl_uint>(this->devices.size());
    context = clCreateContext(nullptr, count, this->devices.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const char *text = source;
    program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    step = clCreateKernel(program, "step", &error);
    EXPECT_EQ(error, CL_SUCCESS);
    spin = clCreateKernel(program, "spin", &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }

  OwnedQueue queue(size_t device) const {
    cl_int error = -1;
    OwnedQueue made = clCreateCommandQueueWithProperties(context, devices[device], nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedMem buffer(std::vector<int> values) const {
    cl_int error = -1;
    OwnedMem made = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, values.size() * sizeof(int),
                                   values.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_mem buffer, size_t items,
                       OwnedEvent *event = nullptr, cl_event wait = nullptr) {
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, wait ? 1 : 0,
                                  wait ? &wait : nullptr, event ? event->out() : nullptr);
  }
  static cl_int read(cl_command_queue queue, cl_mem buffer, int *value) {
    return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof *value, value, 0, nullptr,
                               nullptr);
  }
  /// Starts `spin` over a buffer of {0, 0} and returns once it runs.
  OwnedEvent startSpinning(cl_command_queue first, cl_command_queue second, cl_mem words) const {
    OwnedEvent event;
    EXPECT_EQ(launch(first, spin, words, 1, &event), CL_SUCCESS);
    EXPECT_EQ(clFlush(first), CL_SUCCESS);
    for (int value = 0; value == 0;) {
      EXPECT_EQ(read(second, words, &value), CL_SUCCESS);
      if (testing::Test::HasFailure()) {
        break;
      }
    }
    return event;
  }
  static cl_int statusOf(cl_event event) {
    cl_int status = 1000;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status;
  }
  /// A kernel runs and its result comes back.
  void expectWorks(size_t device) const {
    const OwnedQueue used = queue(device);
    const OwnedMem one = buffer({41});
    int value = 0;
    EXPECT_EQ(launch(used, step, one, 1), CL_SUCCESS);
    EXPECT_EQ(read(used, one, &value), CL_SUCCESS);
    EXPECT_EQ(value, 42);
  }

  std::vector<cl_device_id> devices;
  OwnedContext context;
  OwnedProgram program;
  OwnedKernel step, spin;
};

}  // namespace riscv::test
