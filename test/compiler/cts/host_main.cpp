// The suite over the host target.
#include <elf.h>

#include "compiler/cts.h"

extern "C" mux_result_t kiln_host_get_device_infos(uint32_t, mux_device_info_t *, uint32_t *);

namespace {

#if defined(__x86_64__)
constexpr mux::elf::Machine machine = {EM_X86_64, 64, R_X86_64_RELATIVE, 4096};
constexpr char otherCpu[] = "cpu=x86-64-v3;features=-fma";
#else
constexpr mux::elf::Machine machine = {EM_AARCH64, 64, R_AARCH64_RELATIVE, 4096};
constexpr char otherCpu[] = "cpu=cortex-a72;features=";
#endif

}  // namespace

int main(int argc, char **argv) {
  return compiler::cts::run(argc, argv,
                            {.name = "host",
                             .machine = machine,
                             .targetProperties = {otherCpu},
                             .getDeviceInfos = kiln_host_get_device_infos,
                             .skips = {}});
}
