// The builtins library: target-neutral bitcode units, embedded, and which unit defines what.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace builtins {

/// One bitcode module (triple spir64). Units may call functions of other units.
struct Unit {
  std::string_view name;
  std::span<const std::byte> bitcode;
};

/// The unit that defines `symbol` (a mangled OpenCL builtin or an internal __kiln_… function);
/// null if there is none. Thread-safe, allocates nothing, O(log n).
const Unit *findUnit(std::string_view symbol);

/// All units, for tools and tests.
std::span<const Unit> units();

/// Headers that the front end must find: opencl-c-base.h and our own declarations of what
/// Clang lacks. `name` is what follows #include.
struct Header {
  std::string_view name;
  std::string_view text;
};
std::span<const Header> headers();

}  // namespace builtins
