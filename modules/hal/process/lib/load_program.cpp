#include "hal/program.h"

namespace hal {

hal_result_t loadProgram(const hal_info_t &info, std::span<const std::byte> binary,
                         const PlaceImage &place, const WriteImage &write, LoadedProgram *program) {
  std::string error;
  auto image = mux::elf::verify(
      binary,
      {static_cast<uint16_t>(info.elf_machine), static_cast<uint8_t>(info.address_bits),
       info.elf_relative_type, info.page_size},
      &error);
  if (!image) {
    return hal_error_invalid_binary;
  }
  program->image = std::move(*image);
  program->size = program->image.memorySize;
  program->base = place(program->size);
  if (!program->base) {
    return hal_error_out_of_memory;
  }
  for (uint64_t entry : program->image.entries) {
    program->entries.push_back(program->base + entry);
  }
  std::vector<std::byte> bytes(program->size);
  mux::elf::materialize(program->image, binary, program->base, bytes, true);
  return write(program->image, program->base, bytes);
}

}  // namespace hal
