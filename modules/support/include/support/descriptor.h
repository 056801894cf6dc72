// Ownership of a file descriptor.
#pragma once

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

}  // namespace support
