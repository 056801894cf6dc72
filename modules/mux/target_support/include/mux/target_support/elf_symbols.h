// Function symbols of a binary, for debuggers and profilers.
//
// The symbols are in .symtab. No segment has it and verify() ignores it, so this reader checks it
// on its own. A damaged table gives a shorter list, never an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mux/target_support/elf.h"

namespace mux::elf {

/// A function of a kernel binary, for a debugger's or a profiler's list.
struct Symbol {
  /// Never empty; as in the file.
  std::string name;
  /// Relative to the load base; inside of an executable segment.
  uint64_t address;
  /// Bytes, at least 1; does not leave the segment.
  uint64_t size;
};

/// Returns the functions of a verified binary in the order of their addresses.
///
/// Empty if the file has no sound symbol table. Any bytes may be passed as `file`. Names are as in
/// the file, not demangled. Symbols with equal addresses are sorted by name, because the order in
/// the file is the linker's choice. Throws std::bad_alloc. Thread-safe.
std::vector<Symbol> functionSymbols(const Image &image, std::span<const std::byte> file);

}  // namespace mux::elf
