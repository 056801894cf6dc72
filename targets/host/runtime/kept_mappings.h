// Keeps mappings of freed device memory for later allocations of the same size.
//
// Applications allocate buffers of one size again and again: temporaries of each iteration, images
// of each frame. A new mapping costs system calls, and its pages cost a fault each at their first
// use. A kept mapping costs neither.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace host {

/// A bounded set of mappings without an owner. Its destructor unmaps them.
///
/// All functions are thread-safe, and none waits: a call that meets another one says no. So a
/// forked child may call them, even if another thread of the parent held the lock during fork().
class KeptMappings {
 public:
  KeptMappings() = default;
  ~KeptMappings();
  KeptMappings(const KeptMappings &) = delete;
  KeptMappings &operator=(const KeptMappings &) = delete;

  /// Removes a mapping of exactly `size` bytes whose address is a multiple of `alignment` (a power
  /// of two), and returns it. Its bytes are those of the former owner. Returns null if there is
  /// none.
  std::byte *take(uint64_t size, uint64_t alignment);
  /// Stores the mapping [data, data + size). Unmaps the oldest ones while there are too many or too
  /// many bytes. Returns false, and leaves the mapping to the caller, if it is larger than
  /// `mostBytes` by itself or the set is in use.
  bool store(std::byte *data, uint64_t size);

  /// Limits of the number of mappings and of the sum of their bytes.
  static constexpr size_t most = 16;
  static constexpr uint64_t mostBytes = uint64_t{64} << 20;

 private:
  /// An address of null is never stored.
  struct Mapping {
    std::byte *data;
    uint64_t size;
  };

  /// Removes an entry and keeps the order of the others. Needs the lock.
  Mapping remove(size_t index);

  std::mutex mutex_;
  /// The first count_ entries, the oldest first.
  std::array<Mapping, most> mappings_ = {};
  size_t count_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace host
