// Tests fences, semaphores, and the callbacks of dispatches (doc/mux-spec.md §4).
//
// Order is the hardest promise to test: a device may keep it by chance. So a command that must not
// end yet waits at a Gate, and a dispatch that must not start gets some milliseconds to do it
// wrongly. Callbacks set flags, which show the order without a look at device memory.
#include <atomic>
#include <thread>

#include "fixture.h"

namespace mux::cts {

/// A gate in a command buffer: the command waits until the test opens it.
class Gate {
 public:
  /// Gives up after 20 seconds, so a failed test ends.
  static void wait(void *self) {
    auto &gate = *static_cast<Gate *>(self);
    gate.entered_ = true;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!gate.open_ && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  /// Lets the command go on.
  void open() { open_ = true; }
  /// True once the command runs.
  bool entered() const { return entered_; }

 private:
  std::atomic<bool> open_ = false, entered_ = false;
};

/// Sets a flag from a callback.
void setFlag(void *flag) {
  static_cast<std::atomic<bool> *>(flag)->store(true);
}

// Records the call of a completion callback.
struct Completion {
  std::atomic<int> calls = 0;
  mux_completion_t seen = {};

  static void note(const mux_completion_t *completion, void *self) {
    auto &c = *static_cast<Completion *>(self);
    c.seen = *completion;
    ++c.calls;
  }
};

KILN_CTS_SUITE(Fences);

/// A new fence makes a poll answer mux_not_ready.
/// Contract of muxTryWait: a poll (timeout 0) and a wait of a millisecond both return.
TEST_P(Fences, StartNotSignalled) {
  Fence fence = makeFence();
  EXPECT_EQ(muxTryWait(queue(), 0, fence), mux_not_ready);
  EXPECT_EQ(muxTryWait(queue(), oneSecond / 1000, fence), mux_not_ready);
}

/// A fence stays unsignalled as long as a command runs.
/// The command waits at a gate, so the fence cannot be signalled before the gate opens. Afterwards
/// the fence stays signalled.
TEST_P(Fences, AreSignalledAfterTheCommandsOnly) {
  Gate gate;
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandUserCallback(commands, Gate::wait, &gate), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  Fence fence = makeFence();
  const Settle settle(queue());
  ASSERT_EQ(dispatch(commands, fence), mux_success);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(muxTryWait(queue(), 0, fence), mux_not_ready);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  // From here on the command may end.
  gate.open();
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_TRUE(gate.entered());
  EXPECT_EQ(muxTryWait(queue(), 0, fence), mux_success) << "it stays signalled";
}

/// A reset fence serves another dispatch.
/// Contract of muxResetFence, three times with one fence.
TEST_P(Fences, WorkAgainAfterReset) {
  Fence fence = makeFence();
  CommandBuffer commands = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  const Settle settle(queue());
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(dispatch(commands, fence), mux_success);
    ASSERT_EQ(wait(fence), mux_success);
    ASSERT_EQ(muxWaitAll(queue()), mux_success);
    ASSERT_EQ(muxResetFence(fence), mux_success);
    EXPECT_EQ(muxTryWait(queue(), 0, fence), mux_not_ready);
  }
}

/// All waiting threads wake up.
/// Four threads wait for one fence: muxTryWait is thread-safe and wakes all of them, not one.
TEST_P(Fences, SeveralThreadsMayWait) {
  Gate gate;
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandUserCallback(commands, Gate::wait, &gate), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  Fence fence = makeFence();
  const Settle settle(queue());
  ASSERT_EQ(dispatch(commands, fence), mux_success);
  std::atomic<int> woken = 0;
  std::vector<std::thread> threads;
  mux_queue_t shared = queue();
  for (int i = 0; i < 4; ++i) {
    // Some threads may start to wait before the gate opens, others afterwards.
    threads.emplace_back(
        [&] { woken += muxTryWait(shared, patience(), fence) == mux_success ? 1 : 0; });
  }
  gate.open();
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(woken, 4);
}

/// mux_error_invalid_handle for null and foreign handles.
/// A handle of another kind, a queue here, counts as foreign.
TEST_P(Fences, RefuseBadHandles) {
  Fence fence = makeFence();
  EXPECT_EQ(muxTryWait(queue(), 0, nullptr), mux_error_invalid_handle);
  EXPECT_EQ(muxTryWait(nullptr, 0, fence), mux_error_invalid_handle);
  EXPECT_EQ(muxResetFence(nullptr), mux_error_invalid_handle);
  EXPECT_EQ(muxCreateFence(device_, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxCreateFence(nullptr, &fence), mux_error_invalid_handle);
  EXPECT_EQ(muxResetFence(reinterpret_cast<mux_fence_t>(queue())), mux_error_invalid_handle);
  muxDestroyFence(device_, nullptr);
}

KILN_CTS_SUITE(Semaphores);

/// A waiting dispatch does not start early.
/// The waiting dispatch is submitted first. 30 ms show that it does not start; a device that
/// ignores semaphores fails here.
TEST_P(Semaphores, HoldBackUntilSignalled) {
  std::atomic<bool> ran = false;
  CommandBuffer second = record();
  ASSERT_EQ(muxCommandUserCallback(second, setFlag, &ran), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(second), mux_success);
  CommandBuffer first = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(first), mux_success);

  Semaphore semaphore = makeSemaphore();
  Fence fence = makeFence();
  const Settle settle(queue());
  ASSERT_EQ(dispatch(second, fence, {semaphore}), mux_success);
  EXPECT_EQ(wait(fence, 30'000'000), mux_not_ready);
  EXPECT_FALSE(ran) << "it ran before the semaphore was signalled";
  ASSERT_EQ(dispatch(first, nullptr, {}, {semaphore}), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_TRUE(ran);
}

/// A dispatch starts after the last of its semaphores.
/// Two waits, signalled one after the other: the first signal must not start the dispatch.
TEST_P(Semaphores, AllWaitsCount) {
  std::atomic<bool> ran = false;
  CommandBuffer last = record();
  ASSERT_EQ(muxCommandUserCallback(last, setFlag, &ran), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(last), mux_success);
  CommandBuffer a = record();
  CommandBuffer b = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(a), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(b), mux_success);
  Semaphore one = makeSemaphore();
  Semaphore two = makeSemaphore();
  Fence fence = makeFence();
  const Settle settle(queue());
  ASSERT_EQ(dispatch(last, fence, {one, two}), mux_success);
  ASSERT_EQ(dispatch(a, nullptr, {}, {one}), mux_success);
  EXPECT_EQ(wait(fence, 20'000'000), mux_not_ready);
  EXPECT_FALSE(ran);
  ASSERT_EQ(dispatch(b, nullptr, {}, {two}), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_TRUE(ran);
}

/// Any number of dispatches may wait for one signal.
/// Contract of mux/semaphore.h: binary, set until muxResetSemaphore. Two dispatches pass, the third
/// one waits again.
TEST_P(Semaphores, StaySignalledUntilReset) {
  Semaphore semaphore = makeSemaphore();
  CommandBuffer first = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(first), mux_success);
  Fence fence = makeFence();
  const Settle settle(queue());
  ASSERT_EQ(dispatch(first, fence, {}, {semaphore}), mux_success);
  ASSERT_EQ(wait(fence), mux_success);

  CommandBuffer second = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(second), mux_success);
  for (int i = 0; i < 2; ++i) {
    Fence done = makeFence();
    const Settle each(queue());
    ASSERT_EQ(dispatch(second, done, {semaphore}), mux_success);
    EXPECT_EQ(wait(done), mux_success);
  }

  // Unsignalled again, so the next dispatch has to wait.
  ASSERT_EQ(muxResetSemaphore(semaphore), mux_success);
  Fence held = makeFence();
  const Settle last(queue());
  ASSERT_EQ(dispatch(second, held, {semaphore}), mux_success);
  EXPECT_EQ(wait(held, 20'000'000), mux_not_ready) << "the semaphore was reset";
  ASSERT_EQ(dispatch(first, nullptr, {}, {semaphore}), mux_success);
  EXPECT_EQ(wait(held), mux_success);
}

/// Each dispatch of a chain sees the bytes of its predecessor.
/// Fifty dispatches, submitted from the last to the first; each one writes to the same word.
TEST_P(Semaphores, OrderAChainOfWrites) {
  // Long enough that a device with several threads would mix an unordered chain.
  constexpr int length = 50;
  Buffer buffer = makeBuffer(4);
  std::vector<uint32_t> values(length);
  std::vector<CommandBuffer> commands;
  std::vector<Semaphore> semaphores;
  for (int i = 0; i < length; ++i) {
    values[static_cast<size_t>(i)] = static_cast<uint32_t>(i);
    commands.push_back(record());
    ASSERT_EQ(
        muxCommandFillBuffer(commands.back(), buffer, 0, 4, &values[static_cast<size_t>(i)], 4),
        mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(commands.back()), mux_success);
    semaphores.push_back(makeSemaphore());
  }
  Fence fence = makeFence();
  const Settle settle(queue());
  // The last dispatch first: none but the first of the chain may start.
  for (size_t i = length; i-- > 0;) {
    std::vector<mux_semaphore_t> waits;
    if (i > 0) {
      waits.push_back(semaphores[i - 1]);
    }
    ASSERT_EQ(
        dispatch(commands[i], i == length - 1 ? fence.get() : nullptr, waits, {semaphores[i]}),
        mux_success);
  }
  ASSERT_EQ(wait(fence), mux_success);
  EXPECT_EQ(contentsOf<uint32_t>(buffer)[0], length - 1u);
  EXPECT_EQ(muxWaitAll(queue()), mux_success);
}

/// Semaphores order dispatches of different queues.
/// The queue of the signal is not the queue of the wait.
TEST_P(Semaphores, WorkAcrossQueues) {
  Queue other;
  ASSERT_EQ(muxCreateQueue(device_, &other), mux_success);
  Semaphore semaphore = makeSemaphore();
  std::atomic<bool> ran = false;
  CommandBuffer waiting = record();
  ASSERT_EQ(muxCommandUserCallback(waiting, setFlag, &ran), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(waiting), mux_success);
  Fence fence = makeFence();
  const Settle settle(queue());
  ASSERT_EQ(dispatch(waiting, fence, {semaphore}), mux_success);
  CommandBuffer signalling = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(signalling), mux_success);
  mux_dispatch_t what{};
  what.command_buffer = signalling;
  what.signal_count = 1;
  const mux_semaphore_t signals[] = {semaphore};
  what.signals = signals;
  EXPECT_FALSE(ran);
  ASSERT_EQ(muxDispatch(other, &what), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_EQ(muxWaitAll(other), mux_success);
}

/// mux_error_invalid_handle for null and foreign handles.
/// Destroying null does nothing.
TEST_P(Semaphores, RefuseBadHandles) {
  Semaphore semaphore;
  EXPECT_EQ(muxCreateSemaphore(nullptr, &semaphore), mux_error_invalid_handle);
  EXPECT_EQ(muxCreateSemaphore(device_, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxResetSemaphore(nullptr), mux_error_invalid_handle);
  muxDestroySemaphore(device_, nullptr);
}

KILN_CTS_SUITE(Dispatches);

/// `completed` comes once, with the result and sound times.
/// Contract of mux_completion_t: start and end lie between two readings of the device clock. The
/// callback comes before the fence.
TEST_P(Dispatches, ReportTheirCompletion) {
  uint64_t before = 0;
  ASSERT_EQ(muxGetDeviceTime(device_, &before), mux_success);
  Completion completion;
  CommandBuffer commands = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  Fence fence = makeFence();
  mux_dispatch_t what{};
  what.command_buffer = commands;
  what.fence = fence;
  what.completed = Completion::note;
  what.user = &completion;
  const Settle settle(queue());
  ASSERT_EQ(muxDispatch(queue(), &what), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
  uint64_t after = 0;
  ASSERT_EQ(muxGetDeviceTime(device_, &after), mux_success);
  ASSERT_EQ(completion.calls, 1) << "called once, and before the fence is signalled";
  EXPECT_EQ(completion.seen.result, mux_success);
  EXPECT_LE(before, completion.seen.start);
  EXPECT_LE(completion.seen.start, completion.seen.end);
  EXPECT_LE(completion.seen.end, after);
}

/// `started` comes once, before the first command.
/// Contract of mux_dispatch_t::started. The driver sets CL_RUNNING there (CL 3.0 §5.11), so a late
/// call would show wrong states.
TEST_P(Dispatches, ReportTheirStart) {
  // The position of each callback in the order of calls; -1 before its call.
  struct Steps {
    std::atomic<int> count = 0, started = -1, ran = -1, completed = -1;
  } steps;
  CommandBuffer commands = record();
  const auto run = [](void *self) {
    auto &s = *static_cast<Steps *>(self);
    s.ran = s.count++;
  };
  ASSERT_EQ(muxCommandUserCallback(commands, run, &steps), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  Fence fence = makeFence();
  mux_dispatch_t what{};
  what.command_buffer = commands;
  what.fence = fence;
  what.user = &steps;
  what.started = [](void *self) {
    auto &s = *static_cast<Steps *>(self);
    s.started = s.count++;
  };
  what.completed = [](const mux_completion_t *, void *self) {
    auto &s = *static_cast<Steps *>(self);
    s.completed = s.count++;
  };
  const Settle settle(queue());
  ASSERT_EQ(muxDispatch(queue(), &what), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
  EXPECT_EQ(steps.count, 3);
  EXPECT_EQ(steps.started, 0);
  EXPECT_EQ(steps.ran, 1);
  EXPECT_EQ(steps.completed, 2);
}

// Destroys its command buffer and dispatches another one when the first has completed.
struct Follower {
  mux_device_t device;
  mux_queue_t queue;
  mux_command_buffer_t done, next;
  mux_fence_t fence;
  std::atomic<mux_result_t> result = mux_not_ready;

  static void follow(const mux_completion_t *, void *self) {
    auto &f = *static_cast<Follower *>(self);
    muxDestroyCommandBuffer(f.device, f.done);
    mux_dispatch_t what{};
    what.command_buffer = f.next;
    what.fence = f.fence;
    f.result = muxDispatch(f.queue, &what);
    f.result.notify_all();
  }
};

/// The callback may destroy its own command buffer and submit new work.
/// Contract of mux_dispatch_t::completed: the device touches the command buffer no more after the
/// call.
TEST_P(Dispatches, CompletionMayDestroyAndDispatch) {
  CommandBuffer next = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(next), mux_success);
  Fence fence = makeFence();
  mux_command_buffer_t first = nullptr;
  ASSERT_EQ(muxCreateCommandBuffer(device_, &first), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(first), mux_success);
  // Owns nothing; the callback destroys the first command buffer.
  Follower follower{device_, queue(), first, next, fence};
  mux_dispatch_t what{};
  what.command_buffer = first;
  what.completed = Follower::follow;
  what.user = &follower;
  const Settle settle(queue());
  ASSERT_EQ(muxDispatch(queue(), &what), mux_success);
  ASSERT_EQ(wait(fence), mux_success);
  follower.result.wait(mux_not_ready);  // the fence may be faster than the call that gave it
  EXPECT_EQ(follower.result, mux_success);
}

/// The callback may reuse its own command buffer.
/// The same command buffer is recorded and dispatched again inside of the callback.
TEST_P(Dispatches, CompletionMayResetAndRecordAnew) {
  struct Reuse {
    std::atomic<bool> ran = false;
    mux_command_buffer_t commands;
    mux_queue_t queue;
    mux_fence_t fence;
    std::atomic<int> errors = 0;
  } reuse;
  CommandBuffer commands = record();
  Fence fence = makeFence();
  reuse.commands = commands;
  reuse.queue = queue();
  reuse.fence = fence;
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_dispatch_t what{};
  what.command_buffer = commands;
  what.user = &reuse;
  what.completed = [](const mux_completion_t *, void *self) {
    auto &r = *static_cast<Reuse *>(self);
    r.errors += muxResetCommandBuffer(r.commands) != mux_success;
    r.errors += muxCommandUserCallback(r.commands, setFlag, &r.ran) != mux_success;
    r.errors += muxFinalizeCommandBuffer(r.commands) != mux_success;
    // The callback's own dispatch; only this one signals the fence.
    mux_dispatch_t again{};
    again.command_buffer = r.commands;
    again.fence = r.fence;
    r.errors += muxDispatch(r.queue, &again) != mux_success;
  };
  const Settle settle(queue());
  ASSERT_EQ(muxDispatch(queue(), &what), mux_success);
  EXPECT_EQ(wait(fence), mux_success);
  EXPECT_TRUE(reuse.ran);
  EXPECT_EQ(reuse.errors, 0);
}

/// muxWaitAll returns after the last dispatch.
/// Contract of muxWaitAll: eight dispatches without fences.
TEST_P(Dispatches, WaitAllWaitsForAll) {
  // One for each dispatch.
  std::atomic<bool> flags[8] = {};
  std::vector<CommandBuffer> commands;
  const Settle settle(queue());
  for (std::atomic<bool> &flag : flags) {
    commands.push_back(record());
    ASSERT_EQ(muxCommandUserCallback(commands.back(), setFlag, &flag), mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(commands.back()), mux_success);
    ASSERT_EQ(dispatch(commands.back()), mux_success);
  }
  EXPECT_EQ(muxWaitAll(queue()), mux_success);
  for (const std::atomic<bool> &flag : flags) {
    EXPECT_TRUE(flag);
  }
}

/// muxDestroyQueue returns after the last dispatch.
/// Contract of muxDestroyQueue: nothing submitted is lost.
TEST_P(Dispatches, DestroyingAQueueWaits) {
  std::atomic<bool> ran = false;
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandUserCallback(commands, setFlag, &ran), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  Queue own;
  ASSERT_EQ(muxCreateQueue(device_, &own), mux_success);
  mux_dispatch_t what{};
  what.command_buffer = commands;
  const Settle settle(queue());
  ASSERT_EQ(muxDispatch(own, &what), mux_success);
  // Destroys the queue under its pending dispatch.
  own.reset();
  EXPECT_TRUE(ran);
}

/// Threads start and end with the queues, again and again.
/// Twenty queues in a row; a device that leaks threads or misses a wake-up hangs or fails.
TEST_P(Dispatches, QueuesComeAndGo) {
  for (int i = 0; i < 20; ++i) {
    Queue own;
    ASSERT_EQ(muxCreateQueue(device_, &own), mux_success);
    CommandBuffer commands = record();
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    mux_dispatch_t what{};
    what.command_buffer = commands;
    ASSERT_EQ(muxDispatch(own, &what), mux_success);
    ASSERT_EQ(muxWaitAll(own), mux_success);
  }
}

/// muxHelp returns success once the caller's condition holds.
/// Contract of muxHelp: success, or mux_not_ready if others run the work. A device with processors
/// of its own may always answer the latter.
TEST_P(Dispatches, HelpRunsUntilDone) {
  std::atomic<bool> ran = false;
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandUserCallback(commands, setFlag, &ran), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  const Settle settle(queue());
  ASSERT_EQ(dispatch(commands), mux_success);
  const auto done = [](void *flag) -> int {
    return static_cast<std::atomic<bool> *>(flag)->load();
  };
  const mux_result_t result = muxHelp(queue(), done, &ran);
  EXPECT_TRUE(result == mux_success || result == mux_not_ready);
  EXPECT_EQ(muxWaitAll(queue()), mux_success);
  EXPECT_TRUE(ran);
  EXPECT_EQ(muxHelp(queue(), nullptr, nullptr), mux_error_invalid_value);
  EXPECT_EQ(muxHelp(nullptr, done, &ran), mux_error_invalid_handle);
}

/// Submission is thread-safe.
/// Four threads with 100 dispatches each on one queue: every callback runs once.
TEST_P(Dispatches, ManyThreadsDispatch) {
  // Each thread creates and destroys its own objects; only the queue is shared.
  constexpr int threadCount = 4;
  constexpr int perThread = 100;
  std::atomic<int> count = 0;
  std::atomic<int> failures = 0;
  mux_queue_t shared = queue();
  std::vector<std::thread> threads;
  for (int t = 0; t < threadCount; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < perThread; ++i) {
        CommandBuffer commands;
        Fence fence;
        failures += muxCreateCommandBuffer(device_, &commands) != mux_success;
        failures += muxCreateFence(device_, &fence) != mux_success;
        failures += muxCommandUserCallback(
                        commands, [](void *n) { ++*static_cast<std::atomic<int> *>(n); }, &count) !=
                    mux_success;
        failures += muxFinalizeCommandBuffer(commands) != mux_success;
        mux_dispatch_t what{};
        what.command_buffer = commands;
        what.fence = fence;
        const Settle settle(shared);
        failures += muxDispatch(shared, &what) != mux_success;
        failures += muxTryWait(shared, patience(), fence) != mux_success;
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(count, threadCount * perThread);
  EXPECT_EQ(failures, 0);
}

/// Handles, states and arrays are checked before anything runs.
/// A count without its array, a null semaphore in it, and a command buffer that is not finalized.
TEST_P(Dispatches, RefuseBadArguments) {
  CommandBuffer commands = record();
  mux_dispatch_t what{};
  what.command_buffer = commands;
  EXPECT_EQ(muxDispatch(queue(), &what), mux_error_invalid_state) << "not finalized";
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  EXPECT_EQ(muxDispatch(nullptr, &what), mux_error_invalid_handle);
  EXPECT_EQ(muxDispatch(queue(), nullptr), mux_error_invalid_value);
  what.wait_count = 1;
  EXPECT_EQ(muxDispatch(queue(), &what), mux_error_invalid_value);
  const mux_semaphore_t none[] = {nullptr};
  // The array is there, and its element is null.
  what.waits = none;
  EXPECT_EQ(muxDispatch(queue(), &what), mux_error_invalid_handle);
  what = {};
  EXPECT_EQ(muxDispatch(queue(), &what), mux_error_invalid_handle) << "no command buffer";
  EXPECT_EQ(muxWaitAll(nullptr), mux_error_invalid_handle);
  // Null and missing out-parameters of creation.
  mux_queue_t created = nullptr;
  EXPECT_EQ(muxCreateQueue(nullptr, &created), mux_error_invalid_handle);
  EXPECT_EQ(muxCreateQueue(device_, nullptr), mux_error_null_out_parameter);
  muxDestroyQueue(device_, nullptr);
}

}  // namespace mux::cts
