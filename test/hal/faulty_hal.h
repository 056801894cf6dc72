// The in-process HAL with a switch before each function: to count its calls, and to have it
// fail. One per process.
#pragma once

#include <atomic>

#include "devices.h"

namespace hal::test {

/// The result of a function instead of doing its work; hal_success: it does it.
struct Switch {
  std::atomic<hal_result_t> fails = hal_success;
  std::atomic<uint64_t> calls = 0;

  /// The wanted result instead, noting the call.
  hal_result_t pass() {
    ++calls;
    return fails;
  }
};

struct Switches {
  Switch open, allocate, release, write, read, copy, fill, load, find, launch, wait;
  void reset();
};

Switches &switches();
const hal_t *faultyHal();

}  // namespace hal::test
