// libFuzzer over the verifier and the loader of binaries: any bytes, and no crash.
//
//   ninja -C build/release elf_fuzz
//   build/dev/test/fuzz/elf_fuzz <corpus>     (start it with the binaries of
//   test/mux/target_support)
#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mux/target_support/elf.h"
#include "mux/target_support/elf_symbols.h"

namespace {

constexpr uint64_t largestImage = 16 << 20;

void tryMachine(std::span<const std::byte> file, const mux::elf::Machine &machine) {
  const auto image = mux::elf::verify(file, machine);
  if (!image) {
    return;
  }
  mux::elf::functionSymbols(*image, file);
  if (image->memorySize <= largestImage) {
    std::vector<std::byte> memory(image->memorySize);
    mux::elf::materialize(*image, file, 0x10000, memory);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  mux::elf::findProgramMetadata(file);
  tryMachine(file, {EM_X86_64, 64, R_X86_64_RELATIVE, 4096});
  tryMachine(file, {EM_RISCV, 64, R_RISCV_RELATIVE, 4096});
  tryMachine(file, {EM_RISCV, 32, R_RISCV_RELATIVE, 4096});
  return 0;
}
