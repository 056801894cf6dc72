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

/// Selects the structure of a command; comments behind the structures name their kinds.
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

/// The head of every command. Cast by `kind` to the full structure. The structures have no
/// destructors, because clear() only drops their memory.
struct Command {
  /// The structure of the command.
  CommandKind kind;
  /// The command recorded after this one; null for the last.
  Command *next = nullptr;
};

/// A transfer between host memory and a range of a buffer.
struct TransferCommand : Command {  // read, write
  /// The buffer, and the byte in it where the range begins.
  mux_buffer_t buffer;
  uint64_t offset;
  /// The caller's memory. A write only reads it.
  void *host;  // only read from for write
  /// Bytes, at least 1.
  uint64_t size;
};

/// A copy of `size` bytes between two buffers. The ranges do not overlap.
struct CopyCommand : Command {
  /// The buffers; they may be the same.
  mux_buffer_t source, destination;
  /// All in bytes. The size is at least 1.
  uint64_t sourceOffset, destinationOffset, size;
};

/// A fill of `size` bytes, a multiple of `patternSize`.
struct FillCommand : Command {
  mux_buffer_t buffer;
  /// All in bytes. Offset and size are multiples of the pattern's size.
  uint64_t offset, size, patternSize;
  /// The first patternSize bytes are the pattern.
  std::byte pattern[128];
};

/// A transfer of a box. One of the three ends is null, by the kind.
struct RegionCommand : Command {  // readRegion, writeRegion, copyRegion
  mux_buffer_t source;            // null for writeRegion
  mux_buffer_t destination;       // null for readRegion
  void *host;
  /// The box; not empty, and inside of its buffers.
  mux_buffer_region_t region;
};

/// A launch with a packed argument block, ready for every later dispatch. Recording does all checks
/// and arithmetic, so a dispatch of the same command buffer repeats none.
struct RangeCommand : Command {
  /// The kernel; its descriptor tells the size of the arguments.
  mux_kernel_t kernel;
  /// From makeSchedule(), without a worker's addresses: a dispatch fills these in.
  mux_schedule_t schedule;
  /// The layout of each worker's arena.
  ArenaLayout layout;
  /// Work-groups of the launch, at least 1.
  uint64_t groups;
  /// The packed block, 128-byte aligned, in the list's memory.
  const std::byte *arguments;
  /// The destination of printf records; may be null.
  mux_buffer_t printfBuffer;
};

/// A function of the application (muxCommandUserCallback).
struct CallbackCommand : Command {
  /// Called with `user` on a thread of the device.
  void (*callback)(void *user);
  void *user;
};

/// Begin or end of a query into slot `index`.
struct QueryCommand : Command {  // beginQuery, endQuery
  /// The pool, and the slot in it.
  mux_query_pool_t pool;
  uint32_t index;
};

/// The list with its memory. Recorded by one thread at a time. Commands stay in place until
/// clear(), so pointers to them are valid while a dispatch runs.
class CommandList {
 public:
  /// Allocates nothing yet. All memory will come from `allocator`.
  explicit CommandList(const mux_allocator_t &allocator) : allocator_(allocator) {}
  CommandList(const CommandList &) = delete;
  CommandList &operator=(const CommandList &) = delete;
  /// Frees all commands. No dispatch walks them.
  ~CommandList();

  /// Appends a zeroed command; null if there is no memory.
  /// T is trivially destructible and has Command as its base. The caller fills in the fields.
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
  /// two, at most 128. The content is undefined.
  void *allocate(size_t size, size_t alignment);

  /// The first command; null for an empty list. Follow Command::next.
  const Command *first() const { return first_; }
  /// Removes all commands, and keeps one block of memory for the next recording. No dispatch walks
  /// the list.
  void clear();

 private:
  // The head of a block of memory; commands follow it.
  struct Block {
    Block *next;
    // Bytes, this header included.
    size_t size;
  };
  /// The first block holds a launch with some arguments. malloc serves this size from a per-thread
  /// cache, without its lock. Each further block is `growth` times as large, up to a limit.
  static constexpr size_t smallestBlock = 960, largestBlock = 8192;
  static constexpr size_t growth = 8;

  // Adds a block with room for `size` bytes; false if there is no memory.
  bool grow(size_t size);

  // The device's allocator.
  mux_allocator_t allocator_;
  // The ends of the list.
  Command *first_ = nullptr, *last_ = nullptr;
  // All blocks, the newest first.
  Block *blocks_ = nullptr;
  // Bytes of the newest block in use, its header included.
  size_t used_ = 0;
};

/// Appends a launch: lays out the arena, packs the arguments, makes the schedule.
///
/// All work independent of a worker happens here, once for all dispatches. An empty grid appends
/// nothing. Errors as muxCommandNDRange; the list is unchanged then, except for unused memory. The
/// list refers to the kernel and the printf buffer; the arguments are copied.
mux_result_t recordRange(CommandList &list, mux_kernel_t kernel, const mux_ndrange_t &ndrange,
                         const LaunchLimits &limits, ArgumentResolver &resolver);

}  // namespace mux
