// Which arguments of a kernel are worth code for their very value.
#pragma once

#include "compiler/program_info.h"

namespace llvm {
class Module;
}

namespace compiler {

/// Fills in ArgumentInfo::valueGain for the kernels of a finalized module.
void findValueGains(const llvm::Module &module, ProgramInfo &info);

}  // namespace compiler
