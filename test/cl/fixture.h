// Base of the driver's tests: a device, a context, a queue, and short ways to make
// the other objects.
#pragma once

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "kept_programs.h"

namespace test {

/// Releases a handle when it goes out of scope.
template <class Handle, cl_int (*release)(Handle)>
class Owned {
 public:
  Owned() = default;
  Owned(Handle handle) : handle_(handle) {}
  Owned(Owned &&other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
  Owned &operator=(Owned &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() { reset(); }

  void reset() {
    if (handle_) {
      EXPECT_EQ(release(handle_), CL_SUCCESS);
      handle_ = nullptr;
    }
  }
  Handle get() const { return handle_; }
  operator Handle() const { return handle_; }
  Handle *out() { return &handle_; }
  const Handle *address() const { return &handle_; }

 private:
  Handle handle_ = nullptr;
};

using OwnedContext = Owned<cl_context, clReleaseContext>;
using OwnedQueue = Owned<cl_command_queue, clReleaseCommandQueue>;
using OwnedMem = Owned<cl_mem, clReleaseMemObject>;
using OwnedProgram = Owned<cl_program, clReleaseProgram>;
using OwnedKernel = Owned<cl_kernel, clReleaseKernel>;
using OwnedEvent = Owned<cl_event, clReleaseEvent>;

/// The platform's first device, a context, and an in-order queue.
class Fixture : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
    cl_int error = -1;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = makeQueue(0);
  }

  bool hasImages() const {
    cl_bool has = CL_FALSE;
    clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof has, &has, nullptr);
    return has == CL_TRUE;
  }

  OwnedQueue makeQueue(cl_command_queue_properties properties) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = -1;
    OwnedQueue made = clCreateCommandQueueWithProperties(context, device, list, &error);
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
  template <class T>
  std::vector<T> read(cl_mem buffer, size_t count) {
    std::vector<T> data(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), data.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return data;
  }

  OwnedProgram makeProgram(const std::string &source) {
    const char *text = source.c_str();
    cl_int error = -1;
    OwnedProgram made = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  std::string logOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size),
              CL_SUCCESS);
    std::string log(size, '\0');
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    log.resize(size - 1);
    return log;
  }
  OwnedProgram build(const std::string &source, const char *options = "") {
    OwnedProgram program = takeKept(context, device, source, options);
    if (!program) {
      program = makeProgram(source);
    }
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    keep(program, device, source, options);
    return program;
  }
  OwnedKernel makeKernel(cl_program program, const char *name) {
    cl_int error = -1;
    OwnedKernel made = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  /// Sets arguments from the first on: handles of buffers and plain values.
  template <class... Values>
  void setArguments(cl_kernel kernel, const Values &...values) {
    cl_uint index = 0;
    (setArgument(kernel, index++, values), ...);
  }
  void run(cl_kernel kernel, size_t items, const size_t *local = nullptr) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, local, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  /// Enqueues the kernel once on each of some threads, and waits for the threads.
  void enqueueFromThreads(int count, cl_kernel kernel, size_t items, size_t local) {
    std::vector<std::thread> threads;
    for (int thread = 0; thread < count; ++thread) {
      threads.emplace_back([&] {
        EXPECT_EQ(
            clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
  }
  static cl_int statusOf(cl_event event) {
    cl_int status = 1000;
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    return status;
  }

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  OwnedContext context;
  OwnedQueue queue;

 private:
  template <class T>
  void setArgument(cl_kernel kernel, cl_uint index, const T &value) {
    EXPECT_EQ(clSetKernelArg(kernel, index, sizeof value, &value), CL_SUCCESS);
  }
};

}  // namespace test
