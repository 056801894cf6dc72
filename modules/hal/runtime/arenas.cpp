#include "arenas.h"

#include <algorithm>
#include <bit>

namespace hal {
namespace {

constexpr uint64_t alignment = 128;

uint64_t roundUp(uint64_t size) {
  return (size + alignment - 1) & ~(alignment - 1);
}

}  // namespace

Arenas::~Arenas() {
  drop();
}

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

/// A little more than asked for, so that it happens rarely; exactly that if there is no room.
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
