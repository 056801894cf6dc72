// Writes the make rule of an output with its headers (-MD).
//
// make and ninja then build the output anew when a header changes.
#pragma once

#include <set>
#include <string>

#include "options.h"

namespace compiler::tools::clc {

/// Makes the rule: the output, or the names of -MT and -MQ, depends on inputs and headers. With -MP
/// each header also gets an empty rule, so that make survives its removal.
std::string makeRule(const DependencyFile &file, const std::string &output,
                     const std::vector<std::string> &inputs, const std::set<std::string> &headers);

/// Returns the name of the file for the rule: that of -MF, or the output's name with the suffix .d.
std::string dependencyFileName(const DependencyFile &file, const std::string &output);

}  // namespace compiler::tools::clc
