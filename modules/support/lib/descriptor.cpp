#include "support/descriptor.h"

#include <unistd.h>

#include <utility>

namespace support {

Descriptor::~Descriptor() {
  if (value_ >= 0) {
    close(value_);
  }
}

Descriptor &Descriptor::operator=(Descriptor &&other) noexcept {
  if (this != &other) {
    const Descriptor before(std::exchange(value_, other.release()));
  }
  return *this;
}

int Descriptor::release() {
  return std::exchange(value_, -1);
}

}  // namespace support
