// Implements mux on top of a HAL: the whole runtime half of a target with a HAL.
//
// A target needs no more C++ than this:
//
//   extern "C" mux_result_t kiln_mine_get_device_infos(uint32_t capacity,
//                                                      mux_device_info_t *infos,
//                                                      uint32_t *count) {
//     static const auto *const target =
//         new (std::nothrow) hal::Target({.name = "mine", .hal = mine_hal()});
//     return target ? target->deviceInfos(capacity, infos, count) : mux_error_out_of_memory;
//   }
//
// Queues, command buffers, semaphores, arenas, argument blocks, printf and query pools come from
// modules/hal/runtime. The HAL has memory, transfers and launches only.
#pragma once

#include <cstdint>
#include <memory>

#include "hal/hal.h"
#include "mux/device.h"

namespace hal {

/// Properties beyond the HAL's own hal_info_t.
///
/// Extensions and features equal the ones in the compiler half's Info; the conformance suite
/// compares them. The caller owns all text, usually literals in a header shared by both halves.
struct Description {
  const char *name;  ///< of the target; selects the compiler half
  const hal_t *hal;
  /// Decides whether a device with the target properties `device` runs code compiled for the
  /// properties `code`. Null: only if the two texts are equal.
  bool (*suits)(const char *code, const char *device) = nullptr;
  mux_device_type_t type = mux_device_type_accelerator;
  const char *kernelExtensions = "";  ///< as mux_device_info_s::kernel_extensions
  const char *kernelFeatures = "";
  uint64_t maxWorkGroupSize = 1024;           ///< work-items
  uint64_t maxConstantBufferSize = 64 << 20;  ///< bytes
  uint32_t maxParameterSize = 4096;           ///< bytes of a kernel's arguments
  uint64_t printfBufferSize = 4 << 20;        ///< bytes
};

/// The device list of a target: one device, or none if the HAL has none on this machine.
///
/// The object owns its device info. Allocate it once and never destroy it: threads of a device may
/// still run when the process exits.
class Target {
 public:
  /// Reads the HAL's properties. `description` is copied; its texts and its HAL outlive the object.
  explicit Target(const Description &description);
  ~Target();
  Target(const Target &) = delete;
  Target &operator=(const Target &) = delete;

  /// Implements mux_get_device_infos_t. Thread-safe.
  ///
  /// mux_error_out_of_memory: the constructor ran out of host memory.
  mux_result_t deviceInfos(uint32_t capacity, mux_device_info_t *infos, uint32_t *count) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hal
