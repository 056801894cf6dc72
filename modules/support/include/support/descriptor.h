// An owning file descriptor, and a write that completes.
//
// Opening with close-on-exec is the caller's part: programs of the application must inherit
// nothing.
#pragma once

#include <cstddef>
#include <span>

namespace support {

/// Owns a descriptor and closes it on destruction; -1 represents none. Movable. Not thread-safe.
class Descriptor {
 public:
  /// Takes ownership; any negative number represents none.
  explicit Descriptor(int value = -1) : value_(value) {}
  /// Closes the descriptor, if there is one.
  ~Descriptor();
  /// Takes over the descriptor; `other` has none then.
  Descriptor(Descriptor &&other) noexcept : value_(other.release()) {}
  /// Closes the own descriptor and takes over the other.
  Descriptor &operator=(Descriptor &&other) noexcept;

  /// The descriptor, still owned by this object. Valid until the object is destroyed, assigned or
  /// released.
  int get() const { return value_; }
  /// Returns true if there is one.
  explicit operator bool() const { return value_ >= 0; }
  /// Gives up ownership: returns the descriptor and stores -1. The caller closes it.
  int release();

 private:
  // Negative without a descriptor.
  int value_;
};

/// Writes all bytes, with as many system calls as needed. Continues after interruptions.
///
/// Returns false on an error, with errno; some of the bytes may have been written. Blocks on a pipe
/// or socket without room. For descriptors in blocking mode only: EAGAIN is an error.
bool writeAll(int descriptor, std::span<const std::byte> bytes);

}  // namespace support
