// For a target's runtime half: a mux device from a HAL. This is all that a HAL-based target
// needs of C++ on the runtime side:
//
//   extern "C" mux_result_t kiln_mine_get_device_infos(uint32_t capacity,
//                                                      mux_device_info_t *infos,
//                                                      uint32_t *count) {
//     static const auto *const target =
//         new (std::nothrow) hal::Target({.name = "mine", .hal = mine_hal()});
//     return target ? target->deviceInfos(capacity, infos, count) : mux_error_out_of_memory;
//   }
#pragma once

#include <cstdint>
#include <memory>

#include "hal/hal.h"
#include "mux/device.h"

namespace hal {

/// What the HAL does not say. The lists have to be those of the compiler half's Info; text is
/// kept by the caller, usually as literals in a header that both halves include.
struct Description {
  const char *name;  ///< of the target; selects the compiler half
  const hal_t *hal;
  /// Whether code that was compiled for the facts `code` runs on a device with the facts
  /// `device`; where this is null they have to be equal.
  bool (*suits)(const char *code, const char *device) = nullptr;
  mux_device_type_t type = mux_device_type_accelerator;
  const char *kernelExtensions = "";  ///< as mux_device_info_s::kernel_extensions
  const char *kernelFeatures = "";
  uint64_t maxWorkGroupSize = 1024;   ///< work-items
  uint64_t maxConstantBufferSize = 64 << 20;  ///< bytes
  uint32_t maxParameterSize = 4096;   ///< bytes of a kernel's arguments
  uint64_t printfBufferSize = 1 << 20;  ///< bytes
};

/// The devices of a target: one if its HAL has one here. The info that it hands out lives as
/// long as it does; so it is never destroyed, as threads may still run when the process exits.
class Target {
 public:
  explicit Target(const Description &description);
  ~Target();
  Target(const Target &) = delete;
  Target &operator=(const Target &) = delete;

  /// As mux_get_device_infos_t.
  mux_result_t deviceInfos(uint32_t capacity, mux_device_info_t *infos, uint32_t *count) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace hal
