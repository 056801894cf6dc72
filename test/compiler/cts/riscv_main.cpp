// The suite over the riscv target: the present device, the one assumed when none is known, other
// register lengths, and one without vectors.
#include <elf.h>

#include "compiler/cts.h"
#include "riscv/properties.h"

extern "C" mux_result_t kiln_riscv_get_device_infos(uint32_t, mux_device_info_t *, uint32_t *);

int main(int argc, char **argv) {
  const auto properties = [](uint32_t vectorBits) {
    return mux::formatTargetProperties(riscv::properties(64, vectorBits));
  };
  return compiler::cts::run(
      argc, argv,
      {.name = riscv::targetName,
       .machine = {EM_RISCV, 64, R_RISCV_RELATIVE, riscv::pageSize},
       .targetProperties = {properties(0), properties(256), properties(512), properties(1024)},
       .getDeviceInfos = kiln_riscv_get_device_infos,
       .skips = {}});
}
