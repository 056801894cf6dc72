// Text of the table of steps, for --list-steps of clc and muxc.
//
// Users of -cl-kiln-disable-steps= find the accepted names here, and learn the purpose of each
// step.
#pragma once

#include <string>

namespace compiler::tools {

/// Returns a line for each step of registry/steps.def, in its order: the name, its need, and the
/// sentence with its source.
/// Ends with a line feed. Constant over a build of the library.
std::string listSteps();

}  // namespace compiler::tools
