// Owns the open HAL device of a mux device. The first call in need of it opens it. It is lost for
// good once the HAL says so, and in a forked child.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "hal/hal.h"
#include "mux/types.h"

namespace hal {

/// Thread-safe.
class Connection {
 public:
  explicit Connection(const hal_t &hal);
  /// Closes the device. No call is running.
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  /// In the child of a fork: only memory may be freed, and no lock be taken.
  bool isForked() const;
  bool isLost() const { return isLost_.load(std::memory_order_relaxed) || isForked(); }

  /// Opens the device if it is not; mux_error_device_lost once it is lost.
  mux_result_t open();

  /// Opens the device and calls `function` of the table.
  template <class... Parameters, class... Arguments>
  mux_result_t call(hal_result_t (*hal_t::*function)(hal_device_t, Parameters...),
                    Arguments... arguments) {
    const mux_result_t result = open();
    return result != mux_success ? result : note((hal_.*function)(device_, arguments...));
  }

  /// For what frees; does nothing if there is no device to free it from.
  template <class Parameter>
  void release(void (*hal_t::*function)(hal_device_t, Parameter), Parameter what) {
    if (isOpen_.load(std::memory_order_acquire) && !isForked()) {
      (hal_.*function)(device_, what);
    }
  }

  /// The device's clock; mux_error_device_lost if the device is found to be gone.
  mux_result_t time(uint64_t *nanoseconds);
  /// The same, or the host's clock that it agrees with.
  uint64_t now();

  /// The HAL's result as mux has it; remembers a loss.
  mux_result_t note(hal_result_t result);

 private:
  const hal_t &hal_;
  const uint32_t generation_;
  std::mutex opening_;
  std::atomic<bool> isOpen_ = false, isLost_ = false;
  hal_device_t device_ = nullptr;
};

}  // namespace hal
