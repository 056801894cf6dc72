// A container as text.
#pragma once

#include <string>
#include <vector>

#include "compiler/container.h"

namespace compiler::tools::clc {

/// `file` has what readContainer read the entries from. With all extensions that intermediate code
/// needs, if it is to be long.
std::string describe(const std::string &name, std::span<const std::byte> file,
                     const std::vector<ContainerEntry> &entries, bool isVerbose);

}  // namespace compiler::tools::clc
