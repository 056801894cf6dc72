// Files whole: reading one, and writing one so that it is complete or not there.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "compiler/module.h"

namespace compiler::tools::clc {

/// "-" is standard input. Empty, with a message in `error`, if it cannot be read.
std::optional<Bytes> readFile(const std::string &name, std::string &error);

/// Whether both names are of one file that is there, and neither is "-". Devices and pipes are no
/// files here: reading and writing them is not the same.
bool isSameFile(const std::string &first, const std::string &second);

/// "-" and "/dev/stdout" are standard output. A regular file, of a link what it points to, is
/// written under a temporary name beside it and renamed; what is under /dev and /proc is written to
/// as it is. False, with a message in `error`, if that fails; there is no new file then.
bool writeFile(const std::string &name, std::span<const std::byte> bytes, std::string &error);

}  // namespace compiler::tools::clc
