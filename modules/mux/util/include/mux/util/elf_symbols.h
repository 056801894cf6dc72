// Function symbols of a binary, for debuggers and profilers.
//
// They are in .symtab, which is not loaded and which verify() does not look at; so it is
// checked here, and a damaged table is only a shorter list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mux/util/elf.h"

namespace mux::elf {

struct Symbol {
  std::string name;
  uint64_t address;  ///< relative to the load base; inside of an executable segment
  uint64_t size;     ///< bytes, at least 1; does not leave the segment
};

/// The functions of a verified binary in the order of their addresses; empty if it has no
/// (sound) symbol table. Any bytes may be passed as `file`.
std::vector<Symbol> functionSymbols(const Image &image, std::span<const std::byte> file);

}  // namespace mux::elf
