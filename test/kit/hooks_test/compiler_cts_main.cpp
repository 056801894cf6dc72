// The compiler suite over the target hooks.
#include "compiler/cts.h"
#include "mux/native_execution/code.h"

extern "C" mux_result_t kiln_hooks_get_device_infos(uint32_t, mux_device_info_t *, uint32_t *);

int main(int argc, char **argv) {
  return compiler::cts::run(argc, argv,
                            {.name = "hooks",
                             .machine = mux::native::thisMachine(),
                             .getDeviceInfos = kiln_hooks_get_device_infos,
                             .skips = {}});
}
