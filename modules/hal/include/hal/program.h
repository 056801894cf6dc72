// For HAL implementations whose programs lie in device memory: from a verified binary to a
// relocated image there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "hal/hal.h"
#include "mux/util/elf.h"

namespace hal {

/// A program in device memory.
struct LoadedProgram {
  hal_address_t base = 0;         ///< where the image starts
  uint64_t size = 0;              ///< bytes
  std::vector<uint64_t> entries;  ///< device addresses of the kernels, in the table's order
  mux::elf::Image image;          ///< segments and their access, for devices that protect memory
};

/// Memory for an image of that size, aligned to the device's page size; 0 if there is none.
using PlaceImage = std::function<hal_address_t(uint64_t size)>;
/// Writes the relocated image, from its base on.
using WriteImage = std::function<hal_result_t(const mux::elf::Image &image, hal_address_t base,
                                              std::span<const std::byte> bytes)>;

/// hal_error_invalid_binary if it is not what `info` describes; any bytes may be passed.
hal_result_t loadProgram(const hal_info_t &info, std::span<const std::byte> binary,
                         const PlaceImage &place, const WriteImage &write, LoadedProgram *program);

}  // namespace hal
