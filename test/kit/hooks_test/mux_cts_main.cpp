// The mux suite over the target hooks.
#include "mux/cts.h"

extern "C" mux_result_t kiln_hooks_get_device_infos(uint32_t, mux_device_info_t *, uint32_t *);

int main(int argc, char **argv) {
  return mux::cts::run(argc, argv,
                       {.name = "hooks",
                        .getDeviceInfos = kiln_hooks_get_device_infos,
                        .compile = mux::cts::compileWithLibrary,
                        .skips = {}});
}
