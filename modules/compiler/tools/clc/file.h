// Reads and writes whole files, so that an output is complete or absent.
//
// All names are as on the command line. Messages begin with the quoted name.
#pragma once

#include <span>
#include <string>

#include "compiler/module.h"
#include "support/result.h"

namespace compiler::tools::clc {

/// Reads a file of up to 1 GiB; "-" is standard input. Blocks on a pipe until its end.
///
/// The limit stops the reading of endless devices and pipes: they fail as too large. An empty file
/// is no failure.
support::Result<Bytes> readFile(const std::string &name);

/// Tells if both names lead to one existing regular file. "-", devices and pipes never do, because
/// reading one and writing it are different things.
bool isSameFile(const std::string &first, const std::string &second);

/// Writes a file. A regular file is written under a temporary name beside it and renamed; a link
/// stays, and its target is replaced. Pipes, devices, and names under /dev and /proc are opened and
/// written. "-" and "/dev/stdout" are standard output. A failure leaves no partial file.
support::Status writeFile(const std::string &name, std::span<const std::byte> bytes);

}  // namespace compiler::tools::clc
