// Describes a container as text (clc --dump).
//
// The text is for people and for tests; doc/binary-format.md has the format of the bytes.
#pragma once

#include <string>
#include <vector>

#include "compiler/container.h"

namespace compiler::tools::clc {

/// Describes the entries of a container: kind, target, target properties, kernels with their vector
/// widths, sizes, and embedded sources. `file` has the bytes behind `entries`. A verbose text has
/// the extensions and features of intermediate code. Control characters of the container are
/// escaped.
/// `entries` point into `file`, as readContainer returns them.
std::string describe(const std::string &name, std::span<const std::byte> file,
                     const std::vector<ContainerEntry> &entries, bool isVerbose);

}  // namespace compiler::tools::clc
