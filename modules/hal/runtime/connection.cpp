// The life of a HAL device: opened once, at the first need, by the first of several threads; closed
// with its mux device; lost in a forked child.
#include "connection.h"

#include "mux/target_support/process.h"
#include "mux/target_support/sync.h"

namespace hal {

Connection::Connection(const hal_t &hal) : hal_(hal), generation_(mux::processGeneration()) {}

Connection::~Connection() {
  if (isOpen_) {
    hal_.close(device_);
  }
}

bool Connection::isForked() const {
  return mux::processGeneration() != generation_;
}

// Double-checked: the common call costs two loads. A failed open leaves the device closed, and the
// next call tries again unless the HAL has reported a loss.
mux_result_t Connection::open() {
  if (isLost()) {
    return mux_error_device_lost;
  }
  if (isOpen_.load(std::memory_order_acquire)) {
    return mux_success;
  }
  std::lock_guard lock(opening_);
  if (isOpen_) {
    return mux_success;
  }
  if (mux_result_t result = note(hal_.open(&device_))) {
    return result;
  }
  isOpen_.store(true, std::memory_order_release);
  return mux_success;
}

// Does not open a device for its clock: a closed one has no times to compare with.
mux_result_t Connection::time(uint64_t *nanoseconds) {
  if (isLost()) {
    return mux_error_device_lost;
  }
  if (!isOpen_.load(std::memory_order_acquire)) {
    *nanoseconds = mux::now();
    return mux_success;
  }
  return note(hal_.get_time(device_, nanoseconds));
}

uint64_t Connection::now() {
  uint64_t nanoseconds;
  return time(&nanoseconds) == mux_success ? nanoseconds : mux::now();
}

mux_result_t Connection::note(hal_result_t result) {
  switch (result) {
    case hal_success:
      return mux_success;
    case hal_not_ready:
      return mux_not_ready;
    case hal_error_invalid_value:
      return mux_error_invalid_value;
    case hal_error_invalid_binary:
      return mux_error_invalid_binary;
    case hal_error_missing_kernel:
      return mux_error_missing_kernel;
    case hal_error_out_of_memory:
      return mux_error_device_out_of_memory;
    case hal_error_out_of_host_memory:
      return mux_error_out_of_memory;
    case hal_error_out_of_resources:
      return mux_error_out_of_resources;
    case hal_error_unsupported:
      return mux_error_unsupported;
    case hal_error_device_lost:
      isLost_.store(true, std::memory_order_relaxed);
      return mux_error_device_lost;
    case hal_error_failure:
      break;
  }
  return mux_error_failure;
}

}  // namespace hal
