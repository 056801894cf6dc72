// Tests the states of command buffers, user callbacks and query pools (doc/mux-spec.md §3).
//
// A command buffer is recorded once, finalized, and dispatched any number of times, one dispatch at
// a time. The driver records most of OpenCL's commands anew for each enqueue, and replays buffers
// of cl_khr_command_buffer. Query pools take times and counters between two commands.
#include <cfenv>
#include <numeric>

#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(CommandBuffers);

/// A finalized command buffer refuses each kind of command: mux_error_invalid_state.
/// The state is checked before the arguments, so null kernels and pools give the same error.
TEST_P(CommandBuffers, TakeNothingAfterFinalize) {
  Buffer buffer = makeBuffer(256);
  CommandBuffer commands = record();
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  char bytes[256] = {};
  // One byte: valid for each command with a region.
  const mux_buffer_region_t box{{1, 1, 1}, {}, {}, 1, 1, 1, 1};
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, 0, bytes, 1), mux_error_invalid_state);
  EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 0, bytes, 1), mux_error_invalid_state);
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 0, buffer, 9, 1), mux_error_invalid_state);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 1, bytes, 1), mux_error_invalid_state);
  EXPECT_EQ(muxCommandReadBufferRegion(commands, buffer, bytes, &box), mux_error_invalid_state);
  EXPECT_EQ(muxCommandWriteBufferRegion(commands, buffer, bytes, &box), mux_error_invalid_state);
  EXPECT_EQ(muxCommandCopyBufferRegion(commands, buffer, buffer, &box), mux_error_invalid_state);
  EXPECT_EQ(muxCommandUserCallback(commands, [](void *) {}, nullptr), mux_error_invalid_state);
  EXPECT_EQ(muxCommandNDRange(commands, nullptr, nullptr), mux_error_invalid_state);
  EXPECT_EQ(muxCommandBeginQuery(commands, nullptr, 0), mux_error_invalid_state);
  EXPECT_EQ(muxCommandEndQuery(commands, nullptr, 0), mux_error_invalid_state);
  EXPECT_EQ(muxFinalizeCommandBuffer(commands), mux_error_invalid_state);
}

/// Commands from before a reset do not run.
/// Contract of muxResetCommandBuffer: the second half of the buffer shows a command that survived.
TEST_P(CommandBuffers, ResetDropsTheCommands) {
  Buffer buffer = makeBuffer(pattern(16));
  CommandBuffer commands = record();
  const uint8_t one = 1;
  const uint8_t two = 2;
  ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, 16, &one, 1), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
  ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, 8, &two, 1), mux_success);

  // Overwrites the buffer in between, so a command that should be gone is visible.
  Buffer before = makeBuffer(pattern(16, 9));
  CommandBuffer copy = record();
  ASSERT_EQ(muxCommandCopyBuffer(copy, before, 0, buffer, 0, 16), mux_success);
  ASSERT_EQ(run(copy), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  auto expected = pattern(16, 9);
  std::fill_n(expected.begin(), 8, two);
  EXPECT_EQ(contents(buffer), expected) << "commands from before the reset ran again";
}

/// A reset is valid in the recording state too.
/// The dropped command never runs.
TEST_P(CommandBuffers, ResetWhileRecording) {
  Buffer buffer = makeBuffer(pattern(16));
  CommandBuffer commands = record();
  const uint8_t one = 1;
  ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, 16, &one, 1), mux_success);
  ASSERT_EQ(muxResetCommandBuffer(commands), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(contents(buffer), pattern(16));
}

/// A finalized command buffer can be dispatched again and again.
/// The driver replays cl_khr_command_buffer this way.
TEST_P(CommandBuffers, RunAsOftenAsWanted) {
  int count = 0;
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandUserCallback(
                commands, [](void *n) { ++*static_cast<int *>(n); }, &count),
            mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  for (int i = 1; i <= 5; ++i) {
    Fence fence = makeFence();
    const Settle settle(queue());
    ASSERT_EQ(dispatch(commands, fence), mux_success);
    ASSERT_EQ(wait(fence), mux_success);
    EXPECT_EQ(count, i);
  }
}

/// Each command sees the effects of its predecessors.
/// 200 pairs of a fill and a read on one word: each read sees the fill in front of it.
TEST_P(CommandBuffers, RunTheirCommandsInOrder) {
  // Each read sees only the fill right before it.
  constexpr uint32_t steps = 200;
  Buffer buffer = makeBuffer(4);
  std::vector<uint32_t> seen(steps);
  CommandBuffer commands = record();
  for (uint32_t i = 0; i < steps; ++i) {
    ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, 4, &i, 4), mux_success);
    ASSERT_EQ(muxCommandReadBuffer(commands, buffer, 0, &seen[i], 4), mux_success);
  }
  ASSERT_EQ(run(commands), mux_success);
  for (uint32_t i = 0; i < steps; ++i) {
    ASSERT_EQ(seen[i], i);
  }
}

/// A dispatch without commands completes.
/// Semaphores and fences of an empty dispatch still work.
TEST_P(CommandBuffers, MayBeEmpty) {
  CommandBuffer commands = record();
  EXPECT_EQ(run(commands), mux_success);
}

/// mux_error_invalid_handle for null and foreign handles.
/// A null callback is mux_error_invalid_value.
TEST_P(CommandBuffers, RefuseBadHandles) {
  CommandBuffer commands;
  EXPECT_EQ(muxCreateCommandBuffer(nullptr, &commands), mux_error_invalid_handle);
  EXPECT_EQ(muxCreateCommandBuffer(device_, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxFinalizeCommandBuffer(nullptr), mux_error_invalid_handle);
  EXPECT_EQ(muxResetCommandBuffer(nullptr), mux_error_invalid_handle);
  commands = record();
  EXPECT_EQ(muxCommandUserCallback(commands, nullptr, nullptr), mux_error_invalid_value);
  muxDestroyCommandBuffer(device_, nullptr);
}

/// Callbacks round to nearest and do not trap, whatever the application has set.
/// A callback may run on the waiting thread, whose rounding mode is the application's. Both sides
/// have to be shielded from each other.
TEST_P(CommandBuffers, CallbacksHaveTheDefaultFloatingPointEnvironment) {
  // Set by the callback.
  int mode = -1;
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandUserCallback(
                commands, [](void *m) { *static_cast<int *>(m) = std::fegetround(); }, &mode),
            mux_success);
  const int before = std::fegetround();
  // The application's mode, on the thread that will wait.
  std::fesetround(FE_UPWARD);
  const mux_result_t result = run(commands);
  EXPECT_EQ(std::fegetround(), FE_UPWARD) << "the caller's mode is restored";
  std::fesetround(before);
  EXPECT_EQ(result, mux_success);
  EXPECT_EQ(mode, FE_TONEAREST);
}

KILN_CTS_SUITE(Queries);

/// Durations lie within the dispatch, on the device's clock.
/// Contract of mux_query_duration: nanoseconds of muxGetDeviceTime, in the order of the commands. A
/// slot without a query makes a range of slots mux_not_ready.
TEST_P(Queries, TimeCommands) {
  QueryPool pool;
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_duration, 3, nullptr, 0, &pool), mux_success);
  Buffer buffer = makeBuffer(1 << 16);
  const uint32_t zero = 0;
  // Clock readings around the dispatch.
  uint64_t before = 0;
  uint64_t after = 0;
  ASSERT_EQ(muxGetDeviceTime(device_, &before), mux_success);
  CommandBuffer commands = record();
  // Slot 1 stays unwritten.
  for (uint32_t slot : {0u, 2u}) {
    ASSERT_EQ(muxCommandBeginQuery(commands, pool, slot), mux_success);
    ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, 1 << 16, &zero, 4), mux_success);
    ASSERT_EQ(muxCommandEndQuery(commands, pool, slot), mux_success);
  }
  ASSERT_EQ(run(commands), mux_success);
  ASSERT_EQ(muxGetDeviceTime(device_, &after), mux_success);
  // One for each slot.
  mux_duration_result_t results[3] = {};
  ASSERT_EQ(muxGetQueryResults(pool, 0, 1, &results[0], sizeof results[0]), mux_success);
  ASSERT_EQ(muxGetQueryResults(pool, 2, 1, &results[2], sizeof results[2]), mux_success);
  EXPECT_LE(before, results[0].start);
  EXPECT_LE(results[0].start, results[0].end);
  EXPECT_LE(results[0].end, results[2].start);
  EXPECT_LE(results[2].start, results[2].end);
  EXPECT_LE(results[2].end, after);
  EXPECT_EQ(muxGetQueryResults(pool, 0, 3, results, sizeof results), mux_not_ready)
      << "slot 1 was not written";
}

/// An unwritten slot answers mux_not_ready.
/// Contract of muxResetQueryPool.
TEST_P(Queries, AreNotReadyBeforeAndAfterReset) {
  QueryPool pool;
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_duration, 1, nullptr, 0, &pool), mux_success);
  mux_duration_result_t result = {};
  EXPECT_EQ(muxGetQueryResults(pool, 0, 1, &result, sizeof result), mux_not_ready);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(muxGetQueryResults(pool, 0, 1, &result, sizeof result), mux_success);
  ASSERT_EQ(muxResetQueryPool(pool), mux_success);
  EXPECT_EQ(muxGetQueryResults(pool, 0, 1, &result, sizeof result), mux_not_ready);
}

/// A kernel with a load and a store, so that counters have something to count.
constexpr char countedSource[] = "kernel void k(global int *out) { out[get_global_id(0)] += 1; }";

/// Each counter of the device info has a name and a description.
/// Names have no blanks, so that tools can take them as words.
TEST_P(Queries, CountersAreDescribed) {
  for (uint32_t i = 0; i < info()->counter_count; ++i) {
    ASSERT_NE(info()->counters, nullptr);
    ASSERT_NE(info()->counters[i].name, nullptr);
    EXPECT_EQ(std::string_view(info()->counters[i].name).find(' '), std::string_view::npos);
    EXPECT_NE(std::string_view(info()->counters[i].name), "");
    EXPECT_NE(info()->counters[i].description, nullptr);
  }
}

/// Counters add up over the ND-ranges between begin and end.
/// Overlapping queries: one spans two ranges, one spans one, and the last spans none, so it counts
/// 0. A second run after a reset starts from 0 again.
TEST_P(Queries, CountWhatRangesDo) {
  const uint32_t count = info()->counter_count;
  if (count == 0) {
    return;
  }
  std::vector<uint32_t> counters(count);
  // All counters of the device.
  std::iota(counters.begin(), counters.end(), 0u);
  QueryPool pool;
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_counter, 3, counters.data(), count, &pool),
            mux_success);
  Kernel kernel = makeKernel(countedSource);
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBuffer(1024 * sizeof(int));
  const mux_argument_t arguments[] = {bufferArgument(out)};
  const mux_ndrange_t range = ndrange({1024}, {16}, arguments);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success) << "before all queries";
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success);
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 1), mux_success);
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 1), mux_success);
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 2), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 2), mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(muxResetQueryPool(pool), mux_success);
    std::vector<uint64_t> results(3 * count, ~uint64_t{0});
    const uint64_t size = results.size() * sizeof results[0];
    EXPECT_EQ(muxGetQueryResults(pool, 0, 3, results.data(), size), mux_not_ready);
    ASSERT_EQ(runFinalized(commands), mux_success);
    ASSERT_EQ(muxGetQueryResults(pool, 0, 3, results.data(), size), mux_success);
    // At least one counter grows with the work; others may stay 0 on some device.
    bool countsSomething = false;
    for (uint32_t k = 0; k < count; ++k) {
      EXPECT_GE(results[k], results[count + k]) << info()->counters[k].name << ", two and one";
      EXPECT_EQ(results[2 * count + k], 0u) << info()->counters[k].name << " without a range";
      countsSomething |= results[k] > results[count + k] && results[count + k] != 0;
    }
    EXPECT_TRUE(countsSomething);
    EXPECT_EQ(muxGetQueryResults(pool, 0, 3, results.data(), size - 1), mux_error_invalid_value);
  }
}

/// Results are in the order of the pool's creation, repeated counters included.
/// An unknown counter is mux_error_unsupported, also behind a known one.
TEST_P(Queries, GiveTheCountersThatWereAskedFor) {
  const uint32_t count = info()->counter_count;
  // The first is known if there are counters; the second is one behind the end.
  const uint32_t unknown[] = {0, count};
  QueryPool pool;
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, unknown, 2, &pool),
            mux_error_unsupported);
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, &count, 1, &pool),
            mux_error_unsupported);
  EXPECT_FALSE(pool);
  if (count == 0) {
    return;
  }
  // The same counter twice, from the end to the start: each place has the value of its own.
  const uint32_t wanted[] = {count - 1, 0, count - 1};
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, wanted, 3, &pool), mux_success);
  Kernel kernel = makeKernel(countedSource);
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBuffer(64 * sizeof(int));
  const mux_argument_t arguments[] = {bufferArgument(out)};
  const mux_ndrange_t range = ndrange({64}, {4}, arguments);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  uint64_t results[3] = {};
  ASSERT_EQ(muxGetQueryResults(pool, 0, 1, results, sizeof results), mux_success);
  EXPECT_EQ(results[0], results[2]);
}

/// Types, slots, counters and ranges are checked.
/// Wrong types, no slot, slots behind the end, and results that do not fit.
TEST_P(Queries, RefuseBadArguments) {
  QueryPool pool;
  const uint32_t unknown = UINT32_MAX;
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_duration, 0, nullptr, 0, &pool),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueryPool(device_, static_cast<mux_query_type_t>(9), 1, nullptr, 0, &pool),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_duration, 1, &unknown, 1, &pool),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, nullptr, 0, &pool),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, &unknown, 1, &pool),
            mux_error_unsupported);
  EXPECT_EQ(muxCreateQueryPool(device_, mux_query_duration, 1, nullptr, 0, nullptr),
            mux_error_null_out_parameter);
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_duration, 2, nullptr, 0, &pool), mux_success);
  mux_duration_result_t results[3] = {};
  EXPECT_EQ(muxGetQueryResults(pool, 1, 2, results, sizeof results), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueryResults(pool, 0, 2, results, sizeof results[0]), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueryResults(pool, 0, 0, results, sizeof results), mux_error_invalid_value);
  EXPECT_EQ(muxGetQueryResults(pool, 0, 1, nullptr, 100), mux_error_null_out_parameter);
  EXPECT_EQ(muxGetQueryResults(nullptr, 0, 1, results, 100), mux_error_invalid_handle);
  EXPECT_EQ(muxResetQueryPool(nullptr), mux_error_invalid_handle);
  CommandBuffer commands = record();
  EXPECT_EQ(muxCommandBeginQuery(commands, pool, 2), mux_error_invalid_value);
  EXPECT_EQ(muxCommandEndQuery(commands, nullptr, 0), mux_error_invalid_handle);
  muxDestroyQueryPool(device_, nullptr);
}

}  // namespace mux::cts
