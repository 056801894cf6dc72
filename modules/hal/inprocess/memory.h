// Device memory: one anonymous file, mapped twice.
//
// Kernels use the first mapping, at the device's addresses; it is PROT_NONE outside of jobs. The
// HAL reads and writes through the second mapping, at addresses known to nobody else:
//
//   device addresses   [PROT_NONE, or readable and writable during a job]  \
//                                                                           same pages
//   host addresses     [readable and writable]                             /
//
// So a layer above that dereferences a device address faults at once, as it should.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "allocator.h"
#include "hal/hal.h"

namespace hal::inprocess {

/// The memory of one device, with the allocator of its addresses. Thread-safe.
class Memory {
 public:
  /// Reserves `size` bytes, rounded down to whole pages; the host commits them on first use. Throws
  /// std::bad_alloc if there is no address space.
  explicit Memory(uint64_t size);
  /// Unmaps both mappings. No job is running.
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// Allocates as hal_t::allocate does. Both arguments have been checked.
  hal_result_t allocate(uint64_t size, uint64_t alignment, hal_address_t *address);
  /// Frees an allocation; its whole pages go back to the host.
  void release(hal_address_t address);

  /// Returns the host address of [address, address + size); null if the range is not inside of one
  /// allocation.
  ///
  /// The pointer is valid until the allocation is released. It is the HAL's own view, so reading
  /// and writing work outside of jobs too.
  std::byte *access(hal_address_t address, uint64_t size);

  /// Lets kernels reach the memory from the first open to the last close. Returns false if the host
  /// does not permit it. Calls nest: each successful one is followed by a close().
  bool open();
  /// Takes the access away again with the last job.
  void close();

 private:
  // Bytes of the memory, a multiple of the page size.
  const uint64_t size_;
  // The process that has the mappings; a forked child does not inherit them (MADV_DONTFORK).
  const uint32_t generation_;
  // The two mappings: for kernels, and for the HAL.
  std::byte *device_ = nullptr, *host_ = nullptr;
  // The pages of both.
  int file_ = -1;

  // Guards the allocator and the number of jobs.
  std::mutex mutex_;
  // Set once the addresses are known.
  std::optional<Allocator> allocator_;
  // Jobs between open and close.
  uint32_t users_ = 0;
};

}  // namespace hal::inprocess
