// Tests properties, memory and transfers (doc/hal.md).
#include <bit>
#include <set>
#include <string_view>
#include <thread>

#include "fixture.h"

namespace hal::cts {

KILN_HAL_CTS_SUITE(Info);

/// The runtime relies on each of these properties.
/// Contract of hal_info_t: texts are there, sizes are powers of two, and the arenas of all workers
/// fit the memory.
TEST_P(Info, IsComplete) {
  EXPECT_EQ(hal().version >> 16, HAL_VERSION >> 16);
  const hal_info_t &info = device().info();
  for (const char *text : {info.name, info.vendor, info.target_properties}) {
    ASSERT_NE(text, nullptr);
  }
  EXPECT_TRUE(info.address_bits == 32 || info.address_bits == 64);
  EXPECT_TRUE(std::has_single_bit(info.page_size));
  EXPECT_TRUE(std::has_single_bit(info.memory_alignment));
  EXPECT_GE(info.workers, 1u);
  EXPECT_GE(info.max_allocation_size, 1u << 20);
  EXPECT_LE(info.max_allocation_size, info.memory_size);
  EXPECT_GE(info.local_memory_size, 1024u);
  EXPECT_GE(info.max_arena_size, 64u << 10);
  EXPECT_LE(info.max_arena_size * info.workers, info.memory_size);
  EXPECT_TRUE(info.scratchpad_size == 0 || info.scratchpad_size >= info.local_memory_size);
  EXPECT_TRUE(info.counter_count == 0 || info.counters != nullptr);
}

/// get_info gives the same pointer each time.
/// Contract of get_info: constant, and alive as long as the library.
TEST_P(Info, StaysTheSame) {
  const hal_info_t *again = nullptr;
  ASSERT_EQ(hal().get_info(&again), hal_success);
  EXPECT_EQ(again, &device().info());
}

/// Each counter has a name and a description.
/// Contract of hal_counter_t: names are unique and have no blanks, so that tools can take them as
/// words.
TEST_P(Info, NamesItsCounters) {
  std::set<std::string> names;
  for (uint32_t i = 0; i < device().info().counter_count; ++i) {
    const hal_counter_t &counter = device().info().counters[i];
    EXPECT_EQ(std::string_view(counter.name).find(' '), std::string_view::npos);
    EXPECT_TRUE(names.insert(counter.name).second) << counter.name;
    EXPECT_NE(counter.description, nullptr);
  }
}

/// The clock never goes back.
/// Contract of get_time: nanoseconds, monotonic.
TEST_P(Info, ClockGoesOn) {
  const uint64_t before = device().time();
  EXPECT_GE(device().time(), before);
}

KILN_HAL_CTS_SUITE(Memories);

/// Bytes come back as they were.
/// Contract of write and read: any size, and host memory without alignment.
TEST_P(Memories, KeepWhatIsWritten) {
  for (const size_t size : {size_t{1}, size_t{3}, size_t{4097}, size_t{1} << 20}) {
    const auto bytes = pattern(size);
    const Memory memory = memoryOf(bytes);
    ASSERT_NE(hal_address_t{memory}, 0u);
    EXPECT_EQ(contents<uint8_t>(memory, size), bytes);
  }
}

/// Addresses follow the asked and the least alignment.
/// Contract of allocate: `alignment`, or memory_alignment for 0. A byte before each block makes
/// alignment by chance unlikely.
TEST_P(Memories, AreAligned) {
  const uint64_t least = device().info().memory_alignment;
  for (uint64_t alignment :
       {uint64_t{0}, uint64_t{1}, uint64_t{128}, uint64_t{4096}, uint64_t{1} << 16}) {
    // Lives beside the aligned block, so that the next address is odd.
    const Memory odd(device(), 1);
    const Memory memory(device(), 100, alignment);
    EXPECT_EQ(memory % std::max<uint64_t>(alignment ? alignment : least, 1), 0u) << alignment;
  }
}

/// Two allocations share no byte.
/// A hundred blocks of different sizes, each with its own pattern.
TEST_P(Memories, AreApart) {
  std::vector<Memory> memories;
  for (uint32_t i = 0; i < 100; ++i) {
    memories.push_back(memoryOf(pattern(100 + i, i)));
  }
  for (uint32_t i = 0; i < memories.size(); ++i) {
    EXPECT_EQ(contents<uint8_t>(memories[i], 100 + i), pattern(100 + i, i));
  }
}

/// hal_error_out_of_memory beyond the device's memory.
/// A size of 0 and an alignment that is no power of two are hal_error_invalid_value. The
/// out-parameter stays untouched. Sizes near 2^64 find overflows.
TEST_P(Memories, AreRefusedWhereThereIsNoRoom) {
  hal_address_t address = 0;
  EXPECT_EQ(device()(&hal_t::allocate, uint64_t{0}, uint64_t{0}, &address),
            hal_error_invalid_value);
  EXPECT_EQ(device()(&hal_t::allocate, uint64_t{16}, uint64_t{48}, &address),
            hal_error_invalid_value);
  for (const uint64_t size : {device().info().memory_size + 1, UINT64_MAX, UINT64_MAX - 4096}) {
    EXPECT_EQ(device()(&hal_t::allocate, size, uint64_t{0}, &address), hal_error_out_of_memory);
    EXPECT_EQ(device()(&hal_t::allocate, size, uint64_t{1} << 20, &address),
              hal_error_out_of_memory);
  }
  EXPECT_EQ(address, 0u);
}

/// Freed memory serves later allocations.
/// Contract of release.
TEST_P(Memories, AreUsedAgain) {
  // Together far more than there is.
  const uint64_t size = device().info().max_allocation_size;
  for (uint64_t total = 0; total < 5 * device().info().memory_size; total += size) {
    hal_address_t address = 0;
    ASSERT_EQ(device()(&hal_t::allocate, size, uint64_t{0}, &address), hal_success);
    device().release(address);
  }
}

/// Freed neighbours make room for a large allocation.
/// Contract of release: an application that frees everything can allocate everything again.
TEST_P(Memories, MergeWhenTheyAreReleased) {
  // All of it in pieces, every second one released first: then the largest one fits again.
  const uint64_t largest = device().info().max_allocation_size;
  const uint64_t piece = device().info().memory_size / 64;
  std::vector<hal_address_t> pieces;
  hal_address_t address = 0;
  while (device()(&hal_t::allocate, piece, uint64_t{0}, &address) == hal_success) {
    pieces.push_back(address);
  }
  EXPECT_GE(pieces.size(), 16u);
  // Even ones first, so that each free piece has neighbours in use until the second round.
  for (size_t first : {0u, 1u}) {
    for (size_t i = first; i < pieces.size(); i += 2) {
      device().release(pieces[i]);
    }
  }
  ASSERT_EQ(device()(&hal_t::allocate, largest, uint64_t{0}, &address), hal_success);
  device().release(address);
}

/// Two open devices share no memory.
/// Contract of open: the second device gets other bytes, even at an equal address.
TEST_P(Memories, AreTheDevicesOwn) {
  const Device other(hal());
  const auto mine = pattern(4096, 1), others = pattern(4096, 2);
  const Memory memory = memoryOf(mine);
  const Memory foreign(other, 4096);
  ASSERT_EQ(other(&hal_t::write, hal_address_t{foreign}, static_cast<const void *>(others.data()),
                  uint64_t{4096}),
            hal_success);
  EXPECT_EQ(contents<uint8_t>(memory, 4096), mine);
}

KILN_HAL_CTS_SUITE(Transfers);

/// Transfers work at any offset of an allocation.
/// Odd offsets and sizes: a device with words of 4 or 8 bytes must not touch the neighbours.
TEST_P(Transfers, ReachInside) {
  auto expected = pattern(1000);
  const Memory memory = memoryOf(expected);
  const auto piece = pattern(77, 2);
  ASSERT_EQ(
      device()(&hal_t::write, memory + 333, static_cast<const void *>(piece.data()), uint64_t{77}),
      hal_success);
  std::ranges::copy(piece, expected.begin() + 333);
  EXPECT_EQ(contents<uint8_t>(memory, 1000), expected);
  std::vector<uint8_t> read(50);
  ASSERT_EQ(device()(&hal_t::read, static_cast<void *>(read.data()), memory + 300, uint64_t{50}),
            hal_success);
  EXPECT_TRUE(std::ranges::equal(read, std::span(expected).subspan(300, 50)));
}

/// A copy moves exactly its range.
/// Contract of copy: the bytes around the range keep their zeros.
TEST_P(Transfers, CopyOnTheDevice) {
  const auto bytes = pattern(5000);
  const Memory from = memoryOf(bytes);
  const Memory to = memoryOf(std::vector<uint8_t>(5000));
  ASSERT_EQ(device()(&hal_t::copy, to + 10, from + 1000, uint64_t{3000}), hal_success);
  std::vector<uint8_t> expected(5000);
  std::copy_n(bytes.begin() + 1000, 3000, expected.begin() + 10);
  EXPECT_EQ(contents<uint8_t>(to, 5000), expected);
}

/// Patterns of 1 to 128 bytes repeat over the range.
/// Contract of fill: a size that is no multiple of 4096 and an element behind the range that stays
/// zero.
TEST_P(Transfers, FillWithEveryPattern) {
  for (uint64_t size = 1; size <= 128; size *= 2) {
    const auto element = pattern(size, static_cast<uint32_t>(size));
    const size_t count = 4096 / size + 3;
    const Memory memory = memoryOf(std::vector<uint8_t>((count + 1) * size));
    ASSERT_EQ(device()(&hal_t::fill, hal_address_t{memory}, count * size,
                       static_cast<const void *>(element.data()), size),
              hal_success);
    std::vector<uint8_t> expected;
    for (size_t i = 0; i < count; ++i) {
      expected.insert(expected.end(), element.begin(), element.end());
    }
    expected.resize(expected.size() + size);
    EXPECT_EQ(contents<uint8_t>(memory, expected.size()), expected) << size;
  }
}

/// hal_error_invalid_value for ranges outside of device memory.
/// Contract of transfers: a wrong address is found here and touches nothing. Addresses near 2^64
/// find overflows.
TEST_P(Transfers, RefuseWhatIsNoDeviceMemory) {
  const Memory memory = memoryOf(pattern(64));
  uint8_t bytes[64] = {};
  // Null, a small number, and two ends that overflow.
  const hal_address_t bad[] = {0, 16, UINT64_MAX, UINT64_MAX - 32};
  for (hal_address_t address : bad) {
    EXPECT_EQ(device()(&hal_t::write, address, static_cast<const void *>(bytes), uint64_t{64}),
              hal_error_invalid_value);
    EXPECT_EQ(device()(&hal_t::read, static_cast<void *>(bytes), address, uint64_t{64}),
              hal_error_invalid_value);
    EXPECT_EQ(device()(&hal_t::copy, hal_address_t{memory}, address, uint64_t{64}),
              hal_error_invalid_value);
    EXPECT_EQ(device()(&hal_t::copy, address, hal_address_t{memory}, uint64_t{64}),
              hal_error_invalid_value);
    EXPECT_EQ(device()(&hal_t::fill, address, uint64_t{64}, static_cast<const void *>(bytes),
                       uint64_t{4}),
              hal_error_invalid_value);
  }
  EXPECT_EQ(device()(&hal_t::read, static_cast<void *>(bytes), hal_address_t{memory}, UINT64_MAX),
            hal_error_invalid_value);
  EXPECT_EQ(contents<uint8_t>(memory, 64), pattern(64));
}

/// Transfers are thread-safe.
/// Four threads with 50 blocks each; allocation and release run at the same time too.
TEST_P(Transfers, ComeFromManyThreads) {
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (uint32_t i = 0; i < 50; ++i) {
        const auto bytes = pattern(1000 + i, 100 * t + i);
        const Memory memory = memoryOf(bytes);
        EXPECT_EQ(contents<uint8_t>(memory, bytes.size()), bytes);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

}  // namespace hal::cts
