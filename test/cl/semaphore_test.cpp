// cl_khr_semaphore.

#include "semaphore_fixture.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "extension_fixture.h"
#include "other_process.h"
#include "several_devices.h"

namespace {

using test::OwnedEvent;
using test::SemaphoreProperties;

constexpr cl_semaphore_properties_khr typeName = CL_SEMAPHORE_TYPE_KHR;
constexpr cl_semaphore_properties_khr binary = CL_SEMAPHORE_TYPE_BINARY_KHR;
constexpr cl_semaphore_properties_khr listName = CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR;

cl_semaphore_properties_khr asProperty(cl_device_id device) {
  return reinterpret_cast<cl_semaphore_properties_khr>(device);
}

struct Semaphore : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_khr_semaphore"));
    semaphores.begin(platform, context);
    other = makeQueue(0);
    unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  OwnedEvent makeGate() {
    cl_int error = -1;
    OwnedEvent gate = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return gate;
  }
  cl_command_type typeOf(cl_event event) {
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr),
              CL_SUCCESS);
    return type;
  }

  test::Semaphores semaphores;
  test::OwnedQueue other, unordered;
};

TEST_F(Semaphore, DevicesAndPlatformTellTheTypes) {
  EXPECT_EQ(versionOf("cl_khr_semaphore"), CL_MAKE_VERSION(1, 0, 0));
  cl_semaphore_type_khr type = 0;
  size_t size = 0;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SEMAPHORE_TYPES_KHR, sizeof type, &type, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof type);
  EXPECT_EQ(type, cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
  type = 0;
  EXPECT_EQ(clGetPlatformInfo(platform, CL_PLATFORM_SEMAPHORE_TYPES_KHR, sizeof type, &type, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof type);
  EXPECT_EQ(type, cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SEMAPHORE_TYPES_KHR, 1, &type, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceInfo(device, CL_PLATFORM_SEMAPHORE_TYPES_KHR, sizeof type, &type, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Semaphore, TellsWhatItIs) {
  const SemaphoreProperties list = {listName, asProperty(device), 0, typeName, binary, 0};
  cl_int error = -1;
  const test::Semaphores::Owned made(semaphores.create(context, list.data(), &error),
                                     semaphores.release);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(semaphores.query<cl_context>(made, CL_SEMAPHORE_CONTEXT_KHR), context.get());
  EXPECT_EQ(semaphores.query<cl_semaphore_type_khr>(made, CL_SEMAPHORE_TYPE_KHR),
            cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
  EXPECT_EQ(semaphores.payload(made), 0u);
  EXPECT_EQ(semaphores.query<cl_device_id>(made, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), device);
  SemaphoreProperties answer(list.size());
  size_t size = 0;
  EXPECT_EQ(semaphores.info(made, CL_SEMAPHORE_PROPERTIES_KHR, sizeof answer[0] * answer.size(),
                            answer.data(), &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof list[0] * list.size());
  EXPECT_EQ(answer, list);
  const auto plain = semaphores.make();
  EXPECT_EQ(semaphores.query<cl_device_id>(plain, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), device);
}

TEST_F(Semaphore, CountsReferences) {
  const auto made = semaphores.make();
  const auto count = [&] {
    return semaphores.query<cl_uint>(made, CL_SEMAPHORE_REFERENCE_COUNT_KHR);
  };
  EXPECT_EQ(count(), 1u);
  EXPECT_EQ(semaphores.retain(made), CL_SUCCESS);
  EXPECT_EQ(count(), 2u);
  EXPECT_EQ(semaphores.release(made), CL_SUCCESS);
  EXPECT_EQ(count(), 1u);
}

TEST_F(Semaphore, IsRefusedWithWrongProperties) {
  cl_int error = 1;
  const SemaphoreProperties right = {typeName, binary, 0};
  EXPECT_EQ(semaphores.create(nullptr, right.data(), &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(semaphores.create(context, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(semaphores.create(context, nullptr, nullptr), nullptr);
  const auto errorOf = [&](const SemaphoreProperties &list) { return semaphores.errorOf(list); };
  const auto id = asProperty(device);
  EXPECT_EQ(errorOf({0}), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({listName, id, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({typeName, 2, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({typeName, 0, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({typeName, (cl_semaphore_properties_khr{1} << 32) | binary, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({typeName, binary, typeName, binary, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({typeName, binary, CL_SEMAPHORE_PAYLOAD_KHR, 0, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({typeName, binary, listName, id, 0, listName, id, 0, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({typeName, binary, listName, 0, 0}), CL_INVALID_DEVICE);
  EXPECT_EQ(errorOf({typeName, binary, listName, id, id, 0, 0}), CL_INVALID_DEVICE);
  const auto notADevice = reinterpret_cast<cl_semaphore_properties_khr>(context.get());
  EXPECT_EQ(errorOf({typeName, binary, listName, notADevice, 0, 0}), CL_INVALID_DEVICE);
}

TEST_F(Semaphore, EnqueuesCheckTheirArguments) {
  const auto made = semaphores.make();
  const auto gate = makeGate();
  const auto failed = makeGate();
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedContext otherContext = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  test::OwnedQueue foreign =
      clCreateCommandQueueWithProperties(otherContext, device, nullptr, &error);
  const test::OwnedEvent foreignGate = clCreateUserEvent(otherContext, &error);
  cl_semaphore_khr wrong[] = {made, nullptr};
  auto *notOne = reinterpret_cast<cl_semaphore_khr>(queue.get());
  for (auto call : {semaphores.wait, semaphores.signal}) {
    const auto *one = made.address();
    EXPECT_EQ(call(nullptr, 1, one, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queue, 0, one, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 1, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 2, wrong, nullptr, 0, nullptr, nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(call(queue, 1, &notOne, nullptr, 0, nullptr, nullptr), CL_INVALID_SEMAPHORE_KHR);
    EXPECT_EQ(call(foreign, 1, one, nullptr, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(call(queue, 1, one, nullptr, 1, foreignGate.address(), nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(call(queue, 1, one, nullptr, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, one, nullptr, 0, gate.address(), nullptr), CL_INVALID_EVENT_WAIT_LIST);
    const cl_event noEvent = nullptr;
    EXPECT_EQ(call(queue, 1, one, nullptr, 1, &noEvent, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, one, nullptr, 1, failed.address(), nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
  cl_semaphore_payload_khr payload = 7;
  EXPECT_EQ(semaphores.info(nullptr, CL_SEMAPHORE_PAYLOAD_KHR, sizeof payload, &payload, nullptr),
            CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(semaphores.info(made, CL_SEMAPHORE_PAYLOAD_KHR, 4, &payload, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(semaphores.info(made, 0, sizeof payload, &payload, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(semaphores.retain(nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(semaphores.release(nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(semaphores.release(notOne), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(semaphores.payload(made), 0u) << "nothing was enqueued";
}

TEST_F(Semaphore, IsSignaledAndReset) {
  const auto made = semaphores.make();
  for (int i = 0; i < 100; ++i) {
    const auto signaled = semaphores.enqueueSignal(queue, made);
    EXPECT_EQ(typeOf(signaled), cl_command_type{CL_COMMAND_SEMAPHORE_SIGNAL_KHR});
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(semaphores.payload(made), 1u);
    const auto waited = semaphores.enqueueWait(queue, made);
    EXPECT_EQ(typeOf(waited), cl_command_type{CL_COMMAND_SEMAPHORE_WAIT_KHR});
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(semaphores.payload(made), 0u);
  }
}

TEST_F(Semaphore, IsBinary) {
  const auto made = semaphores.make();
  semaphores.enqueueSignal(queue, made);
  semaphores.enqueueSignal(queue, made);
  semaphores.enqueueWait(queue, made);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(made), 0u);
}

// A wait has reset the semaphore when it is enqueued, however late it takes the signal.
TEST_F(Semaphore, SignalsForWaitsWhoseTurnHasNotComeAreKept) {
  constexpr size_t rounds = 5;
  const auto made = semaphores.make();
  const auto gate = makeGate();
  std::vector<OwnedEvent> waits;
  semaphores.enqueueSignal(queue, made);
  waits.push_back(semaphores.enqueueWait(other, made, {gate}));
  while (waits.size() < rounds) {
    semaphores.enqueueSignal(queue, made);
    waits.push_back(semaphores.enqueueWait(other, made));
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  for (const OwnedEvent &wait : waits) {
    ASSERT_EQ(statusOf(wait), CL_COMPLETE);
  }
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(made), 0u);
}

TEST_F(Semaphore, SignalsForWaitsThatFailAreOneInTheEnd) {
  const auto made = semaphores.make();
  const auto gate = makeGate();
  for (int i = 0; i < 3; ++i) {
    semaphores.enqueueSignal(queue, made);
    semaphores.enqueueWait(unordered, made, {gate});
  }
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  ASSERT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(made), 1u);
  const auto waited = semaphores.enqueueWait(other, made);
  ASSERT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(made), 0u);
}

TEST_F(Semaphore, EachWaitGetsTheErrorOfItsSignal) {
  const auto made = semaphores.make();
  const auto gate = makeGate(), failing = makeGate();
  std::vector<OwnedEvent> waits;
  for (const auto &after : {std::vector<cl_event>{}, {failing}, {}}) {
    semaphores.enqueueSignal(unordered, made, after);
    if (!after.empty()) {
      ASSERT_EQ(clSetUserEventStatus(failing, -42), CL_SUCCESS);
    }
    waits.push_back(semaphores.enqueueWait(makeQueue(0), made, {gate}));
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(statusOf(waits[0]), CL_COMPLETE);
  EXPECT_EQ(statusOf(waits[1]), -42);
  EXPECT_EQ(statusOf(waits[2]), CL_COMPLETE);
}

// Whatever another thread was doing with it at the time of the fork.
TEST_F(Semaphore, ForkedChildrenMayReleaseIt) {
  const auto made = semaphores.make();
  std::atomic<bool> isDone = false;
  std::thread user([&] {
    while (!isDone) {
      semaphores.payload(made);
    }
  });
  int failed = 0;
  for (int i = 0; i < 100 && failed == 0; ++i) {
    test::OtherProcess child([&](int) {
      alarm(5);
      return semaphores.release(made) == CL_SUCCESS ? 0 : 1;
    });
    failed = child.end();
  }
  isDone = true;
  user.join();
  EXPECT_EQ(failed, 0);
}

TEST_F(Semaphore, OrdersQueues) {
  constexpr cl_int rounds = 50;
  const auto buffer = makeBuffer(std::vector<cl_int>(1000, 0));
  const auto program = build(
      "kernel void step(global int *p, int a) { size_t i = get_global_id(0); p[i] = p[i] * 3 + a; "
      "}");
  const auto kernel = makeKernel(program, "step");
  const auto there = semaphores.make(), back = semaphores.make();
  const cl_command_queue queues[] = {queue, other};
  const cl_semaphore_khr signals[] = {there, back};
  const size_t items = 1000;
  cl_uint expected = 0;
  const auto gate = makeGate();
  semaphores.enqueueSignal(queue, back, {gate});
  for (cl_int i = 0; i < rounds; ++i) {
    semaphores.enqueueWait(queues[i % 2], signals[1 - i % 2]);
    setArguments(kernel, buffer.get(), i);
    ASSERT_EQ(clEnqueueNDRangeKernel(queues[i % 2], kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    semaphores.enqueueSignal(queues[i % 2], signals[i % 2]);
    expected = expected * 3 + static_cast<cl_uint>(i);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(read<cl_uint>(buffer, 1000), std::vector<cl_uint>(1000, expected));
  EXPECT_EQ(semaphores.payload(signals[(rounds - 1) % 2]), 1u);
}

TEST_F(Semaphore, MayBeWaitedForBeforeItIsSignaled) {
  const auto made = semaphores.make();
  const auto waited = semaphores.enqueueWait(queue, made);
  OwnedEvent after;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, after.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_GT(statusOf(waited), CL_COMPLETE);
  EXPECT_GT(statusOf(after), CL_COMPLETE);
  semaphores.enqueueSignal(other, made);
  EXPECT_EQ(clWaitForEvents(1, after.address()), CL_SUCCESS);
  EXPECT_EQ(statusOf(waited), CL_COMPLETE);
  EXPECT_EQ(semaphores.payload(made), 0u);
}

TEST_F(Semaphore, EachSignalEndsOneWait) {
  const auto made = semaphores.make();
  std::vector<OwnedEvent> waits;
  for (int i = 0; i < 4; ++i) {
    waits.push_back(semaphores.enqueueWait(unordered, made));
  }
  for (size_t i = 0; i < waits.size(); ++i) {
    const auto signaled = semaphores.enqueueSignal(queue, made);
    ASSERT_EQ(clWaitForEvents(1, signaled.address()), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, waits[i].address()), CL_SUCCESS) << "first come, first served";
    for (size_t j = i + 1; j < waits.size(); ++j) {
      EXPECT_GT(statusOf(waits[j]), CL_COMPLETE) << i << ' ' << j;
    }
  }
  EXPECT_EQ(semaphores.payload(made), 0u);
}

TEST_F(Semaphore, SeveralAreWaitedForAndSignaledAtOnce) {
  const auto a = semaphores.make(), b = semaphores.make(), c = semaphores.make();
  const cl_semaphore_khr all[] = {a, b, c};
  OwnedEvent waited;
  ASSERT_EQ(semaphores.wait(queue, 3, all, nullptr, 0, nullptr, waited.out()), CL_SUCCESS);
  for (cl_semaphore_khr each : {all[1], all[0]}) {
    semaphores.enqueueSignal(other, each);
    ASSERT_EQ(clFinish(other), CL_SUCCESS);
    EXPECT_GT(statusOf(waited), CL_COMPLETE);
  }
  semaphores.enqueueSignal(other, c);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  const cl_semaphore_payload_khr ignored[] = {4, 5, 6};
  ASSERT_EQ(semaphores.signal(queue, 3, all, ignored, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (cl_semaphore_khr each : all) {
    EXPECT_EQ(semaphores.payload(each), 1u);
  }
}

TEST_F(Semaphore, WaitsTakeTheSignalOnlyWhenTheirTurnComes) {
  const auto made = semaphores.make();
  const auto gate = makeGate();
  const auto late = semaphores.enqueueWait(unordered, made, {gate});
  semaphores.enqueueSignal(queue, made);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(made), 1u);
  const auto early = semaphores.enqueueWait(unordered, made);
  EXPECT_EQ(clWaitForEvents(1, early.address()), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(made), 0u);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_GT(statusOf(late), CL_COMPLETE);
  semaphores.enqueueSignal(queue, made);
  EXPECT_EQ(clWaitForEvents(1, late.address()), CL_SUCCESS);
}

TEST_F(Semaphore, AFailedSignalFailsWhatWaitsForIt) {
  const auto made = semaphores.make();
  const auto gate = makeGate();
  const auto signaled = semaphores.enqueueSignal(other, made, {gate});
  const auto waited = semaphores.enqueueWait(queue, made);
  OwnedEvent after;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, after.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, after.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(signaled), -42);
  EXPECT_EQ(statusOf(waited), -42);
  EXPECT_EQ(statusOf(after), -42);
  EXPECT_EQ(semaphores.payload(made), 0u);
  // The error is gone with the first wait.
  semaphores.enqueueSignal(other, made);
  const auto again = semaphores.enqueueWait(queue, made);
  EXPECT_EQ(clWaitForEvents(1, again.address()), CL_SUCCESS);
}

TEST_F(Semaphore, AFailedWaitLeavesTheSignal) {
  const auto made = semaphores.make();
  const auto gate = makeGate();
  semaphores.enqueueSignal(other, made);
  const auto waited = semaphores.enqueueWait(unordered, made, {gate});
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(waited), -7);
  EXPECT_EQ(semaphores.payload(made), 1u);
}

TEST_F(Semaphore, LivesAsLongAsItsCommands) {
  auto made = semaphores.make();
  const auto gate = makeGate();
  const auto waited = semaphores.enqueueWait(queue, made);
  const auto signaled = semaphores.enqueueSignal(other, made, {gate});
  made.reset();
  EXPECT_GT(statusOf(waited), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, signaled.address()), CL_SUCCESS);
}

TEST_F(Semaphore, WhatNobodyCanSignalFails) {
  auto made = semaphores.make();
  const auto first = semaphores.enqueueWait(queue, made);
  const auto second = semaphores.enqueueWait(unordered, made);
  const auto gate = makeGate();
  const auto later = semaphores.enqueueWait(other, made, {gate});
  made.reset();
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(statusOf(first), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(statusOf(second), CL_INVALID_SEMAPHORE_KHR);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(statusOf(later), CL_INVALID_SEMAPHORE_KHR);
}

TEST_F(Semaphore, MoreWaitsThanSignalsFailWhenTheLastSignalIsGone) {
  auto made = semaphores.make();
  const auto gate = makeGate();
  const auto signaled = semaphores.enqueueSignal(other, made, {gate});
  const auto first = semaphores.enqueueWait(unordered, made);
  const auto second = semaphores.enqueueWait(unordered, made);
  made.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(unordered), CL_SUCCESS);
  EXPECT_EQ(statusOf(first), CL_COMPLETE);
  EXPECT_EQ(statusOf(second), CL_INVALID_SEMAPHORE_KHR);
}

TEST_F(Semaphore, QueuesMayGoBeforeTheirCommands) {
  const auto made = semaphores.make();
  auto waiting = makeQueue(0);
  auto waited = semaphores.enqueueWait(waiting, made);
  waiting.reset();
  semaphores.enqueueSignal(queue, made);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
}

TEST_F(Semaphore, CommandsHaveTimes) {
  const auto made = semaphores.make();
  const auto profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const auto waited = semaphores.enqueueWait(profiling, made);
  const auto signaled = semaphores.enqueueSignal(queue, made);
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  cl_ulong times[4] = {};
  const cl_profiling_info names[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                     CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(clGetEventProfilingInfo(waited, names[i], sizeof times[i], &times[i], nullptr),
              CL_SUCCESS);
  }
  EXPECT_TRUE(std::is_sorted(times, times + 4));
  EXPECT_GT(times[0], 0u);
}

TEST_F(Semaphore, ManyThreadsPassSignalsOn) {
  constexpr int rounds = 500;
  const auto there = semaphores.make(), back = semaphores.make();
  const auto run = [&](cl_command_queue on, cl_semaphore_khr from, cl_semaphore_khr to) {
    for (int i = 0; i < rounds; ++i) {
      semaphores.enqueueWait(on, from);
      semaphores.enqueueSignal(on, to);
    }
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  };
  semaphores.enqueueSignal(unordered, there);
  std::thread one([&] { run(queue, there, back); });
  std::thread two([&] { run(other, back, there); });
  one.join();
  two.join();
  EXPECT_EQ(semaphores.payload(there), 1u);
  EXPECT_EQ(semaphores.payload(back), 0u);
}

class DevicesSemaphore : public test::SeveralDevices {
 protected:
  /// Two semaphores of one signal.
  static std::pair<test::Semaphores::Owned, test::Semaphores::Owned> makePair(
      const test::Semaphores &semaphores, cl_semaphore_properties_khr device,
      cl_semaphore_properties_khr other) {
    constexpr cl_semaphore_properties_khr type = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
    auto exported =
        semaphores.make({listName, device, 0, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, type, 0});
    int file = -1;
    EXPECT_EQ(semaphores.getHandle(exported, reinterpret_cast<cl_device_id>(device), type,
                                   sizeof file, &file, nullptr),
              CL_SUCCESS);
    auto imported =
        semaphores.make({listName, other, 0, type, static_cast<cl_semaphore_properties_khr>(file)});
    return {std::move(exported), std::move(imported)};
  }
};

TEST_P(DevicesSemaphore, OrdersCommandsOfBothDevices) {
  test::Semaphores semaphores;
  semaphores.begin(platform, context);
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  // Each device has one end of a signal to the other.
  const cl_semaphore_properties_khr first = asProperty(devices[0]), second = asProperty(devices[1]);
  const auto [from0, to1] = makePair(semaphores, first, second);
  const auto [from1, to0] = makePair(semaphores, second, first);
  const cl_semaphore_khr signals[] = {from0, from1}, waits[] = {to0, to1};
  unsigned expected = 1;
  semaphores.enqueueSignal(queues[1], from1);
  for (int i = 0; i < 20; ++i) {
    semaphores.enqueueWait(queues[i % 2], waits[i % 2]);
    setArguments(kernel, buffer.get(), i);
    launch(queues[i % 2], kernel, 64);
    semaphores.enqueueSignal(queues[i % 2], signals[i % 2]);
    expected = expected * 3 + static_cast<unsigned>(i);
  }
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
  EXPECT_EQ(read<unsigned>(queues[0], buffer, 64), std::vector<unsigned>(64, expected));
}

TEST_P(DevicesSemaphore, IsForTheDeviceThatItNames) {
  test::Semaphores semaphores;
  semaphores.begin(platform, context);
  EXPECT_EQ(semaphores.errorOf({typeName, binary, 0}), CL_INVALID_PROPERTY) << "it names none";
  const auto one = semaphores.make({listName, asProperty(devices[1]), 0});
  EXPECT_EQ(semaphores.query<cl_device_id>(one, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR), devices[1]);
  for (auto call : {semaphores.signal, semaphores.wait}) {
    EXPECT_EQ(call(queues[0], 1, one.address(), nullptr, 0, nullptr, nullptr),
              CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queues[1], 1, one.address(), nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
  // Only one device may be named.
  EXPECT_EQ(semaphores.errorOf(
                {typeName, binary, listName, asProperty(devices[0]), asProperty(devices[1]), 0, 0}),
            CL_INVALID_DEVICE);
  cl_int error = -1;
  const test::OwnedContext single = clCreateContext(nullptr, 1, devices, nullptr, nullptr, &error);
  semaphores.begin(platform, single);
  EXPECT_EQ(semaphores.errorOf({typeName, binary, listName, asProperty(devices[1]), 0, 0}),
            CL_INVALID_DEVICE);
}

INSTANTIATE_TEST_SUITE_P(Order, DevicesSemaphore, testing::Values(0, 1));

}  // namespace
