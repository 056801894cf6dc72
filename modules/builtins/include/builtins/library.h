// The embedded library of OpenCL C builtins: bitcode units, and an index from symbols to units.
//
// The library is compiled once for all targets, in small units, so that a program links only the
// units of the builtins it calls. Units and index are constant data in the compiler's binary.
// All functions are thread-safe; their results live as long as the program.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace builtins {

/// One LLVM bitcode module (triple spir64). A unit may call functions of other units, so a linker
/// asks again for the symbols of each unit it has added.
struct Unit {
  std::string_view name;               ///< for messages
  std::span<const std::byte> bitcode;  ///< read it with llvm::parseBitcodeFile
};

/// The unit with the definition of `symbol`, a mangled OpenCL builtin (OpenCL C 3.0 §6.15) or an
/// internal __kiln_… function. Null if no unit defines it. O(log n), no allocation.
const Unit *findUnit(std::string_view symbol);

/// All units, for tools and tests.
std::span<const Unit> units();

/// A header for the front end, resolved from memory: opencl-c-base.h of Clang, and Kiln's
/// declarations of builtins unknown to Clang. A driver needs no files of Clang for it.
struct Header {
  std::string_view name;  ///< the name in #include
  std::string_view text;
};
/// All headers. The front end adds each to its virtual file system under `name`.
std::span<const Header> headers();

}  // namespace builtins
