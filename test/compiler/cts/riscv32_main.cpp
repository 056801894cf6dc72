// The suite over the compiler half of the riscv32 target, whose programs have 32-bit addresses.
#include <elf.h>

#include "compiler/cts.h"
#include "riscv/properties.h"

int main(int argc, char **argv) {
  const auto properties = [](uint32_t vectorBits) {
    return mux::formatTargetProperties(riscv::properties(32, vectorBits));
  };
  return compiler::cts::run(argc, argv,
                            {.name = riscv::targetName32,
                             .machine = {EM_RISCV, 32, R_RISCV_RELATIVE, riscv::pageSize},
                             .targetProperties = {properties(256)}});
}
