// Growth of the workers' arenas.
//
// A launch leases the block and may run for seconds, so growing must not pull the block away. The
// thread with the larger launch sets isGrowing_, waits until all leases are back, and replaces the
// block. New launches wait meanwhile: else a stream of small launches could keep the large one
// waiting for ever.
//
//   launch A (1 KiB)   lease ......... end
//   launch B (64 KiB)    isGrowing_, waits | frees 16 KiB, allocates 64 KiB | lease .....
//   launch C (1 KiB)           waits ......................................| lease .....
//
// The old block is freed before the new one is allocated, so both never need room together. Sizes
// are powers of two where the device has room: a program with slowly growing launches then waits a
// few times only.
#include "arenas.h"

#include <algorithm>
#include <bit>

namespace hal {
namespace {

// The alignment of an arena in bytes (hal_launch_t::arenas).
constexpr uint64_t alignment = 128;

uint64_t roundUp(uint64_t size) {
  return (size + alignment - 1) & ~(alignment - 1);
}

}  // namespace

Arenas::~Arenas() {
  drop();
}

// Frees the block, if there is one. With the lock held, or in the destructor.
void Arenas::drop() {
  if (base_ != 0) {
    connection_.release(&hal_t::release, base_);
    base_ = 0;
    stride_ = 0;
  }
}

bool Arenas::trim() {
  std::lock_guard lock(mutex_);
  if (users_ != 0 || isGrowing_ || base_ == 0) {
    return false;
  }
  drop();
  return true;
}

Arenas::Lease::~Lease() {
  if (!arenas_) {
    return;
  }
  std::lock_guard lock(arenas_->mutex_);
  if (--arenas_->users_ == 0) {
    arenas_->unused_.notify_all();
  }
}

mux_result_t Arenas::acquire(uint64_t size, Lease &lease) {
  if (size == 0) {
    return mux_success;
  }
  std::unique_lock lock(mutex_);
  unused_.wait(lock, [&] { return !isGrowing_; });
  if (size > stride_) {
    isGrowing_ = true;
    unused_.wait(lock, [&] { return users_ == 0; });
    const mux_result_t result = grow(size);
    isGrowing_ = false;
    unused_.notify_all();
    if (result != mux_success) {
      return result;
    }
  }
  ++users_;
  lease.base = base_;
  lease.stride = stride_;
  lease.arenas_ = this;
  return mux_success;
}

// Replaces the block by one for arenas of `size` bytes or more. A rounded size makes growth rare;
// the exact size is tried if the device has no room for more. On failure there is no block.
mux_result_t Arenas::grow(uint64_t size) {
  constexpr uint64_t smallest = uint64_t{16} << 10;
  const uint64_t exact = roundUp(size);
  if (exact > limit_) {
    return mux_error_out_of_resources;
  }
  drop();
  const uint64_t generous = std::min(std::max(std::bit_ceil(exact), smallest), limit_);
  mux_result_t result = allocate(generous & ~(alignment - 1));
  if (result == mux_error_device_out_of_memory) {
    result = allocate(exact);
  }
  return result == mux_error_device_out_of_memory ? mux_error_out_of_resources : result;
}

// Sets the block on success. A product beyond 64 bits counts as a lack of room.
mux_result_t Arenas::allocate(uint64_t stride) {
  uint64_t bytes;
  if (__builtin_mul_overflow(stride, uint64_t{workers_}, &bytes)) {
    return mux_error_device_out_of_memory;
  }
  hal_address_t address = 0;
  const mux_result_t result = connection_.call(&hal_t::allocate, bytes, alignment, &address);
  if (result == mux_success) {
    base_ = address;
    stride_ = stride;
  }
  return result;
}

}  // namespace hal
