// Loads restricted ELF binaries into device memory, on behalf of HAL implementations.
//
// The HAL supplies two callbacks, one for memory and one for the transfer. The loader verifies
// the bytes, relocates them for the address of the memory, and hands them over.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hal/hal.h"
#include "mux/target_support/elf.h"

namespace hal {

/// A program in device memory. The HAL owns the memory and frees it at unload_program.
struct LoadedProgram {
  /// Address of the image's first byte.
  hal_address_t base = 0;
  uint64_t size = 0;              ///< bytes
  std::vector<uint64_t> entries;  ///< device addresses of the kernels, in the table's order
  /// The segments and their access rights, for devices with memory protection.
  mux::elf::Image image;
};

/// Allocates device memory for an image of `size` bytes, aligned to the device's page size.
/// Returns 0 if there is no room.
using PlaceImage = std::function<hal_address_t(uint64_t size)>;
/// Copies the relocated image to the device, from `base` on, and protects its segments if the
/// device can.
using WriteImage = std::function<hal_result_t(const mux::elf::Image &image, hal_address_t base,
                                              std::span<const std::byte> bytes)>;

/// Verifies `binary` against `info`, allocates with `place`, relocates, and transfers with `write`.
///
/// The bytes are verified again, although the runtime has done so: the layout of the image comes
/// from there, and a HAL's own tests call this function with any bytes.
///
/// hal_error_invalid_binary: no program for this device. hal_error_out_of_memory: `place` returned
/// 0, or the image is above max_allocation_size. hal_error_out_of_host_memory. Errors of `write`
/// pass through, and the HAL then frees the memory of `place`. Thread-safe if the callbacks are.
hal_result_t loadProgram(const hal_info_t &info, std::span<const std::byte> binary,
                         const PlaceImage &place, const WriteImage &write, LoadedProgram *program);

}  // namespace hal
