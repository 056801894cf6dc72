// The bump allocator of recorded commands.
//
// Commands of one command buffer live and die together. So memory comes from blocks that only grow,
// and clear() frees all of them at once:
//
//   blocks_ -> [header | command | arguments | command | ... used_ | free ]   the newest
//           -> [header | command | ...                             full   ]
//
// Each block is larger than the one before, so a list of many commands has few of them.
//
// Recording happens for each enqueue of an application. With one malloc per command and argument
// block, the allocator's lock would be a good part of a launch's cost.
#include "mux/target_support/command_list.h"

#include <algorithm>

#include "mux/target.h"

namespace mux {

// Frees the blocks. Commands have no destructors (append() checks it).
CommandList::~CommandList() {
  while (blocks_) {
    Block *next = blocks_->next;
    allocator_.release(allocator_.user, blocks_);
    blocks_ = next;
  }
}

// The first block is small, because most command buffers hold a single launch.
bool CommandList::grow(size_t size) {
  const size_t usual = blocks_ ? std::min(growth * blocks_->size, largestBlock) : smallestBlock;
  const size_t total = std::max(usual, size);
  void *memory = allocator_.allocate(allocator_.user, total, alignof(std::max_align_t));
  if (!memory) {
    return false;
  }
  blocks_ = new (memory) Block{blocks_, total};
  used_ = sizeof(Block);
  return true;
}

// Takes memory of the newest block, or of a new one that is large enough in any case.
void *CommandList::allocate(size_t size, size_t alignment) {
  // Bytes of the newest block before the next aligned address.
  auto start = [&] {
    const auto base = reinterpret_cast<uintptr_t>(blocks_);
    return ((base + used_ + alignment - 1) & ~uintptr_t{alignment - 1}) - base;
  };
  if (!blocks_ || start() > blocks_->size || size > blocks_->size - start()) {
    if (size > SIZE_MAX / 2 || !grow(sizeof(Block) + alignment + size)) {
      return nullptr;
    }
  }
  const size_t offset = start();
  used_ = offset + size;
  return reinterpret_cast<std::byte *>(blocks_) + offset;
}

// Keeps the newest block: the next recording is likely as long as this one. A block that was made
// for one huge command is not kept.
void CommandList::clear() {
  first_ = last_ = nullptr;
  Block *kept = nullptr;
  while (Block *const block = blocks_) {
    blocks_ = block->next;
    if (!kept && block->size <= largestBlock) {
      kept = block;
    } else {
      allocator_.release(allocator_.user, block);
    }
  }
  if (kept) {
    kept->next = nullptr;
  }
  blocks_ = kept;
  used_ = sizeof(Block);
}

// The block of arguments has at least 8 bytes, so kernels without parameters have a valid pointer
// too.
//
// The command is appended last. A failure before leaves the list as it was, except for the unused
// block of arguments.
mux_result_t recordRange(CommandList &list, mux_kernel_t kernel, const mux_ndrange_t &ndrange,
                         const LaunchLimits &limits, ArgumentResolver &resolver) {
  const mux_kernel_descriptor_t &descriptor = *kernel->descriptor;
  ArenaLayout layout;
  if (mux_result_t result = layOutArena(descriptor, ndrange, limits, &layout)) {
    return result;
  }
  const mux_schedule_t schedule = makeSchedule(descriptor, ndrange, layout);
  const uint64_t groups = groupCount(schedule);
  if (groups == 0) {
    return mux_success;
  }
  constexpr size_t argumentAlignment = 128;
  const size_t size = std::max<uint64_t>(descriptor.arguments_size, 8);
  auto *block = static_cast<std::byte *>(list.allocate(size, argumentAlignment));
  if (!block) {
    return mux_error_out_of_memory;
  }
  mux_result_t result =
      packArguments(descriptor, {ndrange.arguments, ndrange.argument_count}, resolver,
                    {block, static_cast<size_t>(descriptor.arguments_size)});
  if (result) {
    return result;
  }
  auto *command = list.append<RangeCommand>(CommandKind::range);
  if (!command) {
    return mux_error_out_of_memory;
  }
  command->kernel = kernel;
  command->schedule = schedule;
  command->layout = layout;
  command->groups = groups;
  command->arguments = block;
  command->printfBuffer = ndrange.printf_buffer;
  return mux_success;
}

}  // namespace mux
