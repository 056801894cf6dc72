// Parses the command line of veczc into muxc's options.
//
// veczc is muxc with the vectoriser as its pipeline, so its options become muxc's and no other code
// is needed.
#pragma once

#include <optional>
#include <string>

#include "muxc/options.h"

namespace compiler::tools::veczc {

/// Returns muxc's options for the command line; nothing, with a message in `error`, for a wrong
/// one.
/// The result is complete: muxc::run takes it as it is.
std::optional<muxc::Options> parseOptions(Arguments arguments, std::string &error);

/// The text of veczc's --help, made of its table of options and the rows it shares with muxc.
/// Ends with a line feed.
std::string helpText();

}  // namespace compiler::tools::veczc
