// The commands of a command buffer in the order of recording: a linked list inside of a few
// blocks of memory, which a reset keeps. Shared by targets; what a command means for the
// device is the target's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "mux/mux.h"
#include "mux/util/launch.h"

namespace mux {

enum class CommandKind : uint32_t {
  read,
  write,
  copy,
  fill,
  readRegion,
  writeRegion,
  copyRegion,
  range,
  callback,
  beginQuery,
  endQuery,
};

struct Command {
  CommandKind kind;
  Command *next = nullptr;
};

struct TransferCommand : Command {  // read, write
  mux_buffer_t buffer;
  uint64_t offset;
  void *host;  // only read from for write
  uint64_t size;
};

struct CopyCommand : Command {
  mux_buffer_t source, destination;
  uint64_t sourceOffset, destinationOffset, size;
};

struct FillCommand : Command {
  mux_buffer_t buffer;
  uint64_t offset, size, patternSize;
  std::byte pattern[128];
};

struct RegionCommand : Command {  // readRegion, writeRegion, copyRegion
  mux_buffer_t source;            // null for writeRegion
  mux_buffer_t destination;       // null for readRegion
  void *host;                     // null for copyRegion, only read from for writeRegion
  mux_buffer_region_t region;
};

struct RangeCommand : Command {
  mux_kernel_t kernel;
  mux_schedule_t schedule;  // what makeSchedule() fills in
  ArenaLayout layout;
  uint64_t groups;             // at least 1
  const std::byte *arguments;  // the packed block, 128-byte aligned
  mux_buffer_t printfBuffer;   // or null
};

struct CallbackCommand : Command {
  void (*callback)(void *user);
  void *user;
};

struct QueryCommand : Command {  // beginQuery, endQuery
  mux_query_pool_t pool;
  uint32_t index;
};

/// Recorded by one thread at a time. Commands stay where they are until clear().
class CommandList {
 public:
  explicit CommandList(const mux_allocator_t &allocator) : allocator_(allocator) {}
  CommandList(const CommandList &) = delete;
  CommandList &operator=(const CommandList &) = delete;
  ~CommandList();

  /// Appends a zeroed command; null if there is no memory.
  template <class T>
  T *append(CommandKind kind) {
    static_assert(std::is_trivially_destructible_v<T> && std::is_base_of_v<Command, T>);
    void *memory = allocate(sizeof(T), alignof(T));
    if (!memory) {
      return nullptr;
    }
    T *command = new (memory) T{};
    command->kind = kind;
    (last_ ? last_->next : first_) = command;
    last_ = command;
    return command;
  }

  /// Memory that lives as long as the commands; null if there is none. `alignment` is a power
  /// of two, at most 128.
  void *allocate(size_t size, size_t alignment);

  const Command *first() const { return first_; }
  void clear();

 private:
  struct Block {
    Block *next;
    size_t size;  // bytes, this header included
  };
  /// Of the first block: a launch with some arguments, in a size that malloc hands from thread to
  /// thread without its lock.
  static constexpr size_t smallBlock = 960;
  static constexpr size_t largeBlock = 4096;

  bool grow(size_t size);

  mux_allocator_t allocator_;
  Command *first_ = nullptr, *last_ = nullptr;
  Block *blocks_ = nullptr;  // the newest first
  size_t used_ = 0;          // bytes of the newest block, its header included
};

/// Appends a launch: lays out the arena, packs the arguments, makes the schedule. An empty
/// grid appends nothing. Errors as muxCommandNDRange.
mux_result_t recordRange(CommandList &list, mux_kernel_t kernel, const mux_ndrange_t &ndrange,
                         const LaunchLimits &limits, ArgumentResolver &resolver);

}  // namespace mux
