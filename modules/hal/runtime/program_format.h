// Derives the machine for mux::elf::verify from a HAL's properties.
//
// The runtime verifies each binary once for all HALs, so that no vendor has to write a verifier
// (executable.cpp).
#pragma once

#include "hal/hal.h"
#include "mux/target_support/elf.h"

namespace hal {

/// Returns the machine, the address size, the relocation type and the page size that a binary of
/// this device has. A HAL states the ELF numbers, because only the vendor knows the code of the
/// device.
///
/// `info` has been checked by hal::Target: address_bits is 32 or 64, and page_size is not 0. The
/// result is a copy and refers to nothing.
inline mux::elf::Machine machineOf(const hal_info_t &info) {
  return {.id = static_cast<uint16_t>(info.elf_machine),
          .bits = static_cast<uint8_t>(info.address_bits),
          .relativeType = info.elf_relative_type,
          .pageSize = info.page_size};
}

}  // namespace hal
