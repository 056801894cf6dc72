// Queues: commands side by side, the reach of errors, callbacks, and releases in any order.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <numeric>
#include <thread>

#include "fixture.h"

namespace {

using namespace std::chrono_literals;

class Queue : public test::Fixture {
 protected:
  static constexpr cl_command_queue_properties outOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

  test::OwnedEvent makeUserEvent() {
    cl_int error = -1;
    test::OwnedEvent event = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
  test::OwnedEvent marker(cl_command_queue on, const std::vector<cl_event> &waits = {}) {
    test::OwnedEvent event;
    EXPECT_EQ(clEnqueueMarkerWithWaitList(on, static_cast<cl_uint>(waits.size()),
                                          waits.empty() ? nullptr : waits.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
  bool hasNativeKernels() const {
    cl_device_exec_capabilities capabilities = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof capabilities,
                              &capabilities, nullptr),
              CL_SUCCESS);
    return (capabilities & CL_EXEC_NATIVE_KERNEL) != 0;
  }
  cl_uint computeUnits() const {
    cl_uint units = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
              CL_SUCCESS);
    return units;
  }
  /// False after a minute: no working driver needs it.
  template <class Condition>
  static bool eventually(Condition condition) {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (!condition() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(1ms);
    }
    return condition();
  }

  void expectToMeet(const std::vector<cl_command_queue> &queues);
};

/// Kernels say that they are there and wait to be let go, in memory of the host. They run side by
/// side if all are there before the first goes; no time is involved, but to give up.
void Queue::expectToMeet(const std::vector<cl_command_queue> &queues) {
  alignas(4096) static int words[1024];
  std::atomic_ref<int> arrived(words[0]), go(words[512]);
  arrived = go = 0;
  const auto memory = makeBuffer(sizeof words, CL_MEM_USE_HOST_PTR, words);
  const auto program = build(
      "kernel void meet(volatile global int *p) {\n"
      "  atomic_inc(p);\n"
      "  while (atomic_or(p + 512, 0) == 0) {}\n"
      "}\n");
  const auto kernel = makeKernel(program, "meet");
  setArguments(kernel, memory.get());
  const size_t one = 1;
  for (cl_command_queue on : queues) {
    EXPECT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFlush(on), CL_SUCCESS);
  }
  const int wanted = static_cast<int>(queues.size());
  EXPECT_TRUE(eventually([&] { return arrived == wanted; })) << arrived << " of " << wanted;
  go = 1;
  for (cl_command_queue on : queues) {
    EXPECT_EQ(clFinish(on), CL_SUCCESS);
  }
}

TEST_F(Queue, KernelsOfAnOutOfOrderQueueRunSideBySide) {
  if (!hasNativeKernels()) {
    return;  // its kernels do not see the host's memory
  }
  const auto on = makeQueue(outOfOrder);
  expectToMeet(std::vector<cl_command_queue>(computeUnits(), on));
}

TEST_F(Queue, KernelsOfSeveralQueuesRunSideBySide) {
  if (!hasNativeKernels()) {
    return;
  }
  std::vector<test::OwnedQueue> owned;
  std::vector<cl_command_queue> queues;
  for (cl_uint i = 0; i < computeUnits(); ++i) {
    owned.push_back(makeQueue(i % 2 ? outOfOrder : 0));
    queues.push_back(owned.back());
  }
  expectToMeet(queues);
}

TEST_F(Queue, PollingSeesEachStatus) {
  if (!hasNativeKernels()) {
    return;  // nothing to hold a command with
  }
  struct Stop {
    std::atomic<bool> entered = false, go = false;
  } stop;
  Stop *argument = &stop;
  const auto gate = makeUserEvent();
  test::OwnedEvent held;
  ASSERT_EQ(clEnqueueNativeKernel(
                queue,
                [](void *user) {
                  Stop &s = **static_cast<Stop **>(user);
                  s.entered = true;
                  while (!s.go) {
                    std::this_thread::yield();
                  }
                },
                &argument, sizeof argument, 0, nullptr, nullptr, 1, gate.address(), held.out()),
            CL_SUCCESS);
  const auto after = marker(queue);
  EXPECT_EQ(statusOf(held), CL_QUEUED);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return stop.entered.load(); }));
  EXPECT_EQ(statusOf(held), CL_RUNNING);
  EXPECT_EQ(statusOf(after), CL_QUEUED);
  stop.go = true;
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(statusOf(held), CL_COMPLETE);
}

TEST_F(Queue, CallbacksSeeTheStatusAndTheTimesThatTheyAreCalledFor) {
  const auto profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const auto buffer = makeBuffer(4);
  struct Seen {
    std::atomic<int> calls = 0, wrong = 0;
  } seen;
  for (int round = 0; round < 200; ++round) {
    test::OwnedEvent event;
    ASSERT_EQ(clEnqueueFillBuffer(profiled, buffer, &round, 4, 0, 4, 0, nullptr, event.out()),
              CL_SUCCESS);
    ASSERT_EQ(clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event e, cl_int, void *user) {
                    auto &s = *static_cast<Seen *>(user);
                    cl_ulong end = 0;
                    s.wrong += statusOf(e) != CL_COMPLETE;
                    s.wrong += clGetEventProfilingInfo(e, CL_PROFILING_COMMAND_END, sizeof end,
                                                       &end, nullptr) != CL_SUCCESS;
                    ++s.calls;
                  },
                  &seen),
              CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return seen.calls == 200; }));
  EXPECT_EQ(seen.wrong, 0);
}

TEST_F(Queue, AnErrorReachesAllThatDependsOnItAndNothingElse) {
  const auto ooo = makeQueue(outOfOrder), other = makeQueue(outOfOrder);
  const auto buffer = makeBuffer(std::vector<int>{1, 2});
  const auto gate = makeUserEvent();
  const int value = 9;
  test::OwnedEvent written, barrier, behind;
  ASSERT_EQ(
      clEnqueueWriteBuffer(ooo, buffer, CL_FALSE, 0, 4, &value, 1, gate.address(), written.out()),
      CL_SUCCESS);
  const auto across = marker(other, {written});
  test::OwnedEvent unrelated;
  const auto elsewhere = makeBuffer(4);
  ASSERT_EQ(clEnqueueFillBuffer(other, elsewhere, &value, 4, 0, 4, 0, nullptr, unrelated.out()),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(ooo, 0, nullptr, barrier.out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueFillBuffer(ooo, buffer, &value, 4, 4, 4, 0, nullptr, behind.out()),
            CL_SUCCESS);
  std::atomic<int> reported = 0;
  for (cl_event event : {written.get(), across.get(), behind.get()}) {
    ASSERT_EQ(clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event, cl_int status, void *user) {
                    *static_cast<std::atomic<int> *>(user) += status == -1234;
                  },
                  &reported),
              CL_SUCCESS);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, -1234), CL_SUCCESS);
  for (cl_event event : {written.get(), across.get(), barrier.get(), behind.get()}) {
    EXPECT_EQ(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_EQ(statusOf(event), -1234);
  }
  EXPECT_TRUE(eventually([&] { return reported == 3; }));
  EXPECT_EQ(clWaitForEvents(1, unrelated.address()), CL_SUCCESS);
  EXPECT_EQ(clFinish(ooo), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(read<int>(buffer, 2), (std::vector<int>{1, 2}));
  ASSERT_EQ(clEnqueueFillBuffer(ooo, buffer, &value, 4, 0, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(ooo), CL_SUCCESS) << "the queue goes on";
  EXPECT_EQ(read<int>(buffer, 2), (std::vector<int>{9, 2}));
}

TEST_F(Queue, WaitingTellsOfAFailureAmongSeveralEvents) {
  const auto good = makeUserEvent(), bad = makeUserEvent();
  const cl_event both[] = {good, bad};
  clSetUserEventStatus(bad, -5);
  clSetUserEventStatus(good, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(2, both), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clWaitForEvents(1, both), CL_SUCCESS);
}

/// The callback of one event waits for the callback of another.
TEST_F(Queue, CallbacksMayWaitForEachOther) {
  struct State {
    cl_event gates[3];
    std::atomic<int> done = 0, errors = 0;
  } state;
  std::vector<test::OwnedEvent> gates, events;
  for (cl_event &gate : state.gates) {
    gates.push_back(makeUserEvent());
    gate = gates.back();
  }
  const auto start = makeUserEvent();
  using Callback = void(CL_CALLBACK *)(cl_event, cl_int, void *);
  const Callback callbacks[] = {
      [](cl_event, cl_int, void *user) {
        auto &s = *static_cast<State *>(user);
        s.errors += clWaitForEvents(1, &s.gates[0]) != CL_SUCCESS;
        s.errors += clSetUserEventStatus(s.gates[2], CL_COMPLETE) != CL_SUCCESS;
        ++s.done;
      },
      [](cl_event, cl_int, void *user) {
        auto &s = *static_cast<State *>(user);
        s.errors += clWaitForEvents(2, s.gates + 1) != CL_SUCCESS;
        ++s.done;
      },
      [](cl_event, cl_int, void *user) {
        auto &s = *static_cast<State *>(user);
        s.errors += clSetUserEventStatus(s.gates[0], CL_COMPLETE) != CL_SUCCESS;
        s.errors += clSetUserEventStatus(s.gates[1], CL_COMPLETE) != CL_SUCCESS;
        ++s.done;
      }};
  for (Callback callback : callbacks) {
    events.push_back(marker(queue, {start}));
    ASSERT_EQ(clSetEventCallback(events.back(), CL_COMPLETE, callback, &state), CL_SUCCESS);
  }
  clSetUserEventStatus(start, CL_COMPLETE);
  EXPECT_TRUE(eventually([&] { return state.done == 3; })) << state.done;
  EXPECT_EQ(state.errors, 0);
}

/// As many as would exhaust threads if each wait left one behind.
TEST_F(Queue, ManyCallbacksMayWait) {
  struct State {
    cl_command_queue queue;
    cl_mem buffer;
    std::atomic<int> done = 0, errors = 0;
  } state;
  const auto buffer = makeBuffer(4);
  state.queue = queue;
  state.buffer = buffer;
  constexpr int count = 300;
  for (int i = 0; i < count; ++i) {
    const auto event = marker(queue);
    ASSERT_EQ(clSetEventCallback(
                  event, CL_COMPLETE,
                  [](cl_event, cl_int, void *user) {
                    auto &s = *static_cast<State *>(user);
                    int value = 0;
                    s.errors += clEnqueueReadBuffer(s.queue, s.buffer, CL_TRUE, 0, 4, &value, 0,
                                                    nullptr, nullptr) != CL_SUCCESS;
                    s.errors += clFinish(s.queue) != CL_SUCCESS;
                    ++s.done;
                  },
                  &state),
              CL_SUCCESS);
  }
  EXPECT_TRUE(eventually([&] { return state.done == count; })) << state.done;
  EXPECT_EQ(state.errors, 0);
}

TEST_F(Queue, CallbacksMayBuildAndRun) {
  std::atomic<bool> done = false;
  std::function<void()> body = [&] {
    const auto program = build("kernel void twice(global int *p) { p[get_global_id(0)] *= 2; }\n");
    const auto kernel = makeKernel(program, "twice");
    const auto buffer = makeBuffer(std::vector<int>{1, 2, 3, 4});
    setArguments(kernel, buffer.get());
    run(kernel, 4);
    EXPECT_EQ(read<int>(buffer, 4), (std::vector<int>{2, 4, 6, 8}));
    done = true;
  };
  const auto event = marker(queue);
  ASSERT_EQ(
      clSetEventCallback(
          event, CL_COMPLETE,
          [](cl_event, cl_int, void *user) { (*static_cast<std::function<void()> *>(user))(); },
          &body),
      CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return done.load(); }));
}

/// Releases everything, in the callback, while the application has released it already.
TEST_F(Queue, CallbacksMayMakeAndReleaseEverything) {
  struct State {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    std::atomic<int> errors = 0;
    std::atomic<bool> done = false;
  } state = {device, context, queue};
  ASSERT_EQ(clRetainContext(context), CL_SUCCESS);
  ASSERT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
  auto event = marker(queue);
  ASSERT_EQ(
      clSetEventCallback(
          event, CL_COMPLETE,
          [](cl_event, cl_int, void *user) {
            auto &s = *static_cast<State *>(user);
            cl_int error = 0;
            const auto own = clCreateContext(nullptr, 1, &s.device, nullptr, nullptr, &error);
            s.errors += error != CL_SUCCESS;
            const auto onOwn = clCreateCommandQueueWithProperties(own, s.device, nullptr, &error);
            s.errors += error != CL_SUCCESS;
            s.errors += clEnqueueMarkerWithWaitList(onOwn, 0, nullptr, nullptr) != CL_SUCCESS;
            s.errors += clEnqueueMarkerWithWaitList(s.queue, 0, nullptr, nullptr) != CL_SUCCESS;
            s.errors += clReleaseContext(own) != CL_SUCCESS;
            s.errors += clReleaseContext(s.context) != CL_SUCCESS;
            s.errors += clReleaseCommandQueue(onOwn) != CL_SUCCESS;
            s.errors += clReleaseCommandQueue(s.queue) != CL_SUCCESS;
            s.done = true;
          },
          &state),
      CL_SUCCESS);
  event.reset();
  queue.reset();
  context.reset();
  EXPECT_TRUE(eventually([&] { return state.done.load(); }));
  EXPECT_EQ(state.errors, 0);
}

/// Each order of releasing a held command's objects, before and after it may run.
TEST_F(Queue, ObjectsMayGoInAnyOrder) {
  int order[7];
  std::iota(std::begin(order), std::end(order), 0);
  int round = 0;
  do {
    if (++round % 23 != 0) {
      continue;  // 219 of 5040
    }
    cl_int error = -1;
    test::OwnedContext own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::swap(own, context);
    auto gate = makeUserEvent();
    auto on = makeQueue(round % 2 ? outOfOrder : 0);
    auto buffer = makeBuffer(64);
    auto sub = makeBuffer(64);
    const int value = round;
    test::OwnedEvent filled, copied;
    ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &value, 4, 0, 64, 1, gate.address(), filled.out()),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueCopyBuffer(on, buffer, sub, 0, 0, 64, 1, filled.address(), copied.out()),
              CL_SUCCESS);
    std::swap(own, context);
    const std::function<void()> releases[] = {
        [&] { own.reset(); },
        [&] { on.reset(); },
        [&] { buffer.reset(); },
        [&] { sub.reset(); },
        [&] { filled.reset(); },
        [&] { copied.reset(); },
        [&] { EXPECT_EQ(clSetUserEventStatus(gate, round % 3 ? CL_COMPLETE : -7), CL_SUCCESS); }};
    for (int step : order) {
      releases[step]();
    }
  } while (std::next_permutation(std::begin(order), std::end(order)));
}

}  // namespace
