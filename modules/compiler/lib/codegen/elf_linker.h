// lld inside of this process: from objects to restricted ELF.
#pragma once

#include <span>
#include <string>

#include "compiler/target/base_target.h"

namespace compiler {

/// Links objects of our own code generation, at least one. The result has passed mux::elf::verify;
/// what lld says goes to `log`. Thread-safe; takes the one lock of the compiler, since lld is not
/// re-entrant.
Result<Bytes> linkBinary(std::span<const Bytes> objects, const LinkModel &model, std::string &log);

}  // namespace compiler
