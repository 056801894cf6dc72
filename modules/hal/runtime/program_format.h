// Derives the machine for mux::elf::verify from a HAL's properties.
#pragma once

#include "hal/hal.h"
#include "mux/target_support/elf.h"

namespace hal {

inline mux::elf::Machine machineOf(const hal_info_t &info) {
  return {.id = static_cast<uint16_t>(info.elf_machine),
          .bits = static_cast<uint8_t>(info.address_bits),
          .relativeType = info.elf_relative_type,
          .pageSize = info.page_size};
}

}  // namespace hal
