// The recorded commands of a command buffer: a linked list in a few blocks of memory.
//
// Commands are plain structures in the order of recording. A target walks the list when a
// dispatch runs, and gives each command its meaning on the device. A bump allocator serves
// commands and their arguments, so that recording a launch rarely calls malloc, and clear()
// keeps memory for the next recording.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>

#include "mux/mux.h"
#include "mux/target_support/launch.h"

namespace mux {

/// Selects the structure of a command; see the comments behind the structures.
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

/// The head of every command.
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
  mux_schedule_t schedule;  // from makeSchedule(), without a worker's addresses
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

  /// Allocates memory with the lifetime of the commands; null on failure. `alignment` is a power of
  /// two, at most 128.
  void *allocate(size_t size, size_t alignment);

  const Command *first() const { return first_; }
  void clear();

 private:
  struct Block {
    Block *next;
    size_t size;  // bytes, this header included
  };
  /// The first block holds a launch with some arguments. malloc serves this size from a per-thread
  /// cache, without its lock.
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
