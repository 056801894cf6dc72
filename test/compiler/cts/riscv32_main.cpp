// The suite over the compiler half of the riscv32 target, whose programs have 32-bit addresses.
#include <elf.h>

#include "compiler/cts.h"
#include "riscv/facts.h"

namespace {

constexpr char noOffsets[] =
    "the builtins library has vloadn, vstoren and vload_half with offsets of 64 bits only";

}  // namespace

int main(int argc, char **argv) {
  const auto facts = [](uint32_t vectorBits) {
    return mux::formatFacts(riscv::facts(32, vectorBits));
  };
  return compiler::cts::run(argc, argv,
                            {.name = riscv::targetName32,
                             .machine = {EM_RISCV, 32, R_RISCV_RELATIVE, riscv::pageSize},
                             .compilerFacts = {facts(256)},
                             .skips = {{"Code.LoadsAndStoresVectors", noOffsets},
                                       {"Code.KeepsHalvesInMemory", noOffsets}}});
}
