#include "mux/target_support/command_list.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "mux/target_support/command_buffer.h"

namespace mux {
namespace {

/// Counts live blocks; fails from the `limit`-th allocation on.
struct CountingAllocator {
  int live = 0, limit = 1 << 30, total = 0;
  mux_allocator_t get() {
    return {[](void *user, size_t size, size_t alignment) -> void * {
              auto *self = static_cast<CountingAllocator *>(user);
              void *pointer = nullptr;
              if (self->total++ >= self->limit || posix_memalign(&pointer, alignment, size) != 0) {
                return nullptr;
              }
              ++self->live;
              return pointer;
            },
            [](void *user, void *pointer) {
              --static_cast<CountingAllocator *>(user)->live;
              std::free(pointer);
            },
            this};
  }
};

TEST(CommandList, KeepsCommandsInOrderAndInPlace) {
  CountingAllocator allocator;
  {
    CommandList list(allocator.get());
    std::vector<const Command *> appended;
    for (uint32_t i = 0; i < 1000; ++i) {
      auto *command = list.append<QueryCommand>(CommandKind::beginQuery);
      ASSERT_NE(command, nullptr);
      command->index = i;
      appended.push_back(command);
    }
    size_t i = 0;
    for (const Command *command = list.first(); command; command = command->next, ++i) {
      ASSERT_EQ(command, appended[i]);
      ASSERT_EQ(static_cast<const QueryCommand *>(command)->index, i);
    }
    EXPECT_EQ(i, 1000u);
    EXPECT_GT(allocator.live, 1);
    list.clear();
    EXPECT_EQ(list.first(), nullptr);
    EXPECT_EQ(allocator.live, 1);
    ASSERT_NE(list.append<CallbackCommand>(CommandKind::callback), nullptr);
    EXPECT_EQ(list.first()->kind, CommandKind::callback);
  }
  EXPECT_EQ(allocator.live, 0);
}

TEST(CommandList, AlignsMemoryOfAllSizes) {
  CountingAllocator allocator;
  CommandList list(allocator.get());
  for (size_t size : {1, 100, 2000, 2048, 5000, 1, 100000, 3}) {
    for (size_t alignment : {1, 8, 128}) {
      void *memory = list.allocate(size, alignment);
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % alignment, 0u);
      std::memset(memory, 0xff, size);
    }
  }
  EXPECT_EQ(list.allocate(SIZE_MAX - 10, 8), nullptr);
}

TEST(CommandList, SurvivesFailedAllocations) {
  CountingAllocator allocator;
  allocator.limit = 1;
  CommandList list(allocator.get());
  int appended = 0;
  while (list.append<FillCommand>(CommandKind::fill)) {
    ++appended;
  }
  EXPECT_GT(appended, 0);
  int found = 0;
  for (const Command *command = list.first(); command; command = command->next) {
    ++found;
  }
  EXPECT_EQ(found, appended);
}

TEST(RecordedCommandBuffer, CopiesFillPatterns) {
  CountingAllocator allocator;
  RecordedCommandBuffer buffer(allocator.get());
  uint32_t pattern = 0x12345678;
  ASSERT_EQ(recordFillBuffer(&buffer, nullptr, 8, 16, &pattern, 4), mux_success);
  pattern = 0;
  const auto &command = static_cast<const FillCommand &>(*buffer.commands.first());
  EXPECT_EQ(command.kind, CommandKind::fill);
  EXPECT_EQ(command.offset, 8u);
  EXPECT_EQ(command.size, 16u);
  EXPECT_EQ(command.patternSize, 4u);
  uint32_t copied = 0;
  std::memcpy(&copied, command.pattern, 4);
  EXPECT_EQ(copied, 0x12345678u);
  EXPECT_EQ(recordFillBuffer(&buffer, nullptr, 0, 256, &pattern, 256), mux_error_invalid_value);
  EXPECT_EQ(recordFillBuffer(&buffer, nullptr, 0, 256, &pattern, 0), mux_error_invalid_value);
}

TEST(RecordedCommandBuffer, ReportsMissingMemory) {
  CountingAllocator allocator;
  allocator.limit = 0;
  RecordedCommandBuffer buffer(allocator.get());
  EXPECT_EQ(recordReadBuffer(&buffer, nullptr, 0, nullptr, 1), mux_error_out_of_memory);
  EXPECT_EQ(buffer.commands.first(), nullptr);
}

}  // namespace
}  // namespace mux
