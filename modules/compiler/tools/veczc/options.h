// The command line of veczc.
#pragma once

#include <optional>
#include <string>

#include "muxc/options.h"

namespace compiler::tools::veczc {

/// What muxc is to do for it; nothing, with `error` set, if the command line is wrong.
std::optional<muxc::Options> parseOptions(Arguments arguments, std::string &error);

extern const char helpText[];

}  // namespace compiler::tools::veczc
