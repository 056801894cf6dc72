#include <algorithm>
#include <numeric>
#include <random>

#include "fixture.h"

namespace riscv::test {
namespace {

TEST(RiscvMemory, CopiesInAllDirectionsAgree) {
  OpenDevice device;
  std::vector<uint8_t> bytes(1 << 20);
  std::iota(bytes.begin(), bytes.end(), 0);
  const hal_address_t a = device.allocate<uint8_t>(bytes.size());
  const hal_address_t b = device.allocate<uint8_t>(bytes.size());
  const hal_t &hal = device.hal();
  ASSERT_EQ(hal.write(device.device(), a + 5, bytes.data(), 100000), hal_success);
  ASSERT_EQ(hal.copy(device.device(), b + 77, a + 5, 100000), hal_success);
  EXPECT_TRUE(
      std::ranges::equal(device.read<uint8_t>(b + 77, 100000), std::span(bytes).first(100000)));
  ASSERT_EQ(hal.copy(device.device(), b + 78, b + 77, 1000), hal_success) << "overlapping";
  EXPECT_TRUE(std::ranges::equal(device.read<uint8_t>(b + 78, 1000), std::span(bytes).first(1000)));
}

TEST(RiscvMemory, PatternsRepeat) {
  OpenDevice device;
  const hal_address_t memory = device.allocate<uint8_t>(4096);
  for (size_t size : {1u, 3u, 16u, 128u}) {
    std::vector<uint8_t> pattern(size);
    std::iota(pattern.begin(), pattern.end(), 1);
    ASSERT_EQ(device.hal().fill(device.device(), memory, size * 9, pattern.data(), size),
              hal_success);
    const auto filled = device.read<uint8_t>(memory, size * 9);
    for (size_t i = 0; i < filled.size(); ++i) {
      ASSERT_EQ(filled[i], pattern[i % size]) << i;
    }
  }
  const uint8_t pattern[129] = {};
  EXPECT_EQ(device.hal().fill(device.device(), memory, 258, pattern, 129), hal_error_invalid_value);
  EXPECT_EQ(device.hal().fill(device.device(), memory, 10, pattern, 3), hal_error_invalid_value);
  EXPECT_EQ(device.hal().fill(device.device(), memory, 10, pattern, 0), hal_error_invalid_value);
}

TEST(RiscvMemory, RangesOutsideAreErrors) {
  OpenDevice device;
  const hal_t &hal = device.hal();
  const hal_address_t memory = device.allocate<uint8_t>(4096);
  uint8_t byte = 0;
  for (hal_address_t address : {hal_address_t{0}, hal_address_t{4096}, ~hal_address_t{0},
                                memory + device.info().memory_size}) {
    EXPECT_EQ(hal.write(device.device(), address, &byte, 1), hal_error_invalid_value);
    EXPECT_EQ(hal.read(device.device(), &byte, address, 1), hal_error_invalid_value);
    EXPECT_EQ(hal.copy(device.device(), memory, address, 1), hal_error_invalid_value);
    EXPECT_EQ(hal.copy(device.device(), address, memory, 1), hal_error_invalid_value);
    EXPECT_EQ(hal.fill(device.device(), address, 1, &byte, 1), hal_error_invalid_value);
  }
  EXPECT_EQ(hal.read(device.device(), &byte, memory, ~uint64_t{0}), hal_error_invalid_value);
}

TEST(RiscvMemory, AllOfItComesBack) {
  OpenDevice device;
  const hal_t &hal = device.hal();
  hal_address_t address = 0;
  EXPECT_EQ(hal.allocate(device.device(), 0, 0, &address), hal_error_invalid_value);
  EXPECT_EQ(hal.allocate(device.device(), 64, 3, &address), hal_error_invalid_value);
  EXPECT_EQ(hal.allocate(device.device(), device.info().memory_size * 2, 0, &address),
            hal_error_out_of_memory);
  size_t first = 0;
  for (int round = 0; round < 3; ++round) {
    std::vector<hal_address_t> blocks;
    while (hal.allocate(device.device(), 3 << 20, 4096, &address) == hal_success) {
      EXPECT_EQ(address % 4096, 0u);
      blocks.push_back(address);
    }
    first = round == 0 ? blocks.size() : first;
    EXPECT_EQ(blocks.size(), first);
    EXPECT_GT(blocks.size(), 70u);
    std::ranges::shuffle(blocks, std::mt19937(round));
    for (hal_address_t block : blocks) {
      hal.release(device.device(), block);
    }
  }
  hal.release(device.device(), 12345);
}

}  // namespace
}  // namespace riscv::test
