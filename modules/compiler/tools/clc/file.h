// Files whole: reading one, and writing one so that it is complete or not there.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "compiler/module.h"

namespace compiler::tools::clc {

/// "-" is standard input. Empty, with a message in `error`, if it cannot be read.
std::optional<Bytes> readFile(const std::string &name, std::string &error);

/// "-" is standard output. A regular file is written under a temporary name beside it and
/// renamed. False, with a message in `error`, if that fails; there is no new file then.
bool writeFile(const std::string &name, std::span<const std::byte> bytes, std::string &error);

}  // namespace compiler::tools::clc
