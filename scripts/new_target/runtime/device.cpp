// The runtime half of @name@: a mux device on top of a HAL. This HAL runs native code in the
// driver's process; replace it with the HAL of your device (doc/hal.md).

#include "device.h"

#include "properties.h"
#include "hal/inprocess.h"
#include "hal/target.h"

namespace @name@ {
namespace {

hal::InProcessConfiguration configuration() {
  constexpr uint32_t floats = mux_fp_denorm | mux_fp_inf_nan | mux_fp_round_to_nearest |
                              mux_fp_round_to_zero | mux_fp_round_to_inf;
  return {
      .name = "@Name@ device",
      .vendor = "@Name@",
      .targetProperties = targetProperties().c_str(),
      .workers = 4,
      .localMemorySize = localMemorySize,
      .fp32Capabilities = floats | mux_fp_correctly_rounded_divide_sqrt,
      .fp64Capabilities = floats | mux_fp_fma,
  };
}

}  // namespace

const hal_t *deviceHal() {
  return hal::inProcessHal<configuration>();
}

}  // namespace @name@

extern "C" mux_result_t kiln_@name@_get_device_infos(uint32_t capacity, mux_device_info_t *infos,
                                                    uint32_t *count) {
  // Never destroyed: the infos are used as long as the library is loaded.
  static auto *const target = new hal::Target({
      .name = @name@::targetName,
      .hal = @name@::deviceHal(),
      .kernelExtensions = @name@::kernelExtensions,
      .kernelFeatures = @name@::kernelFeatures,
      .maxWorkGroupSize = @name@::maxWorkGroupSize,
  });
  return target->deviceInfos(capacity, infos, count);
}
