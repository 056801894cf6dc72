// Helpers of the tests of contexts with several devices: two of the platform's devices in one
// context, and queues of each.
#pragma once

#include <span>

#include "fixture.h"

namespace test {

/// The parameter selects device 0 among the platform's first two devices.
class SeveralDevices : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    cl_uint count = 0;
    cl_device_id found[2];
    ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, found, &count), CL_SUCCESS);
    if (count < 2) {
      GTEST_SKIP() << "the platform has one device";
    }
    devices[0] = found[GetParam()];
    devices[1] = found[1 - GetParam()];
    cl_int error = -1;
    context = clCreateContext(nullptr, 2, devices, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (int i = 0; i < 2; ++i) {
      queues[i] = makeQueue(i);
    }
  }

  OwnedQueue makeQueue(int device, cl_command_queue_properties properties = 0) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = -1;
    OwnedQueue made = clCreateCommandQueueWithProperties(context, devices[device], list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  OwnedMem makeBuffer(size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) {
    cl_int error = -1;
    OwnedMem made = clCreateBuffer(context, flags, size, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <class T>
  OwnedMem makeBuffer(const std::vector<T> &data) {
    return makeBuffer(data.size() * sizeof(T), CL_MEM_COPY_HOST_PTR, const_cast<T *>(data.data()));
  }
  static OwnedMem makeSub(cl_mem parent, size_t origin, size_t size) {
    const cl_buffer_region region = {origin, size};
    cl_int error = -1;
    OwnedMem made = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  OwnedProgram build(const char *source) {
    cl_int error = -1;
    OwnedProgram program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  static OwnedKernel makeKernel(cl_program program, const char *name) {
    cl_int error = -1;
    OwnedKernel made = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  template <class... Values>
  static void setArguments(cl_kernel kernel, const Values &...values) {
    cl_uint index = 0;
    cl_int error = CL_SUCCESS;
    ((error |= clSetKernelArg(kernel, index++, sizeof values, &values)), ...);
    EXPECT_EQ(error, CL_SUCCESS);
  }

  /// Launches, without waiting for the result.
  static OwnedEvent launch(cl_command_queue queue, cl_kernel kernel, size_t items,
                           std::span<const cl_event> waits = {}) {
    OwnedEvent event;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr,
                                     static_cast<cl_uint>(waits.size()),
                                     waits.empty() ? nullptr : waits.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
  template <class T>
  static std::vector<T> read(cl_command_queue queue, cl_mem buffer, size_t count,
                             size_t first = 0) {
    std::vector<T> data(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, first * sizeof(T), count * sizeof(T),
                                  data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }
  template <class T>
  static void write(cl_command_queue queue, cl_mem buffer, const std::vector<T> &data,
                    size_t first = 0) {
    EXPECT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, first * sizeof(T),
                                   data.size() * sizeof(T), data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  static int *map(cl_command_queue queue, cl_mem buffer, cl_map_flags flags, size_t first,
                  size_t count) {
    cl_int error = -1;
    void *pointer = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, first * sizeof(int),
                                       count * sizeof(int), 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return static_cast<int *>(pointer);
  }
  static void unmap(cl_command_queue queue, cl_mem buffer, void *pointer) {
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, pointer, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  static cl_int statusOf(cl_event event) {
    cl_int status = 1000;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status;
  }

  cl_platform_id platform = nullptr;
  cl_device_id devices[2] = {};
  OwnedContext context;
  OwnedQueue queues[2];
};

inline constexpr char stepSource[] =
    "kernel void step(global int *p, int a) { size_t i = get_global_id(0); p[i] = p[i] * 3 + a; }\n"
    "kernel void sum(global const int *a, global const int *b, global int *c) {\n"
    "  size_t i = get_global_id(0); c[i] = a[i] + b[i]; }\n";

}  // namespace test
