// The in-process device's own behaviour: memory out of reach, its allocator, its counters.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "allocator.h"
#include "fixture.h"
#include "hal/program.h"

namespace hal::test {
namespace {

class InProcess : public testing::Test {
 protected:
  InProcess() { EXPECT_EQ(hal_.open(&device_), hal_success); }
  ~InProcess() override { hal_.close(device_); }

  hal_address_t allocate(uint64_t size) {
    hal_address_t address = 0;
    EXPECT_EQ(hal_.allocate(device_, size, 0, &address), hal_success);
    return address;
  }

  const hal_t &hal_ = *arenaHal();
  hal_device_t device_ = nullptr;
};

/// Returns true if this process may read the byte, as the kernel sees it.
bool isReadable(hal_address_t address) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const ssize_t written = write(ends[1], reinterpret_cast<const void *>(address), 1);
  EXPECT_TRUE(written == 1 || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return written == 1;
}

TEST_F(InProcess, MemoryIsOutOfReachUnlessAJobRuns) {
  const hal_address_t memory = allocate(4096);
  const uint64_t zeros[2] = {};
  ASSERT_EQ(hal_.write(device_, memory, zeros, sizeof zeros), hal_success);
  EXPECT_FALSE(isReadable(memory));

  hal_program_t program = 0;
  hal_kernel_t waitForFlag = 0;
  ASSERT_EQ(hal_.load_program(device_, kernelBinary().data(), kernelBinary().size(), &program),
            hal_success);
  ASSERT_EQ(hal_.find_kernel(device_, program, 9, &waitForFlag), hal_success);
  const uint64_t arguments[] = {memory, memory + 8};  // started, flag
  mux_schedule_t schedule = {};
  hal_launch_t launch = {};
  launch.kernel = waitForFlag;
  launch.arguments = arguments;
  launch.arguments_size = sizeof arguments;
  launch.schedule = &schedule;
  launch.group_count = 1;
  hal_job_t job = 0;
  ASSERT_EQ(hal_.launch(device_, &launch, &job), hal_success);
  uint32_t started = 0;
  while (started == 0) {
    ASSERT_EQ(hal_.read(device_, &started, memory, sizeof started), hal_success);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(isReadable(memory));
  const uint32_t one = 1;
  ASSERT_EQ(hal_.write(device_, memory + 8, &one, sizeof one), hal_success);
  uint64_t counters[2] = {};
  hal_job_result_t result = {.result = hal_success, .start = 0, .end = 0, .counters = counters};
  EXPECT_EQ(hal_.wait(device_, job, UINT64_MAX, &result), hal_success);
  EXPECT_FALSE(isReadable(memory));
  EXPECT_EQ(counters[0], 1u) << "work-groups";
  EXPECT_GE(counters[1], 1u) << "nanoseconds";
  hal_.unload_program(device_, program);
}

TEST_F(InProcess, TransfersStayInsideOfAllocations) {
  const hal_address_t memory = allocate(100), neighbour = allocate(100);
  std::vector<std::byte> bytes(400);
  const struct {
    hal_address_t address;
    uint64_t size;
  } bad[] = {{memory, 101},
             {memory + 1, 100},
             {memory + 100, 1},
             {memory - 1, 2},
             {memory, 1000},
             {memory, UINT64_MAX},
             {neighbour, 101},
             {neighbour + 101, 0},
             {0, 1},
             {memory + 50, UINT64_MAX - 10}};
  for (const auto &[address, size] : bad) {
    EXPECT_EQ(hal_.write(device_, address, bytes.data(), size), hal_error_invalid_value);
    EXPECT_EQ(hal_.read(device_, bytes.data(), address, size), hal_error_invalid_value);
    EXPECT_EQ(hal_.copy(device_, address, memory, size), hal_error_invalid_value);
    EXPECT_EQ(hal_.copy(device_, memory, address, size), hal_error_invalid_value);
    EXPECT_EQ(hal_.fill(device_, address, size, bytes.data(), 1), hal_error_invalid_value);
  }
  EXPECT_EQ(hal_.fill(device_, memory, 99, bytes.data(), 2), hal_error_invalid_value);
  EXPECT_EQ(hal_.fill(device_, memory, 100, bytes.data(), 0), hal_error_invalid_value);
  EXPECT_EQ(hal_.write(device_, memory, bytes.data(), 100), hal_success);
  hal_.release(device_, memory);
  EXPECT_EQ(hal_.write(device_, memory, bytes.data(), 100), hal_error_invalid_value);
}

TEST_F(InProcess, LaunchesAreChecked) {
  hal_program_t program = 0;
  hal_kernel_t empty = 0;
  ASSERT_EQ(hal_.load_program(device_, kernelBinary().data(), kernelBinary().size(), &program),
            hal_success);
  ASSERT_EQ(hal_.find_kernel(device_, program, 0, &empty), hal_success);
  const hal_address_t arenas = allocate(4 * 4096);
  mux_schedule_t schedule = {};
  hal_launch_t good = {};
  good.kernel = empty;
  good.schedule = &schedule;
  good.group_count = 1;
  good.arenas = arenas;
  good.arena_stride = good.arena_size = 4096;
  hal_job_t job = 0;
  hal_launch_t bad = good;
  bad.arena_size = 4097;  // more than the stride
  EXPECT_EQ(hal_.launch(device_, &bad, &job), hal_error_invalid_value);
  bad = good;
  bad.arena_stride = 8192;  // beyond the allocation
  EXPECT_EQ(hal_.launch(device_, &bad, &job), hal_error_invalid_value);
  bad = good;
  bad.arena_stride = UINT64_MAX;
  EXPECT_EQ(hal_.launch(device_, &bad, &job), hal_error_invalid_value);
  hal_job_result_t result = {};
  ASSERT_EQ(hal_.launch(device_, &good, &job), hal_success);
  EXPECT_EQ(hal_.wait(device_, job, UINT64_MAX, &result), hal_success);
}

TEST(InProcessAllocator, AgreesWithASimpleOne) {
  constexpr uint64_t base = 0x10000, size = 4096;
  inprocess::Allocator allocator(base, size);
  std::vector<char> taken(size);
  std::vector<std::pair<uint64_t, uint64_t>> live;
  std::mt19937 random(5);
  for (int step = 0; step < 20'000; ++step) {
    if (random() % 2 == 0 && !live.empty()) {
      const size_t which = random() % live.size();
      const auto [address, length] = live[which];
      EXPECT_EQ(allocator.release(address), length);
      EXPECT_EQ(allocator.release(address), 0u) << "only once";
      std::fill_n(&taken[address - base], length, 0);
      live.erase(live.begin() + static_cast<ptrdiff_t>(which));
      continue;
    }
    const uint64_t length = 1 + random() % 300, alignment = uint64_t{1} << random() % 8;
    const auto address = allocator.allocate(length, alignment);
    bool fits = false;
    for (uint64_t at = 0; !fits && at + length <= size; at += alignment) {
      fits = std::all_of(&taken[at], &taken[at] + length, [](char t) { return t == 0; });
    }
    ASSERT_EQ(address.has_value(), fits) << "it finds every gap";
    if (address) {
      EXPECT_EQ(*address % alignment, 0u);
      EXPECT_TRUE(std::all_of(&taken[*address - base], &taken[*address - base] + length,
                              [](char t) { return t == 0; }));
      std::fill_n(&taken[*address - base], length, 1);
      live.emplace_back(*address, length);
      EXPECT_TRUE(allocator.contains(*address, length));
      EXPECT_TRUE(allocator.contains(*address + length, 0));
      EXPECT_FALSE(allocator.contains(*address, length + 1));
    }
  }
  EXPECT_FALSE(allocator.contains(0, 0));
  EXPECT_FALSE(allocator.allocate(UINT64_MAX, 1));
  EXPECT_FALSE(allocator.allocate(1, uint64_t{1} << 63));
}

/// hal::loadProgram with a vector as memory.
class Loading : public testing::Test {
 protected:
  hal_result_t load(std::span<const std::byte> binary) {
    return loadProgram(
        *info_, binary,
        [&](uint64_t size) {
          memory_.resize(size);
          return base_;
        },
        [&](const mux::elf::Image &, hal_address_t, std::span<const std::byte> bytes) {
          EXPECT_EQ(bytes.size(), memory_.size());
          std::ranges::copy(bytes, memory_.begin());
          return written_;
        },
        &program_);
  }
  Loading() { EXPECT_EQ(arenaHal()->get_info(&info_), hal_success); }

  const hal_info_t *info_ = nullptr;
  hal_address_t base_ = 0x4000'0000;
  hal_result_t written_ = hal_success;
  std::vector<std::byte> memory_;
  LoadedProgram program_;
};

TEST_F(Loading, RelocatesForTheDevice) {
  ASSERT_EQ(load(kernelBinary()), hal_success);
  EXPECT_EQ(program_.base, base_);
  EXPECT_EQ(program_.size, memory_.size());
  ASSERT_EQ(program_.entries.size(), 13u);
  // The table in the image holds the same addresses.
  const uint64_t *table = reinterpret_cast<const uint64_t *>(
      memory_.data() + program_.image.tableAddress + sizeof(mux_kernel_table_t));
  for (size_t i = 0; i < program_.entries.size(); ++i) {
    EXPECT_EQ(table[i], program_.entries[i]);
    EXPECT_GE(program_.entries[i], base_);
    EXPECT_LT(program_.entries[i], base_ + program_.size);
  }
}

TEST_F(Loading, SaysWhyItFailed) {
  EXPECT_EQ(load({}), hal_error_invalid_binary);
  EXPECT_EQ(load(kernelBinary().first(1000)), hal_error_invalid_binary);
  hal_info_t other = *info_;
  other.elf_machine = 243;
  info_ = &other;
  EXPECT_EQ(load(kernelBinary()), hal_error_invalid_binary);
  ASSERT_EQ(arenaHal()->get_info(&info_), hal_success);
  base_ = 0;
  EXPECT_EQ(load(kernelBinary()), hal_error_out_of_memory);
  base_ = 0x1000;
  written_ = hal_error_device_lost;
  EXPECT_EQ(load(kernelBinary()), hal_error_device_lost);
}

TEST_F(Loading, SurvivesAnyBytes) {
  std::mt19937 random(9);
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::byte> damaged(kernelBinary().begin(), kernelBinary().end());
    for (int n = 0; n < 6; ++n) {
      damaged[random() % std::min<size_t>(damaged.size(), 4096)] = static_cast<std::byte>(random());
    }
    const hal_result_t result = load(damaged);
    EXPECT_TRUE(result == hal_success || result == hal_error_invalid_binary ||
                result == hal_error_out_of_memory)
        << result;
  }
}

}  // namespace
}  // namespace hal::test
