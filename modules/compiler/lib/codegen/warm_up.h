// What the first build of a process finds ready.
#pragma once

#include "compiler/target/base_target.h"

namespace compiler {

/// To generate code for the first time takes twice as long as later: the machine is described,
/// LLVM's passes make themselves known and sort their tables, and their code and memory are paged
/// in. The first call in a process has another thread do that, if the calling one may run on
/// several processors, for what the options ask for; others do nothing. Returns at once.
void warmUpCodeGeneration(const BaseTarget &target, const frontend::BuildOptions &options);

}  // namespace compiler
