// Finds the integer kernel arguments for whose values specialised code pays.
#pragma once

#include "compiler/program_info.h"

namespace llvm {
class Module;
}

namespace compiler {

/// Fills in ArgumentInfo::valueProfitability for the kernels of a finalized, optimised module:
/// integers of up to 64 bits alone. Kernels unknown to `info` are passed over. The runtime
/// specialises a kernel on such arguments after enough launches
/// (doc/decisions/017-specialised-kernels.md); without this filter it would compile variants that
/// run as fast as the generic one.
void findValueProfitability(const llvm::Module &module, ProgramInfo &info);

}  // namespace compiler
