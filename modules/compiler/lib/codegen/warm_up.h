// Prepares code generation on another thread while the first program is in the front end.
#pragma once

#include "compiler/target/base_target.h"

namespace compiler {

/// Starts the preparation in the first call of a process and returns at once; later calls do
/// nothing.
///
/// The first code generation of a process takes twice as long as later ones: the machine is
/// described, passes register themselves and sort their tables, code and memory are paged in. A
/// front end takes long enough to hide it. Nothing happens if the calling thread may run on one
/// processor only.
///
/// The prepared machine is the one that `target` needs for `options`; another device's program
/// still gains from LLVM's warm tables. Thread-safe.
void warmUpCodeGeneration(const BaseTarget &target, const frontend::BuildOptions &options);

}  // namespace compiler
