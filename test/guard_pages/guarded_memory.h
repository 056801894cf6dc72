// Memory whose every byte outside of a given range faults or is watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace guards {

/// A range of bytes with a guard page at one side. The other side, up to the next guard
/// page, is padded with a pattern.
class GuardedMemory {
 public:
  enum class Side : uint8_t { start, end };  ///< where the guard page touches the range
  enum class Access : uint8_t { none, read, readWrite };  ///< a kernel's right

  GuardedMemory(size_t size, Side side);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  std::span<std::byte> bytes() const { return {range_, size_}; }
  /// Of all pages of the range.
  void protect(Access access);
  /// Returns true if the padding still has its pattern. The pages must be readable.
  bool isPaddingWhole() const;

 private:
  std::byte *map_;
  size_t mapSize_;
  std::byte *range_;
  size_t size_;
};

}  // namespace guards
