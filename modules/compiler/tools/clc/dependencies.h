// Make rules (-MD).
#pragma once

#include <set>
#include <string>

#include "options.h"

namespace compiler::tools::clc {

/// The rule of an output that was made from the inputs and the headers.
std::string makeRule(const DependencyFile &file, const std::string &output,
                     const std::vector<std::string> &inputs, const std::set<std::string> &headers);

/// The name of its file, if it has none of its own: the output's with .d as its suffix.
std::string dependencyFileName(const DependencyFile &file, const std::string &output);

}  // namespace compiler::tools::clc
