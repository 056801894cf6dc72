// The conformance suite of mux over @name@. A skip states its reason.
#include "properties.h"
#include "mux/cts.h"

extern "C" mux_result_t kiln_@name@_get_device_infos(uint32_t, mux_device_info_t *, uint32_t *);

int main(int argc, char **argv) {
  return mux::cts::run(argc, argv,
                       {.name = @name@::targetName,
                        .getDeviceInfos = kiln_@name@_get_device_infos,
                        .compile = mux::cts::compileWithLibrary,
                        .skips = {}});
}
