// Text of the table of steps, for --list-steps of clc and muxc.
#pragma once

#include <string>

namespace compiler::tools {

/// Returns a line for each step of registry/steps.def, in its order: the name, its need, and the
/// sentence with its source.
std::string listSteps();

}  // namespace compiler::tools
