// Finds the integer kernel arguments for whose values specialised code pays.
//
// For example a loop's bound or a divisor: with a known bound the loop is unrolled, with a known
// divisor the division becomes a multiplication.
#pragma once

#include "compiler/program_info.h"

namespace llvm {
/// A finalized module; not changed.
class Module;
}  // namespace llvm

namespace compiler {

/// Fills in ArgumentInfo::valueProfitability for the kernels of a finalized, optimised module:
/// integers of up to 64 bits alone. Kernels unknown to `info` are passed over. The runtime
/// specialises a kernel on such arguments after enough launches
/// (doc/decisions/017-specialised-kernels.md); without this filter it would compile variants that
/// run as fast as the generic one.
void findValueProfitability(const llvm::Module &module, ProgramInfo &info);

}  // namespace compiler
