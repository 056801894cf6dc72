// Relocates addresses in DWARF debug sections, since gdb expects final addresses there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mux::native {

/// Adds `base` to the addresses of a .debug_addr section of DWARF 5. Stops at what is damaged; any
/// bytes may be passed.
void relocateAddressTable(std::span<std::byte> section, uint64_t base);

/// The same for DW_LNE_set_address in the programs of a .debug_line section.
void relocateLinePrograms(std::span<std::byte> section, uint64_t base);

/// The same for the first addresses of functions in a .debug_frame section.
void relocateFrames(std::span<std::byte> section, uint64_t base);

}  // namespace mux::native
