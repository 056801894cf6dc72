// Device memory: one anonymous file, mapped twice. Kernels use the first mapping, at the device's
// addresses; it is PROT_NONE outside of jobs. The HAL reads and writes through the second
// mapping, at addresses known to nobody else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "allocator.h"
#include "hal/hal.h"

namespace hal::inprocess {

/// Thread-safe.
class Memory {
 public:
  /// Throws std::bad_alloc if there is no address space.
  explicit Memory(uint64_t size);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  hal_result_t allocate(uint64_t size, uint64_t alignment, hal_address_t *address);
  /// Of an allocation; what it held is given back to the host.
  void release(hal_address_t address);

  /// Where [address, address + size) lies for the HAL; null if it is not inside of one
  /// allocation.
  std::byte *access(hal_address_t address, uint64_t size);

  /// Lets kernels reach the memory from the first open to the last close. False if the host
  /// does not permit it.
  bool open();
  void close();

 private:
  const uint64_t size_;
  const uint32_t generation_;
  std::byte *device_ = nullptr, *host_ = nullptr;
  int file_ = -1;

  std::mutex mutex_;
  std::optional<Allocator> allocator_;
  uint32_t users_ = 0;
};

}  // namespace hal::inprocess
