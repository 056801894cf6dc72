// An owning file descriptor, and a write that completes.
#pragma once

#include <cstddef>
#include <span>

namespace support {

/// Owns a descriptor and closes it on destruction; -1 represents none. Movable. Not thread-safe.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor();
  Descriptor(Descriptor &&other) noexcept : value_(other.release()) {}
  Descriptor &operator=(Descriptor &&other) noexcept;

  /// The descriptor, still owned by this object.
  int get() const { return value_; }
  /// Returns true if there is one.
  explicit operator bool() const { return value_ >= 0; }
  /// Gives up ownership: returns the descriptor and stores -1.
  int release();

 private:
  int value_;
};

/// Writes all bytes, with as many system calls as needed. Returns false on an error, with errno.
bool writeAll(int descriptor, std::span<const std::byte> bytes);

}  // namespace support
