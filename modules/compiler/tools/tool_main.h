// The tools inside of the compiler library.
#pragma once

#include <span>

namespace compiler::tools {

/// A tool's main: the arguments without the program's name; returns the exit code.
using Arguments = std::span<const char *const>;

#define KILN_TOOL(name) int name##Main(Arguments arguments);
#include "tools.def"
#undef KILN_TOOL

}  // namespace compiler::tools
