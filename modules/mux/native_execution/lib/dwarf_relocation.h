// Relocates addresses in DWARF debug sections, since gdb expects final addresses there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mux::native {

/// Adds `base` to the addresses of a .debug_addr section of DWARF 5.
///
/// Stops at what is damaged; any bytes may be passed. Units of another version, or with other
/// addresses than 8 bytes, stay unchanged.
void relocateAddressTable(std::span<std::byte> section, uint64_t base);

/// The same for DW_LNE_set_address in the programs of a .debug_line section. Without it, gdb would
/// find no line for an address in a kernel.
void relocateLinePrograms(std::span<std::byte> section, uint64_t base);

/// The same for the first addresses of functions in a .debug_frame section. Entries shared by
/// functions (CIE) have no address and stay unchanged.
void relocateFrames(std::span<std::byte> section, uint64_t base);

}  // namespace mux::native
