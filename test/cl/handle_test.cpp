// Handles of the wrong kind, and objects of another context.

#include <functional>
#include <string>

#include "fixture.h"

namespace {

class Handles : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    cl_int error = -1;
    buffer = makeBuffer(64);
    program = build("kernel void k(global int *p) { *p = 1; }");
    kernel = makeKernel(program, "k");
    sampler = clCreateSampler(context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    event = clCreateUserEvent(context, &error);
    otherContext = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    otherQueue = clCreateCommandQueueWithProperties(otherContext, device, nullptr, &error);
    otherBuffer = clCreateBuffer(otherContext, CL_MEM_READ_WRITE, 64, nullptr, &error);
    otherEvent = clCreateUserEvent(otherContext, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void TearDown() override {
    if (event) {
      clSetUserEventStatus(event, CL_COMPLETE);
      clSetUserEventStatus(otherEvent, CL_COMPLETE);
    }
  }

  test::OwnedMem buffer, otherBuffer;
  test::OwnedProgram program;
  test::OwnedKernel kernel;
  test::Owned<cl_sampler, clReleaseSampler> sampler;
  test::OwnedEvent event, otherEvent;
  test::OwnedContext otherContext;
  test::OwnedQueue otherQueue;
};

TEST_F(Handles, OfAnotherKindAreRefused) {
  struct Kind {
    const char *name;
    void *handle;
    cl_int error;
    std::function<cl_int(void *)> retain, release, info;
  };
  const auto at = []<class Handle>(cl_int (*function)(Handle)) -> std::function<cl_int(void *)> {
    return [function](void *handle) { return function(static_cast<Handle>(handle)); };
  };
  const auto ask = []<class Handle>(cl_int (*function)(Handle, cl_uint, size_t, void *, size_t *),
                                    cl_uint name) -> std::function<cl_int(void *)> {
    return [=](void *handle) {
      size_t size = 0;
      return function(static_cast<Handle>(handle), name, 0, nullptr, &size);
    };
  };
  const Kind kinds[] = {{"device", device, CL_INVALID_DEVICE, at(&clRetainDevice),
                         at(&clReleaseDevice), ask(&clGetDeviceInfo, CL_DEVICE_NAME)},
                        {"context", context.get(), CL_INVALID_CONTEXT, at(&clRetainContext),
                         at(&clReleaseContext), ask(&clGetContextInfo, CL_CONTEXT_DEVICES)},
                        {"queue", queue.get(), CL_INVALID_COMMAND_QUEUE, at(&clRetainCommandQueue),
                         at(&clReleaseCommandQueue), ask(&clGetCommandQueueInfo, CL_QUEUE_CONTEXT)},
                        {"memory", buffer.get(), CL_INVALID_MEM_OBJECT, at(&clRetainMemObject),
                         at(&clReleaseMemObject), ask(&clGetMemObjectInfo, CL_MEM_SIZE)},
                        {"program", program.get(), CL_INVALID_PROGRAM, at(&clRetainProgram),
                         at(&clReleaseProgram), ask(&clGetProgramInfo, CL_PROGRAM_CONTEXT)},
                        {"kernel", kernel.get(), CL_INVALID_KERNEL, at(&clRetainKernel),
                         at(&clReleaseKernel), ask(&clGetKernelInfo, CL_KERNEL_NUM_ARGS)},
                        {"event", event.get(), CL_INVALID_EVENT, at(&clRetainEvent),
                         at(&clReleaseEvent), ask(&clGetEventInfo, CL_EVENT_CONTEXT)},
                        {"sampler", sampler.get(), CL_INVALID_SAMPLER, at(&clRetainSampler),
                         at(&clReleaseSampler), ask(&clGetSamplerInfo, CL_SAMPLER_CONTEXT)}};
  for (const Kind &wanted : kinds) {
    EXPECT_EQ(wanted.info(wanted.handle), CL_SUCCESS) << wanted.name;
    EXPECT_EQ(wanted.info(nullptr), wanted.error) << wanted.name;
    for (const Kind &given : kinds) {
      if (&given == &wanted || !given.handle) {
        continue;
      }
      SCOPED_TRACE(std::string(given.name) + " as " + wanted.name);
      EXPECT_EQ(wanted.retain(given.handle), wanted.error);
      EXPECT_EQ(wanted.release(given.handle), wanted.error);
      EXPECT_EQ(wanted.info(given.handle), wanted.error);
    }
  }
}

TEST_F(Handles, OfAnotherContextAreRefused) {
  const cl_int one = 1;
  const auto eventOf = [&](cl_event waited) {
    return clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 4, 1, &waited, nullptr);
  };
  EXPECT_EQ(eventOf(otherEvent), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, otherBuffer, &one, sizeof one, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, otherBuffer, 0, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, otherBuffer, buffer, 0, 0, 4, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 1, otherBuffer.address(), 0, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clEnqueueMapBuffer(queue, otherBuffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, nullptr, nullptr,
                               &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  setArguments(kernel, buffer.get());
  const size_t items = 1;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(otherQueue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
      CL_INVALID_CONTEXT);
  const cl_event both[] = {event, otherEvent};
  EXPECT_EQ(clWaitForEvents(2, both), CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, otherEvent.address(), nullptr),
            CL_INVALID_CONTEXT);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 1, otherEvent.address(), nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(Handles, OfProgramsOfAnotherContextAreRefused) {
  const char *text = "int f(int x);";
  cl_int error = -1;
  test::OwnedProgram library = clCreateProgramWithSource(otherContext, 1, &text, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  test::OwnedProgram object = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const char *name = "f.h";
  EXPECT_EQ(clCompileProgram(object, 0, nullptr, "", 1, library.address(), &name, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  ASSERT_EQ(clCompileProgram(object, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clLinkProgram(otherContext, 0, nullptr, "-create-library", 1, object.address(), nullptr,
                          nullptr, &error),
            nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(Handles, InListsAreCheckedOneByOne) {
  const cl_event withNull[] = {event, nullptr};
  const cl_int one = 1;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 4, 2, withNull, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 4, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &one, sizeof one, 0, 4, 0, event.address(), nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clWaitForEvents(2, withNull), CL_INVALID_EVENT);
  EXPECT_EQ(clWaitForEvents(0, withNull), CL_INVALID_VALUE);
  const cl_mem memory[] = {buffer, nullptr};
  EXPECT_EQ(clEnqueueMigrateMemObjects(queue, 2, memory, 0, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  const cl_device_id devices[] = {device, nullptr};
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateContext(nullptr, 2, devices, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(clBuildProgram(program, 2, devices, "", nullptr, nullptr), CL_INVALID_DEVICE);
  EXPECT_EQ(clBuildProgram(program, 1, nullptr, "", nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, devices, "", nullptr, nullptr), CL_INVALID_VALUE);
}

}  // namespace
