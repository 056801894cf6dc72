// Declares the main functions of the tools inside of the compiler library.
//
// LLVM is linked once, into libkiln-compiler.so. So the tools are functions of the library, and
// each program is a main() of one line that calls kiln_tool_main.
#pragma once

#include <span>

namespace compiler::tools {

/// The arguments of a tool's main, without the program's name. The main returns the exit code.
/// The texts are those of main(), alive for the whole call.
using Arguments = std::span<const char *const>;

#define KILN_TOOL(name) int name##Main(Arguments arguments);
#include "tools.def"
#undef KILN_TOOL

}  // namespace compiler::tools
