// Which arguments of a kernel are worth code for their very value.
#pragma once

#include "compiler/program_info.h"

namespace llvm {
class Module;
}

namespace compiler {

/// Fills in ArgumentInfo::valueProfitability for the kernels of a finalized module.
void findValueProfitability(const llvm::Module &module, ProgramInfo &info);

}  // namespace compiler
