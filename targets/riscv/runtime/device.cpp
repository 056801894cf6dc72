#include <cstdio>
#include <string>

#include "configuration.h"
#include "hal/target.h"
#include "riscv/facts.h"

namespace riscv {
namespace {

/// The device of this process; null if there is none. A device that cannot be as it is
/// configured is reported once.
const hal::process::Configuration *configuration() {
  static const std::unique_ptr<Device> device = [] {
    std::string error;
    auto described = describeDevice(readOptions(), &error);
    if (!error.empty()) {
      std::fprintf(stderr, "kiln: there is no riscv device: %s\n", error.c_str());
    }
    return described;
  }();
  return device ? &device->configuration : nullptr;
}

}  // namespace
}  // namespace riscv

extern "C" mux_result_t kiln_riscv_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                    uint32_t *count) {
  static hal::Target target({.name = riscv::targetName,
                             .hal = hal::process::halOf<riscv::configuration>(),
                             .suits = riscv::runsOn,
                             .kernelExtensions = riscv::kernelExtensions,
                             .kernelFeatures = riscv::kernelFeatures,
                             .maxWorkGroupSize = riscv::maxWorkGroupSize});
  return target.deviceInfos(capacity, infos, count);
}
