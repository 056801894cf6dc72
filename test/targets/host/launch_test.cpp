// Launches: the kernels' view, and each work-group run exactly once.
#include <numeric>

#include "fixture.h"
#include "host/properties.h"

namespace host::test {
namespace {

using testing::Each;

class Launch : public HostTest {};

TEST_F(Launch, RunsEachGroupOnceForManyGridShapes) {
  const Grid grids[] = {
      {{1}, {1}, {}},
      {{7}, {1}, {}},
      {{1000}, {1}, {}},
      {{1000000}, {1}, {}},
      {{1000}, {7}, {}},
      {{1, 5000}, {1, 1}, {}},
      {{1, 1, 5000}, {}, {}},
      {{33, 17}, {4, 3}, {}},
      {{5, 6, 7}, {2, 2, 2}, {}},
      {{4096, 64}, {64, 1}, {}},
      {{3, 1, 100001}, {3, 1, 2}, {}},
  };
  for (const Grid &grid : grids) {
    int64_t groups = 1;
    for (size_t i = 0; i < grid.global.size(); ++i) {
      uint64_t local = i < grid.local.size() ? grid.local[i] : 1;
      groups *= static_cast<int64_t>((grid.global[i] + local - 1) / local);
    }
    Buffer<int> counts(device_, static_cast<size_t>(groups));
    for (int repetition = 1; repetition <= 3; ++repetition) {
      ASSERT_EQ(run("count_groups", grid, {counts.argument()}), mux_success);
      ASSERT_EQ(std::ranges::count(counts, repetition), groups);
    }
  }
}

TEST_F(Launch, AnEmptyGridDoesNothing) {
  Buffer<uint32_t> counts(device_, 1);
  EXPECT_EQ(run("count_groups", {{0}, {1}, {}}, {counts.argument()}), mux_success);
  EXPECT_EQ(run("count_groups", {{5, 0}, {1, 1}, {}}, {counts.argument()}), mux_success);
  EXPECT_EQ(counts[0], 0u);
}

TEST_F(Launch, FillsTheSchedule) {
  Buffer<mux_schedule_t> seen(device_, 4 * 3);
  ASSERT_EQ(run("record_schedule", {{30, 20}, {8, 7}, {100, 200}}, {seen.argument()}), mux_success);
  for (const mux_schedule_t &schedule : seen) {
    EXPECT_EQ(schedule.abi_version, MUX_ABI_VERSION);
    EXPECT_EQ(schedule.dimensions, 2u);
    EXPECT_THAT(schedule.global_size, testing::ElementsAre(30, 20, 1));
    EXPECT_THAT(schedule.global_offset, testing::ElementsAre(100, 200, 0));
    EXPECT_THAT(schedule.local_size, testing::ElementsAre(8, 7, 1));
    EXPECT_THAT(schedule.last_local_size, testing::ElementsAre(6, 6, 1));
    EXPECT_THAT(schedule.num_groups, testing::ElementsAre(4, 3, 1));
    EXPECT_EQ(schedule.arena % 128, 0u);
    EXPECT_GE(schedule.frame, schedule.arena);
    EXPECT_LE(schedule.frame + schedule.frame_size, schedule.arena + schedule.arena_size);
    EXPECT_GE(schedule.local_memory, schedule.arena);
    EXPECT_LE(schedule.local_memory + schedule.local_memory_size,
              schedule.arena + schedule.arena_size);
    EXPECT_NE(schedule.private_memory, 0u);
    EXPECT_GE(schedule.private_memory_size, 1u << 20);
    EXPECT_EQ(schedule.printf_buffer, 0u);
    EXPECT_EQ(schedule.fp_control, mux_fp_control_default);
    EXPECT_LT(schedule.worker, hostInfo()->compute_units);
    EXPECT_THAT(schedule.reserved, Each(0));
  }
}

TEST_F(Launch, CopiesArgumentsAtRecording) {
  Buffer<float> data(device_, 1000);
  std::iota(data.begin(), data.end(), 0.0f);
  mux_command_buffer_t commands = commandBuffer();
  {
    float factor = 3;
    ASSERT_EQ(
        record(commands, "scale", {{1000}, {64}, {}}, {data.argument(), valueArgument(factor)}),
        mux_success);
    factor = 99;
  }
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  for (int i = 0; i < 2; ++i) {  // a command buffer runs as often as wanted
    mux_fence_t done = fence();
    ASSERT_EQ(dispatch(commands, done), mux_success);
    ASSERT_EQ(wait(done), mux_success);
  }
  for (size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(data[i], 9 * static_cast<float>(i));
  }
}

TEST_F(Launch, RunsLargeFrames) {
  constexpr uint64_t items = 4096, words = 65536 / 8;
  Buffer<uint64_t> sums(device_, 2);
  ASSERT_EQ(run("use_frame", {{2 * items}, {items}, {}}, {sums.argument()}), mux_success);
  const uint64_t expected = words * (items * (items - 1) / 2) + items * (words * (words - 1) / 2);
  EXPECT_EQ(sums[0], expected);
  EXPECT_EQ(sums[1], expected);
}

TEST_F(Launch, PlacesLocalMemory) {
  Buffer<uint32_t> out(device_, 500);
  ASSERT_EQ(run("use_local", {{500}, {1}, {}}, {out.argument(), localArgument(256)}), mux_success);
  EXPECT_THAT(out, Each(63 * 64 / 2 * 1001 + 256));
}

TEST_F(Launch, RefusesMoreLocalMemoryThanThereIs) {
  Buffer<uint32_t> out(device_, 1);
  EXPECT_EQ(run("use_local", {{1}, {1}, {}}, {out.argument(), localArgument(localMemorySize)}),
            mux_error_out_of_resources);
}

TEST_F(Launch, GivesKernelsALargeStack) {
  Buffer<uint32_t> out(device_, 20);
  ASSERT_EQ(run("use_stack", {{20}, {1}, {}}, {out.argument()}), mux_success);
  uint32_t expected = 0;
  for (uint32_t i = 0; i < (1 << 20); i += 64) {
    expected += static_cast<uint8_t>(i / 64);
  }
  EXPECT_THAT(out, Each(expected));
}

TEST_F(Launch, RelocatesAndKeepsData) {
  Buffer<uint32_t> out(device_, 11);
  ASSERT_EQ(run("use_data", {{10}, {1}, {}}, {out.argument()}), mux_success);
  EXPECT_EQ(out[8], 1u);
  EXPECT_EQ(out[9], 2u);
  EXPECT_EQ(out[10], 10u);
  ASSERT_EQ(run("use_data", {{10}, {1}, {}}, {out.argument()}), mux_success);
  EXPECT_EQ(out[10], 20u);
}

TEST_F(Launch, PassesThePrintfBuffer) {
  Buffer<uint32_t> buffer(device_, 64);
  ASSERT_EQ(run("use_printf", {{10}, {1}, {}}, {}, buffer.handle()), mux_success);
  EXPECT_EQ(buffer[0], 80u);
}

TEST_F(Launch, NeverRunsTwoGroupsOnOneWorkerAtOnce) {
  const uint32_t units = hostInfo()->compute_units;
  Buffer<uint32_t> owners(device_, units), errors(device_, 1);
  std::vector<mux_fence_t> fences;
  for (int i = 0; i < 20; ++i) {
    mux_command_buffer_t commands = commandBuffer();
    ASSERT_EQ(
        record(commands, "own_worker", {{5000}, {1}, {}}, {owners.argument(), errors.argument()}),
        mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    ASSERT_EQ(dispatch(commands, fences.emplace_back(fence())), mux_success);
  }
  for (mux_fence_t done : fences) {
    EXPECT_EQ(wait(done), mux_success);
  }
  EXPECT_EQ(errors[0], 0u);
}

struct FpResult {
  uint32_t control, x87;
  float halved;
};

#if defined(__x86_64__)
constexpr uint32_t roundingAndDenormals = 0xffc0;  // the control bits of MXCSR
constexpr uint32_t defaultControl = 0x1f80;

uint32_t readControl() {
  uint32_t control = 0;
  asm volatile("stmxcsr %0" : "=m"(control));
  return control;
}
void writeControl(uint32_t control) {
  asm volatile("ldmxcsr %0" ::"m"(control));
}

uint16_t readX87() {
  uint16_t control = 0;
  asm volatile("fnstcw %0" : "=m"(control));
  return control;
}
void writeX87(uint16_t control) {
  asm volatile("fldcw %0" ::"m"(control));
}

TEST_F(Launch, KernelsHaveTheirOwnFloatingPointEnvironment) {
  constexpr uint32_t oddControl = 0x1f80 | 0x8040 | 0x4000;  // FTZ, DAZ, round up
  constexpr uint16_t oddX87 = 0x0f7f;                        // round to zero
  const uint16_t oldX87 = readX87();
  Buffer<FpResult> standard(device_, 300), flushed(device_, 300);
  writeControl(oddControl);
  writeX87(oddX87);
  EXPECT_EQ(run("observe_fp", {{300}, {1}, {}}, {standard.argument()}), mux_success);
  EXPECT_EQ(run("observe_fp_flushed", {{300}, {1}, {}}, {flushed.argument()}), mux_success);
  const uint32_t control = readControl() & roundingAndDenormals;
  const uint16_t x87 = readX87();
  writeControl(defaultControl);
  writeX87(oldX87);
  EXPECT_EQ(control, oddControl);
  EXPECT_EQ(x87, oddX87);
  for (const FpResult &result : standard) {
    EXPECT_EQ(result.control & roundingAndDenormals, defaultControl);
    EXPECT_EQ(result.x87, 0x037fu);
    EXPECT_EQ(result.halved, 0x1p-127f);
  }
  for (const FpResult &result : flushed) {
    EXPECT_EQ(result.control & roundingAndDenormals, defaultControl | 0x8040);
    EXPECT_EQ(result.halved, 0.0f);
  }
}

TEST_F(Launch, WorkersDoNotInheritTheApplicationsEnvironment) {
  writeControl(defaultControl | 0x6000);
  mux_device_t device = nullptr;
  mux_queue_t other = nullptr;
  ASSERT_EQ(muxCreateDevice(hostInfo(), nullptr, &device), mux_success);
  ASSERT_EQ(muxCreateQueue(device, &other), mux_success);
  writeControl(defaultControl);
  mux_command_buffer_t commands = nullptr;
  ASSERT_EQ(muxCreateCommandBuffer(device, &commands), mux_success);
  std::atomic<uint32_t> seen = 0;
  ASSERT_EQ(
      muxCommandUserCallback(
          commands, [](void *out) { *static_cast<std::atomic<uint32_t> *>(out) = readControl(); },
          &seen),
      mux_success);
  ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
  mux_dispatch_t info = {};
  info.command_buffer = commands;
  ASSERT_EQ(muxDispatch(other, &info), mux_success);
  while (seen == 0) {  // no help: a worker has to do it
  }
  EXPECT_EQ(seen & roundingAndDenormals, defaultControl);
  muxDestroyQueue(device, other);
  muxDestroyCommandBuffer(device, commands);
  muxDestroyDevice(device);
}
#endif

TEST_F(Launch, AnswersSizeQueries) {
  uint64_t items = 0;
  ASSERT_EQ(muxQueryMaxWorkGroupSize(kernel("use_frame"), 0, &items), mux_success);
  EXPECT_EQ(items, maxWorkGroupSize);
  const uint64_t global[3] = {10000, 1, 1};
  uint64_t local[3] = {};
  ASSERT_EQ(muxQueryLocalSize(kernel("empty"), 1, global, 0, local), mux_success);
  EXPECT_GE(local[0], 1u);
  EXPECT_EQ(10000 % local[0], 0u);
}

}  // namespace
}  // namespace host::test
