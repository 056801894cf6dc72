// The memory of a worker's current work-group: frame and local memory (doc/mux-spec.md §5).
#pragma once

#include <cstddef>
#include <cstdint>

namespace host {

/// A block of zero-cost address space that grows on demand.
///
/// It keeps its memory until release(), because most launches need the size of the last one. For
/// one thread at a time; the scheduler's slots guard it.
class Arena {
 public:
  /// Makes an empty arena; it takes no memory.
  Arena() = default;
  /// Returns the memory.
  ~Arena() { release(); }
  /// Owns a mapping, and schedules point into it: neither copied nor moved.
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  /// Makes at least `size` bytes available, aligned to a page. The former contents are lost.
  ///
  /// Returns false if the system has no memory, and the arena is empty then.
  bool reserve(uint64_t size);
  /// Returns all memory to the system. The arena can grow again.
  void release();

  /// The first byte; null while the arena is empty. A page before it is readable too (arena.cpp).
  std::byte *data() const { return data_; }
  /// Usable bytes.
  uint64_t size() const { return size_; }
  /// Returns true if the memory should go back to the system while nothing runs.
  /// More than 16 MiB.
  bool isLarge() const { return size_ > largeSize; }

 private:
  // Bytes above which an idle worker returns the arena (Scheduler::trimArenas): 16 MiB. Up to there
  // a later launch finds its pages already written.
  static constexpr uint64_t largeSize = uint64_t{16} << 20;
  // The first usable byte, one page behind the start of the mapping; null if size_ is 0.
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace host
