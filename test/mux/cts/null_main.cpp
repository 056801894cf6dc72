// The suite over the null target, which has to fail it.
#include "mux/cts.h"
#include "mux/null_target.h"

int main(int argc, char **argv) {
  return mux::cts::run(argc, argv,
                       {.name = "null",
                        .getDeviceInfos = kiln_null_get_device_infos,
                        .compile = mux::cts::compileWithLibrary,
                        .skips = {}});
}
