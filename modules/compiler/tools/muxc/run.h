// Runs muxc or veczc with a parsed command line.
//
// Both tools are one program: read a module, run passes on it, write it.
#pragma once

#include "options.h"

namespace compiler::tools::muxc {

/// Reads the input, runs the passes and writes the output. Messages begin with `tool`. Returns the
/// exit code: 0, or 1 after an error.
/// Runs on a thread with a large stack, since Clang and some passes recurse deeply.
int run(const Options &options, const char *tool);

}  // namespace compiler::tools::muxc
