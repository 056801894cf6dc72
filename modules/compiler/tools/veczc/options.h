// The command line of veczc.
#pragma once

#include <optional>
#include <string>

#include "muxc/options.h"

namespace compiler::tools::veczc {

/// What muxc is to do for it; nothing, with `error` set, if the command line is wrong.
std::optional<muxc::Options> parseOptions(Arguments arguments, std::string &error);

/// The text of veczc's --help, made of its table of options and the rows it shares with muxc.
std::string helpText();

}  // namespace compiler::tools::veczc
