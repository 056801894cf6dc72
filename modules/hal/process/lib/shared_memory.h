// A block of memory shared between this process and the device's process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "support/child_process.h"

namespace hal::process {

/// A memfd of a fixed size, mapped into this process.
///
/// Seals keep both sides from shrinking it, so a read never faults. A forked child does not inherit
/// the mapping: it must not keep a dead device's memory alive.
class SharedMemory {
 public:
  SharedMemory() = default;
  /// Unmaps the memory.
  ~SharedMemory();
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;

  /// Creates `size` bytes of zeros under a name for /proc. Returns false if the system has no room.
  /// Pages cost memory on first use only. Call it once.
  bool create(const char *name, uint64_t size);
  /// In a forked child: forgets the mapping, which is missing there.
  void abandon() { data_ = nullptr; }

  /// Gives the whole pages of a range back to the system; they become zero.
  void discard(uint64_t offset, uint64_t size);

  /// The descriptor to hand to the process; -1 once closed.
  int descriptor() const { return file_.get(); }
  /// Closes the descriptor; the mapping stays. An application may close any descriptor and get its
  /// number again, so no unneeded one is kept.
  void closeDescriptor() { file_ = support::Descriptor(); }
  /// The first byte, and the size in bytes.
  std::byte *data() const { return data_; }
  /// Null and 0 before create().
  uint64_t size() const { return size_; }

 private:
  // The memfd, until closeDescriptor.
  support::Descriptor file_;
  std::byte *data_ = nullptr;
  uint64_t size_ = 0;
};

/// Returns a sealed file in memory with these bytes, to be executed; empty on failure, with errno
/// set. The seal keeps the started process from changing the program of the next one.
support::Descriptor makeProgramFile(const char *name, std::span<const unsigned char> bytes);

/// Returns a number that changes in the child of a fork. Installs a handler of pthread_atfork at
/// the first call. Thread-safe.
uint32_t forkGeneration();

}  // namespace hal::process
