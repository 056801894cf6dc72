// Closing and writing of file descriptors.
#include "support/descriptor.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace support {

// An error of close is ignored: the number is free in any case on Linux.
Descriptor::~Descriptor() {
  if (value_ >= 0) {
    close(value_);
  }
}

// The old descriptor closes at the end of the function.
Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  if (this != &other) {
    const Descriptor before(std::exchange(value_, other.release()));
  }
  return *this;
}

int Descriptor::release() {
  return std::exchange(value_, -1);
}

// A signal may interrupt a write before its first byte; the loop tries again.
bool writeAll(int descriptor, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) {
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  }
  return true;
}

}  // namespace support
