// What muxc does, once its command line is understood.
#pragma once

#include "options.h"

namespace compiler::tools::muxc {

/// Reads, runs the passes and writes. The exit code; messages name `tool`.
int run(const Options &options, const char *tool);

}  // namespace compiler::tools::muxc
