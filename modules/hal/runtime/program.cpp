// Loads a restricted ELF binary into device memory: verify, allocate, relocate on the host,
// transfer.
#include "hal/program.h"

#include <new>

#include "program_format.h"

namespace hal {
namespace {

// The work of loadProgram; may throw std::bad_alloc. The image is built in host memory, because a
// device may have no way to write a single word.
hal_result_t load(const hal_info_t &info, std::span<const std::byte> binary,
                  const PlaceImage &place, const WriteImage &write, LoadedProgram &program) {
  auto image = mux::elf::verify(binary, machineOf(info));
  if (!image) {
    return hal_error_invalid_binary;
  }
  // The device's memory bounds the host's: a small file may ask for much.
  const uint64_t size = image->memorySize;
  if (size > info.max_allocation_size) {
    return hal_error_out_of_memory;
  }
  std::vector<std::byte> bytes(size);
  std::vector<uint64_t> entries = image->entries;
  const hal_address_t base = place(size);
  if (base == 0) {
    return hal_error_out_of_memory;
  }
  for (uint64_t &entry : entries) {
    entry += base;
  }
  mux::elf::materialize(*image, binary, base, bytes, true);
  program = {base, size, std::move(entries), std::move(*image)};
  return write(program.image, base, bytes);
}

}  // namespace

hal_result_t loadProgram(const hal_info_t &info, std::span<const std::byte> binary,
                         const PlaceImage &place, const WriteImage &write, LoadedProgram *program) {
  try {
    return load(info, binary, place, write, *program);
  } catch (const std::bad_alloc &) {
    return hal_error_out_of_host_memory;
  }
}

}  // namespace hal
