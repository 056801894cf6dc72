// Owns the open HAL device of a mux device, and remembers its loss.
//
// The first call in need of the device opens it. So listing devices and creating a context start no
// emulator and no hardware. The device is lost for good once the HAL says so, and in a forked
// child.
//
//   closed --open()--> open --a HAL's loss--> lost
//      any state --fork, in the child--------> lost
//
// A lost device answers every call with mux_error_device_lost, and never becomes open again.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "hal/hal.h"
#include "mux/types.h"

namespace hal {

/// One device of a HAL. Thread-safe.
class Connection {
 public:
  /// Opens nothing. `hal` outlives it.
  explicit Connection(const hal_t &hal);
  /// Closes the device if it was opened. No call is running.
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  /// Returns true in the child of a fork. There only memory may be freed and no lock taken: another
  /// thread of the parent may have held it.
  bool isForked() const;
  /// Returns true once every call would return mux_error_device_lost.
  bool isLost() const { return isLost_.load(std::memory_order_relaxed) || isForked(); }

  /// Opens the device unless it is open. mux_error_device_lost: it is lost. Other errors are the
  /// HAL's. Several threads may call it at once; one of them opens, the others wait.
  mux_result_t open();

  /// Opens the device and calls `function` of the table with it.
  /// The arguments are copied, since `function` takes them by value. Returns the translated result
  /// of the function, or the error of open().
  template <class... Parameters, class... Arguments>
  mux_result_t call(hal_result_t (*hal_t::*function)(hal_device_t, Parameters...),
                    Arguments... arguments) {
    const mux_result_t result = open();
    return result != mux_success ? result : note((hal_.*function)(device_, arguments...));
  }

  /// Calls a function of the table that frees `what`. Does nothing if the device is closed or
  /// belongs to the parent process.
  /// Frees cannot fail: without a device there is nothing to free.
  template <class Parameter>
  void release(void (*hal_t::*function)(hal_device_t, Parameter), Parameter what) {
    if (isOpen_.load(std::memory_order_acquire) && !isForked()) {
      (hal_.*function)(device_, what);
    }
  }

  /// Reads the device's clock, or the host's while the device is closed. mux_error_device_lost: the
  /// device is found to be gone. Never opens the device.
  mux_result_t time(uint64_t *nanoseconds);
  /// Returns the device's clock, or the host's after a loss; the two agree (hal_s::get_time). In
  /// nanoseconds.
  uint64_t now();

  /// Translates a result of the HAL, and remembers a loss.
  ///
  /// Each result of hal_result_t has a mux_result_t of a similar name; an unknown one is
  /// mux_error_failure. Thread-safe; called with each result of the table.
  mux_result_t note(hal_result_t result);

 private:
  // The function table; constant, alive as long as the library.
  const hal_t &hal_;
  // The process in which the object was made (mux::processGeneration).
  const uint32_t generation_;
  // Held by the thread that opens the device.
  std::mutex opening_;
  // Each becomes true once and stays so. isOpen_ publishes device_ to other threads.
  std::atomic<bool> isOpen_ = false, isLost_ = false;
  // The HAL's device, while isOpen_.
  hal_device_t device_ = nullptr;
};

}  // namespace hal
