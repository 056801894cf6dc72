// The conformance suite of the compiler interface over @name@.
#include "compiler/cts.h"
#include "properties.h"
#include "mux/native_execution/code.h"

extern "C" mux_result_t kiln_@name@_get_device_infos(uint32_t, mux_device_info_t *, uint32_t *);

int main(int argc, char **argv) {
  return compiler::cts::run(argc, argv,
                            {.name = @name@::targetName,
                             .machine = mux::native::thisMachine(),
                             .getDeviceInfos = kiln_@name@_get_device_infos,
                             .skips = {}});
}
