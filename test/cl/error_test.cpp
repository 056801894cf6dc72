// Null handles and handles of another kind get the error of the call, whatever the rest is.

#include "fixture.h"

namespace {

class Errors : public test::Fixture {
 protected:
  struct Case {
    const char *call;
    cl_int error, expected;
  };
  static void expectAll(const std::vector<Case> &cases) {
    for (const Case &entry : cases) {
      EXPECT_EQ(entry.error, entry.expected) << entry.call;
    }
  }
  template <class Call>
  static cl_int errorOf(Call call) {
    cl_int error = 1;
    EXPECT_FALSE(call(&error));
    return error;
  }
  /// The context as a handle of another kind.
  template <class T>
  T wrong() {
    return reinterpret_cast<T>(context.get());
  }
};

TEST_F(Errors, NullHandles) {
  size_t size = 0;
  expectAll({
      {"GetContextInfo", clGetContextInfo(nullptr, CL_CONTEXT_DEVICES, 0, nullptr, &size),
       CL_INVALID_CONTEXT},
      {"RetainContext", clRetainContext(nullptr), CL_INVALID_CONTEXT},
      {"ReleaseCommandQueue", clReleaseCommandQueue(nullptr), CL_INVALID_COMMAND_QUEUE},
      {"Finish", clFinish(nullptr), CL_INVALID_COMMAND_QUEUE},
      {"ReleaseMemObject", clReleaseMemObject(nullptr), CL_INVALID_MEM_OBJECT},
      {"ReleaseProgram", clReleaseProgram(nullptr), CL_INVALID_PROGRAM},
      {"BuildProgram", clBuildProgram(nullptr, 0, nullptr, "", nullptr, nullptr),
       CL_INVALID_PROGRAM},
      {"ReleaseKernel", clReleaseKernel(nullptr), CL_INVALID_KERNEL},
      {"SetKernelArg", clSetKernelArg(nullptr, 0, 0, nullptr), CL_INVALID_KERNEL},
      {"ReleaseEvent", clReleaseEvent(nullptr), CL_INVALID_EVENT},
      {"WaitForEvents", clWaitForEvents(0, nullptr), CL_INVALID_VALUE},
      {"GetDeviceInfo", clGetDeviceInfo(nullptr, CL_DEVICE_TYPE, 0, nullptr, &size),
       CL_INVALID_DEVICE},
      {"CreateBuffer",
       errorOf([&](cl_int *e) { return clCreateBuffer(nullptr, 0, 4, nullptr, e); }),
       CL_INVALID_CONTEXT},
      {"CreateUserEvent", errorOf([&](cl_int *e) { return clCreateUserEvent(nullptr, e); }),
       CL_INVALID_CONTEXT},
      {"CreateKernel", errorOf([&](cl_int *e) { return clCreateKernel(nullptr, "k", e); }),
       CL_INVALID_PROGRAM},
  });
}

TEST_F(Errors, HandlesOfAnotherKind) {
  size_t size = 0;
  const auto event = wrong<cl_event>();
  const auto buffer = makeBuffer(16);
  expectAll({
      {"Finish", clFinish(wrong<cl_command_queue>()), CL_INVALID_COMMAND_QUEUE},
      {"GetMemObjectInfo", clGetMemObjectInfo(wrong<cl_mem>(), CL_MEM_SIZE, 0, nullptr, &size),
       CL_INVALID_MEM_OBJECT},
      {"GetProgramInfo",
       clGetProgramInfo(wrong<cl_program>(), CL_PROGRAM_SOURCE, 0, nullptr, &size),
       CL_INVALID_PROGRAM},
      {"GetKernelInfo", clGetKernelInfo(wrong<cl_kernel>(), CL_KERNEL_NUM_ARGS, 0, nullptr, &size),
       CL_INVALID_KERNEL},
      {"WaitForEvents", clWaitForEvents(1, &event), CL_INVALID_EVENT},
      {"GetDeviceInfo", clGetDeviceInfo(wrong<cl_device_id>(), CL_DEVICE_TYPE, 0, nullptr, &size),
       CL_INVALID_DEVICE},
      {"EnqueueBarrier", clEnqueueBarrierWithWaitList(queue, 1, &event, nullptr),
       CL_INVALID_EVENT_WAIT_LIST},
      {"EnqueueCopyBuffer",
       clEnqueueCopyBuffer(queue, buffer, wrong<cl_mem>(), 0, 0, 4, 0, nullptr, nullptr),
       CL_INVALID_MEM_OBJECT},
      {"EnqueueNDRangeKernel",
       clEnqueueNDRangeKernel(queue, wrong<cl_kernel>(), 1, nullptr, &size, nullptr, 0, nullptr,
                              nullptr),
       CL_INVALID_KERNEL},
  });
}

TEST_F(Errors, WaitLists) {
  const auto buffer = makeBuffer(16);
  int value = 0;
  cl_int error = -1;
  const test::OwnedContext other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const test::OwnedEvent foreign = clCreateUserEvent(other, &error);
  const auto readWith = [&](cl_uint count, const cl_event *list) {
    return clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, count, list, nullptr);
  };
  const cl_event none = nullptr;
  EXPECT_EQ(readWith(1, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(readWith(0, foreign.address()), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(readWith(1, &none), CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(readWith(1, foreign.address()), CL_INVALID_CONTEXT);
}

TEST_F(Errors, TransfersOutOfRange) {
  const auto buffer = makeBuffer(64);
  int host[64] = {};
  const size_t zero[3] = {}, region[] = {16, 2, 1}, empty[] = {16, 0, 1};
  const auto rect = [&](const size_t *size, size_t row, size_t slice, void *pointer) {
    return clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, size, row, slice, 0, 0,
                                   pointer, 0, nullptr, nullptr);
  };
  cl_int mapError = 0;
  clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 32, 33, 0, nullptr, nullptr, &mapError);
  expectAll({
      {"offset", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 65, 0, host, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"size", clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4, 61, host, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"overflow",
       clEnqueueReadBuffer(queue, buffer, CL_TRUE, 8, SIZE_MAX - 4, host, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"null", clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, nullptr, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"overlap", clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 16, 0, nullptr, nullptr),
       CL_MEM_COPY_OVERLAP},
      {"pattern size", clEnqueueFillBuffer(queue, buffer, host, 3, 0, 6, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"pattern multiple", clEnqueueFillBuffer(queue, buffer, host, 4, 2, 8, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"map", mapError, CL_INVALID_VALUE},
      {"rect", rect(region, 0, 0, host), CL_SUCCESS},
      {"rect region", rect(empty, 0, 0, host), CL_INVALID_VALUE},
      {"rect row pitch", rect(region, 8, 0, host), CL_INVALID_VALUE},
      {"rect slice pitch", rect(region, 16, 24, host), CL_INVALID_VALUE},
      {"rect out of bounds", rect(region, 64, 0, host), CL_INVALID_VALUE},
      {"rect null", rect(region, 0, 0, nullptr), CL_INVALID_VALUE},
      {"migrate", clEnqueueMigrateMemObjects(queue, 0, nullptr, 0, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
      {"migrate flags",
       clEnqueueMigrateMemObjects(queue, 1, buffer.address(), 1 << 9, 0, nullptr, nullptr),
       CL_INVALID_VALUE},
  });
}

TEST_F(Errors, AbsentFeatures) {
  expectAll({
      {"built-in kernels", errorOf([&](cl_int *e) {
         return clCreateProgramWithBuiltInKernels(context, 1, &device, "k", e);
       }),
       CL_INVALID_VALUE},
  });
}

}  // namespace
