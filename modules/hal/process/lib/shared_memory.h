// A block of memory shared between this process and the device's process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "support/child_process.h"

namespace hal::process {

/// A memfd of a fixed size: neither side can shrink it, so reading it never faults. A child
/// of this process does not inherit the mapping.
class SharedMemory {
 public:
  SharedMemory() = default;
  ~SharedMemory();
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;

  /// False if the system has no room. Zeroes.
  bool create(const char *name, uint64_t size);
  /// In a forked child: forgets the mapping, which is not there.
  void abandon() { data_ = nullptr; }

  /// Gives the whole pages of a range back to the system; they become zero.
  void discard(uint64_t offset, uint64_t size);

  int descriptor() const { return file_.get(); }
  /// The mapping stays. An application may close any descriptor and get its number again, so
  /// none is kept that is not needed.
  void closeDescriptor() { file_ = support::Descriptor(); }
  std::byte *data() const { return data_; }
  uint64_t size() const { return size_; }

 private:
  support::Descriptor file_;
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

/// A file in memory that cannot be changed, to be executed; empty on failure.
support::Descriptor makeProgramFile(const char *name, std::span<const unsigned char> bytes);

/// Changes in the child of a fork.
uint32_t forkGeneration();

}  // namespace hal::process
