// Parses the command line of veczc into muxc's options.
//
// veczc is muxc with the vectoriser as its pipeline, so its options become muxc's and no other code
// is needed.
#pragma once

#include <string>

#include "muxc/options.h"

namespace compiler::tools::veczc {

/// Returns muxc's options for the command line. They are complete for muxc::run.
///
/// Fails for mistakes of the command line, and for OpenCL C or SPIR-V without --target. The first
/// mistake is the message.
support::Result<muxc::Options> parseOptions(Arguments arguments);

/// The text of veczc's --help, made of its table of options and the rows it shares with muxc.
/// Ends with a line feed.
std::string helpText();

}  // namespace compiler::tools::veczc
