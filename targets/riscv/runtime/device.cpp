// The mux device of the RISC-V target: a hal::Target over the HAL for processes over the
// configuration.
#include <cstdio>
#include <new>
#include <string>

#include "configuration.h"
#include "hal/target.h"
#include "riscv/properties.h"

namespace riscv {
namespace {

// Returns the device's configuration, or null if there is none. A mistake in the options is
// reported once.
//
// Never freed: at the end of an application its threads may still use it.
const hal::process::Configuration *configuration() {
  static const Device *const device = [] {
    auto described = describeDevice(readOptions());
    if (!described) {
      std::fprintf(stderr, "kiln: there is no riscv device: %s\n",
                   described.error().message.c_str());
    }
    return described ? described->release() : nullptr;
  }();
  return device ? &device->configuration : nullptr;
}

}  // namespace
}  // namespace riscv

// The target's entry for muxGetDeviceInfos: no device or one. hal::Target makes the mux device of
// the HAL.
extern "C" mux_result_t kiln_riscv_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                    uint32_t *count) {
  static const auto *const target =
      new (std::nothrow) hal::Target({.name = riscv::targetName,
                                      .hal = hal::process::halOf<riscv::configuration>(),
                                      .suits = riscv::runsOn,
                                      .kernelExtensions = riscv::kernelExtensions,
                                      .kernelFeatures = riscv::kernelFeatures,
                                      .maxWorkGroupSize = riscv::maxWorkGroupSize});
  return target ? target->deviceInfos(capacity, infos, count) : mux_error_out_of_memory;
}
