// The memory of a worker's current work-group: frame and local memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace host {

/// Grows on demand and keeps its memory until release(). For one thread at a time.
class Arena {
 public:
  Arena() = default;
  ~Arena() { release(); }
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  /// Makes at least `size` bytes available; what was in the arena is lost. False if there is
  /// no memory.
  bool reserve(uint64_t size);
  void release();

  std::byte *data() const { return data_; }
  uint64_t size() const { return size_; }
  /// Worth giving back when nothing runs.
  bool isLarge() const { return size_ > largeSize; }

 private:
  static constexpr uint64_t largeSize = uint64_t{16} << 20;
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace host
