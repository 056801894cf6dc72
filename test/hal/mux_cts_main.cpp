// The mux suite over the in-process HAL.
#include <algorithm>

#include "devices.h"
#include "mux/cts.h"

namespace {

mux_result_t deviceInfos(uint32_t capacity, mux_device_info_t *infos, uint32_t *count) {
  static const hal::Target targets[] = {
      hal::Target(hal::test::description(hal::test::arenaHal())),
      hal::Target(hal::test::description(hal::test::scratchpadHal())),
  };
  *count = 0;
  for (const hal::Target &target : targets) {
    uint32_t own = 0;
    const uint32_t room = capacity > *count ? capacity - *count : 0;
    if (mux_result_t result = target.deviceInfos(room, room ? infos + *count : nullptr, &own)) {
      return result;
    }
    *count += own;
  }
  return mux_success;
}

}  // namespace

int main(int argc, char **argv) {
  return mux::cts::run(argc, argv,
                       {.name = "inprocess",
                        .getDeviceInfos = deviceInfos,
                        .compile = mux::cts::compileWithLibrary,
                        .skips = {}});
}
