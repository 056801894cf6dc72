#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

#include "llvm/Support/MemAlloc.h"

namespace compiler {
namespace {

struct Buffer {
  unsigned char *bytes;
  size_t size;
  size_t alignment;

  Buffer(size_t wanted, size_t aligned)
      : bytes(static_cast<unsigned char *>(llvm::allocate_buffer(wanted, aligned))),
        size(wanted),
        alignment(aligned) {
    std::memset(bytes, mark(), size);
  }
  unsigned char mark() const { return static_cast<unsigned char>(size * 7 + alignment); }
  bool isIntact() const {
    return reinterpret_cast<uintptr_t>(bytes) % alignment == 0 &&
           std::all_of(bytes, bytes + size, [this](unsigned char byte) { return byte == mark(); });
  }
  void giveBack() { llvm::deallocate_buffer(bytes, size, alignment); }
};

/// Around each power of two, among them sizes without caching.
std::vector<Buffer> someBuffers() {
  std::vector<Buffer> buffers;
  for (size_t power = 1; power <= size_t{1} << 18; power *= 2) {
    for (const size_t alignment : {1, 8, 16, 64}) {
      for (const size_t size : {power - (power > 1), power, power + 1}) {
        buffers.emplace_back(size, alignment);
      }
    }
  }
  return buffers;
}

bool areIntact(const std::vector<Buffer> &buffers) {
  return std::ranges::all_of(buffers, &Buffer::isIntact);
}

TEST(BufferCache, GivesEachBufferToOneUser) {
  for (int round = 0; round < 20; ++round) {
    auto first = someBuffers(), second = someBuffers();
    for (Buffer &buffer : first) {
      buffer.giveBack();
    }
    auto third = someBuffers();
    EXPECT_TRUE(areIntact(second));
    EXPECT_TRUE(areIntact(third));
    for (auto *buffers : {&second, &third}) {
      for (Buffer &buffer : *buffers) {
        buffer.giveBack();
      }
    }
  }
}

TEST(BufferCache, TakesBuffersOfOtherThreads) {
  std::vector<Buffer> buffers;
  std::thread([&] { buffers = someBuffers(); }).join();
  EXPECT_TRUE(areIntact(buffers));
  std::thread([&] {
    for (Buffer &buffer : buffers) {
      buffer.giveBack();
    }
    buffers = someBuffers();
  }).join();
  EXPECT_TRUE(areIntact(buffers));
  for (Buffer &buffer : buffers) {
    buffer.giveBack();
  }
}

}  // namespace
}  // namespace compiler
