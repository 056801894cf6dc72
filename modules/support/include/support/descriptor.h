// An owning file descriptor, and a write that completes.
#pragma once

#include <cstddef>
#include <span>

namespace support {

/// Owns a descriptor and closes it on destruction; -1 represents none. Movable. Not thread-safe.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  /// Closes the descriptor, if there is one.
  ~Descriptor();
  /// Takes over the descriptor; `other` has none then.
  Descriptor(Descriptor &&other) noexcept : value_(other.release()) {}
  /// Closes the own descriptor and takes over the other.
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

/// Writes all bytes, with as many system calls as needed. Continues after interruptions.
///
/// Returns false on an error, with errno; some of the bytes may have been written.
bool writeAll(int descriptor, std::span<const std::byte> bytes);

}  // namespace support
