// Ownership of a file descriptor, and writing to one.
#pragma once

#include <cstddef>
#include <span>

namespace support {

/// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int value = -1) : value_(value) {}
  ~Descriptor();
  Descriptor(Descriptor &&other) noexcept : value_(other.release()) {}
  Descriptor &operator=(Descriptor &&other) noexcept;

  int get() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }
  int release();

 private:
  int value_;
};

/// Writes all of it, however many calls that takes. False if one failed; errno says why.
bool writeAll(int descriptor, std::span<const std::byte> bytes);

}  // namespace support
