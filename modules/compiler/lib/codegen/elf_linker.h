// Links objects to a restricted ELF binary, with lld inside this process.
//
// A binary is a shared library with one exported symbol, the kernel table. doc/mux-spec.md §9 lists
// the parts of ELF that runtimes accept.
#pragma once

#include <span>
#include <string>

#include "compiler/target/base_target.h"

namespace compiler {

/// Links objects of Kiln's own code generation, at least one, with the target's support objects.
/// The result has passed mux::elf::verify for the target's machine. lld's messages go to `log`,
/// with names in place of its paths.
///
/// Error::outOfResources: there was no file descriptor or memory for an input.
/// Error::internalFailure: lld or the verifier refused the objects, or lld met a fatal error in
/// another build.
///
/// Thread-safe, one link at a time: lld has global state, so this takes the compiler's only lock.
Result<Bytes> linkBinary(std::span<const Bytes> objects, const LinkModel &model, std::string &log);

}  // namespace compiler
