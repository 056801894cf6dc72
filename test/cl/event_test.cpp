// Events: order, user events, callbacks, profiling, failure.

#include <atomic>
#include <chrono>
#include <future>
#include <random>
#include <thread>

#include "fixture.h"

namespace {

using namespace std::chrono_literals;

class Event : public test::Fixture {
 protected:
  test::OwnedEvent makeUserEvent() {
    cl_int error = -1;
    test::OwnedEvent event = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
  /// Fills the first four bytes, after `waits`.
  test::OwnedEvent fill(cl_command_queue on, cl_mem buffer, int value,
                        const std::vector<cl_event> &waits = {}) {
    test::OwnedEvent event;
    EXPECT_EQ(clEnqueueFillBuffer(on, buffer, &value, sizeof value, 0, sizeof value,
                                  static_cast<cl_uint>(waits.size()),
                                  waits.empty() ? nullptr : waits.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
  template <class Condition>
  static bool eventually(Condition condition) {
    for (int i = 0; i < 2000 && !condition(); ++i) {
      std::this_thread::sleep_for(1ms);
    }
    return condition();
  }
};

TEST_F(Event, UserEventsHoldCommandsBack) {
  const auto gate = makeUserEvent();
  const auto buffer = makeBuffer(std::vector<int>{1});
  const auto done = fill(queue, buffer, 2, {gate});
  std::this_thread::sleep_for(5ms);
  EXPECT_GT(statusOf(done), CL_COMPLETE);
  EXPECT_EQ(statusOf(gate), CL_SUBMITTED);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(buffer, 1)[0], 2);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT_EQ(clSetUserEventStatus(done, CL_COMPLETE), CL_INVALID_EVENT);
}

TEST_F(Event, AFailedUserEventFailsWhatWaitsForIt) {
  const auto ooo = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto gate = makeUserEvent();
  const auto buffer = makeBuffer(std::vector<int>{1});
  const auto first = fill(ooo, buffer, 2, {gate});
  const auto second = fill(ooo, buffer, 3, {first});
  const auto other = makeBuffer(std::vector<int>{1});
  const auto unrelated = fill(ooo, other, 4);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE + 1), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(gate, -77), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, second.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(first), -77);
  EXPECT_EQ(statusOf(second), -77);
  EXPECT_EQ(clWaitForEvents(1, unrelated.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(buffer, 1)[0], 1);
  int value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 1, second.address(), nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(clFinish(ooo), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Event, CallbacksAreCalledForEachStatus) {
  struct Call {
    std::atomic<int> count = 0;
    std::atomic<int> status = 1000;
  };
  Call calls[3];
  const auto gate = makeUserEvent();
  const auto buffer = makeBuffer(16);
  const auto done = fill(queue, buffer, 2, {gate});
  const cl_int types[] = {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(clSetEventCallback(
                  done, types[i],
                  [](cl_event, cl_int status, void *user) {
                    static_cast<Call *>(user)->status = status;
                    ++static_cast<Call *>(user)->count;
                  },
                  &calls[i]),
              CL_SUCCESS);
  }
  std::this_thread::sleep_for(2ms);
  EXPECT_EQ(calls[2].count, 0);
  clSetUserEventStatus(gate, CL_COMPLETE);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(eventually([&] { return calls[i].count == 1; }));
    EXPECT_EQ(calls[i].status, types[i]);
  }
  EXPECT_EQ(clSetEventCallback(
                done, CL_QUEUED, [](cl_event, cl_int, void *) {}, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(done, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
}

/// Not promised by the specification, but applications rely on it. A wait for callbacks has an end,
/// so a busy machine may miss a few.
TEST_F(Event, CallbacksHaveRunWhenAWaitReturns) {
  constexpr int rounds = 100, mostMissed = 5;
  int missed = 0;
  std::atomic<int> calls = 0;
  const auto count = [](cl_event, cl_int, void *user) { ++*static_cast<std::atomic<int> *>(user); };
  for (int round = 0; round < rounds; ++round) {
    test::OwnedEvent event;
    ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
    ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, count, &calls), CL_SUCCESS);
    if (round % 2 == 0) {
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    } else {
      const cl_event handle = event;
      ASSERT_EQ(clWaitForEvents(1, &handle), CL_SUCCESS);
    }
    missed += calls != round + 1;
  }
  EXPECT_LE(missed, mostMissed);
  EXPECT_TRUE(eventually([&] { return calls == rounds; }));
}

/// A callback that waits for the waiting thread holds it up for a moment only.
TEST_F(Event, CallbacksThatWaitForTheCallerDoNotBlockIt) {
  std::promise<void> finished;
  std::promise<bool> result;
  struct Both {
    std::promise<void> &finished;
    std::promise<bool> &result;
  } both{finished, result};
  test::OwnedEvent event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), CL_SUCCESS);
  const auto wait = [](cl_event, cl_int, void *user) {
    auto &own = *static_cast<Both *>(user);
    own.result.set_value(own.finished.get_future().wait_for(std::chrono::seconds(60)) ==
                         std::future_status::ready);
  };
  ASSERT_EQ(clSetEventCallback(event, CL_COMPLETE, wait, &both), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  finished.set_value();
  EXPECT_TRUE(result.get_future().get());
}

TEST_F(Event, CallbacksMayCallOpenCl) {
  struct State {
    cl_command_queue queue;
    cl_mem buffer;
    cl_event gate;
    std::atomic<bool> done = false;
  };
  const auto buffer = makeBuffer(16);
  const auto gate = makeUserEvent();
  State state = {queue, buffer, gate};
  const auto first = fill(queue, buffer, 1);
  const auto held = fill(queue, buffer, 5, {gate});
  ASSERT_EQ(clSetEventCallback(
                first, CL_COMPLETE,
                [](cl_event event, cl_int, void *user) {
                  auto *state = static_cast<State *>(user);
                  cl_uint count = 0;
                  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_REFERENCE_COUNT, sizeof count, &count,
                                           nullptr),
                            CL_SUCCESS);
                  const int value = 9;
                  EXPECT_EQ(clEnqueueFillBuffer(state->queue, state->buffer, &value, 4, 4, 4, 0,
                                                nullptr, nullptr),
                            CL_SUCCESS);
                  EXPECT_EQ(clSetUserEventStatus(state->gate, CL_COMPLETE), CL_SUCCESS);
                  state->done = true;
                },
                &state),
            CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, held.address()), CL_SUCCESS);
  EXPECT_TRUE(eventually([&] { return state.done.load(); }));
  const auto data = read<int>(buffer, 2);
  EXPECT_EQ(data, (std::vector<int>{5, 9}));
}

TEST_F(Event, ProfilingTimesAreInOrder) {
  const auto profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const auto buffer = makeBuffer(16);
  const auto done = fill(profiled, buffer, 2);
  cl_ulong times[5] = {};
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  for (cl_uint i = 0; i < 5; ++i) {
    EXPECT_EQ(clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_QUEUED + i, sizeof(cl_ulong),
                                      &times[i], nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(i == 0 || times[i] >= times[i - 1]) << i;
  }
  EXPECT_NE(times[0], 0u);
  const auto plain = fill(queue, buffer, 2);
  clWaitForEvents(1, plain.address());
  EXPECT_EQ(clGetEventProfilingInfo(plain, CL_PROFILING_COMMAND_END, 8, times, nullptr),
            CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(Event, MarkersAndBarriersOrderOutOfOrderQueues) {
  const auto ooo = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto gate = makeUserEvent();
  const auto buffer = makeBuffer(std::vector<int>{1});
  const auto held = fill(ooo, buffer, 2, {gate});
  test::OwnedEvent marker, barrier;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(ooo, 0, nullptr, marker.out()), CL_SUCCESS);
  const auto free = makeBuffer(16);
  const auto unheld = fill(ooo, free, 1);
  EXPECT_EQ(clWaitForEvents(1, unheld.address()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(ooo, 0, nullptr, barrier.out()), CL_SUCCESS);
  const auto after = fill(ooo, buffer, 3);
  std::this_thread::sleep_for(5ms);
  EXPECT_GT(statusOf(marker), CL_COMPLETE);
  EXPECT_GT(statusOf(barrier), CL_COMPLETE);
  EXPECT_GT(statusOf(after), CL_COMPLETE);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clFinish(ooo), CL_SUCCESS);
  EXPECT_EQ(statusOf(held), CL_COMPLETE);
  EXPECT_EQ(read<int>(buffer, 1)[0], 3);
}

TEST_F(Event, LongChainsDoNotRecurse) {
  const auto gate = makeUserEvent();
  test::OwnedEvent last;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.address(), nullptr), CL_SUCCESS);
  for (int i = 0; i < 100000; ++i) {
    ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
  }
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queue, 0, nullptr, last.out()), CL_SUCCESS);
  clSetUserEventStatus(gate, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
}

/// Random graphs of copies over several queues leave the result of a serial run.
TEST_F(Event, RandomGraphsEqualASerialRun) {
  constexpr int slots = 6, commands = 60;
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    std::vector<test::OwnedQueue> queues;
    queues.push_back(makeQueue(0));
    queues.push_back(makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    queues.push_back(makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    std::vector<int> model(slots);
    std::vector<test::OwnedMem> buffers;
    for (int i = 0; i < slots; ++i) {
      model[i] = i;
      buffers.push_back(makeBuffer(std::vector<int>{i}));
    }
    const auto gate = makeUserEvent();
    // Every command waits for the last command on one of its buffers.
    std::vector<cl_event> last(slots, gate.get());
    std::vector<test::OwnedEvent> events;
    for (int i = 0; i < commands; ++i) {
      const size_t from = random() % slots, to = random() % slots;
      auto &on = queues[random() % queues.size()];
      const cl_event waits[] = {last[from], last[to]};
      test::OwnedEvent event;
      if (from == to || random() % 3 == 0) {
        const int value = static_cast<int>(random());
        ASSERT_EQ(clEnqueueFillBuffer(on, buffers[to], &value, 4, 0, 4, 1, &waits[1], event.out()),
                  CL_SUCCESS);
        model[to] = value;
      } else {
        ASSERT_EQ(
            clEnqueueCopyBuffer(on, buffers[from], buffers[to], 0, 0, 4, 2, waits, event.out()),
            CL_SUCCESS);
        model[to] = model[from];
        last[from] = event;
      }
      last[to] = event;
      events.push_back(std::move(event));
    }
    clSetUserEventStatus(gate, CL_COMPLETE);
    for (auto &on : queues) {
      ASSERT_EQ(clFinish(on), CL_SUCCESS);
    }
    for (int i = 0; i < slots; ++i) {
      EXPECT_EQ(read<int>(buffers[i], 1)[0], model[i]);
    }
  }
}

TEST_F(Event, ManyThreadsMayEnqueueAtOnce) {
  const auto ooo = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<std::thread> threads;
  std::vector<test::OwnedMem> buffers;
  for (int i = 0; i < 4; ++i) {
    buffers.push_back(makeBuffer(std::vector<int>{0}));
  }
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 1; round <= 500; ++round) {
        cl_event event = nullptr;
        clEnqueueFillBuffer(i % 2 ? ooo : queue, buffers[i], &round, 4, 0, 4, 0, nullptr, &event);
        if (round % 7 == 0 || i % 2) {
          clWaitForEvents(1, &event);
        }
        clReleaseEvent(event);
      }
    });
  }
  for (auto &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(clFinish(ooo), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  for (const auto &buffer : buffers) {
    EXPECT_EQ(read<int>(buffer, 1)[0], 500);
  }
}

TEST_F(Event, ObjectsMayBeReleasedBeforeTheirCommandsRun) {
  auto gate = makeUserEvent();
  auto buffer = makeBuffer(std::vector<int>{1});
  auto own = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  int value = 0;
  test::OwnedEvent done;
  ASSERT_EQ(clEnqueueReadBuffer(own, buffer, CL_FALSE, 0, 4, &value, 1, gate.address(), done.out()),
            CL_SUCCESS);
  own.reset();
  buffer.reset();
  queue.reset();
  context.reset();
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  gate.reset();
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(value, 1);
}

TEST_F(Event, NativeKernelsSeeBuffers) {
  struct Arguments {
    int *data;
    int addend;
  } arguments = {nullptr, 5};
  const auto buffer = makeBuffer(std::vector<int>{1, 2});
  const void *locations[] = {&arguments.data};
  test::OwnedEvent done;
  const cl_int enqueued = clEnqueueNativeKernel(
      queue,
      [](void *user) {
        auto *block = static_cast<Arguments *>(user);
        block->data[0] += block->addend;
      },
      &arguments, sizeof arguments, 1, buffer.address(), locations, 0, nullptr, done.out());
  cl_device_exec_capabilities capabilities = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXECUTION_CAPABILITIES, sizeof capabilities,
                            &capabilities, nullptr),
            CL_SUCCESS);
  if ((capabilities & CL_EXEC_NATIVE_KERNEL) == 0) {
    EXPECT_EQ(enqueued, CL_INVALID_OPERATION);
    return;
  }
  ASSERT_EQ(enqueued, CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(buffer, 2), (std::vector<int>{6, 2}));
  EXPECT_EQ(
      clEnqueueNativeKernel(queue, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
      CL_INVALID_VALUE);
}

}  // namespace
