// Contexts and queues.

#include <sys/wait.h>
#include <unistd.h>

#include "fixture.h"

namespace {

class Context : public test::Fixture {};

TEST_F(Context, KeepsItsProperties) {
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM,
                                              reinterpret_cast<cl_context_properties>(platform), 0};
  cl_int error = -1;
  const test::OwnedContext made =
      clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_context_properties answer[3] = {};
  size_t size = 0;
  EXPECT_EQ(clGetContextInfo(made, CL_CONTEXT_PROPERTIES, sizeof answer, answer, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof answer);
  EXPECT_EQ(answer[1], properties[1]);
}

TEST_F(Context, CallsDestructorsInReverseOrder) {
  cl_int error = -1;
  cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  std::vector<int> order;
  struct Call {
    std::vector<int> *order;
    int number;
  } calls[] = {{&order, 1}, {&order, 2}};
  for (Call &call : calls) {
    EXPECT_EQ(clSetContextDestructorCallback(
                  made,
                  [](cl_context, void *user) {
                    auto *call = static_cast<Call *>(user);
                    call->order->push_back(call->number);
                  },
                  &call),
              CL_SUCCESS);
  }
  EXPECT_EQ(clSetContextDestructorCallback(made, nullptr, nullptr), CL_INVALID_VALUE);
  const auto buffer = clCreateBuffer(made, 0, 16, nullptr, &error);
  EXPECT_EQ(clReleaseContext(made), CL_SUCCESS);
  EXPECT_TRUE(order.empty());  // the buffer keeps the context
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{2, 1}));
}

TEST_F(Context, CountsTheApplicationsReferences) {
  cl_uint count = 0;
  const auto buffer = makeBuffer(16);
  EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(clRetainContext(context), CL_SUCCESS);
  clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, nullptr);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(clReleaseContext(context), CL_SUCCESS);
}

TEST_F(Context, RejectsWrongArguments) {
  const cl_context_properties unknown[] = {0x7777, 1, 0};
  const cl_context_properties twice[] = {CL_CONTEXT_INTEROP_USER_SYNC, 1,
                                         CL_CONTEXT_INTEROP_USER_SYNC, 1, 0};
  cl_int error = 0;
  EXPECT_EQ(clCreateContext(unknown, 1, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(clCreateContext(twice, 1, &device, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(clCreateContext(nullptr, 1, &device, nullptr, &error, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Context, QueuesKnowTheirProperties) {
  const auto made = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  cl_command_queue_properties properties = 0;
  EXPECT_EQ(
      clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(properties, 3u);
  cl_uint size = 0;
  EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_SIZE, sizeof size, &size, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  cl_queue_properties list[3] = {};
  EXPECT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof list, list, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(list[1], 3u);
}

TEST_F(Context, RejectsWrongQueueProperties) {
  cl_int error = 0;
  const cl_queue_properties onDevice[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, onDevice, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(clCreateCommandQueue(context, device, 1 << 10, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

/// 0 if a forked child's inherited context fails with errors and a new one works.
int checkChild(cl_context inherited, cl_command_queue queue, cl_mem buffer, cl_device_id device) {
  int value = 0;
  if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr) ==
          CL_SUCCESS ||
      clFinish(queue) == CL_SUCCESS) {
    return 1;
  }
  cl_int error = 0;
  if (clCreateBuffer(inherited, 0, 16, nullptr, &error)) {
    return 2;
  }
  cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue work = clCreateCommandQueueWithProperties(made, device, nullptr, &error);
  cl_mem memory = clCreateBuffer(made, 0, sizeof value, nullptr, &error);
  const int pattern = 42;
  clEnqueueFillBuffer(work, memory, &pattern, sizeof pattern, 0, sizeof pattern, 0, nullptr,
                      nullptr);
  error = clEnqueueReadBuffer(work, memory, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr);
  clReleaseMemObject(memory);
  clReleaseCommandQueue(work);
  clReleaseContext(made);
  return error == CL_SUCCESS && value == 42 ? 0 : 3;
}

TEST_F(Context, AForkedChildGetsErrorsAndCanStartAnew) {
  const int one = 1;
  const auto buffer = makeBuffer(sizeof one);
  ASSERT_EQ(
      clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, sizeof one, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(checkChild(context, queue, buffer, device));
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
