// A container as text.
#pragma once

#include <string>
#include <vector>

#include "compiler/container.h"

namespace compiler::tools::clc {

/// `file` has what readContainer read the entries from.
std::string describe(const std::string &name, std::span<const std::byte> file,
                     const std::vector<ContainerEntry> &entries);

}  // namespace compiler::tools::clc
