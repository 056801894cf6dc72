// Adapts calls of builtins with size_t parameters to the 64-bit builtin library on devices with
// 32-bit addresses.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// The library is compiled once, for 64-bit addresses: of vload4(size_t, …) it has
/// _Z6vload4mPU3AS1Kf alone. Where size_t is i32, programs call _Z6vload4jPU3AS1Kf; such calls
/// become calls of the former, with the size extended, and get_image_array_size gives an i64 that
/// is truncated. Functions that the program defines are left alone, as are those that the library
/// does not have under the other name either.
class WidenSizeArgumentsPass : public llvm::PassInfoMixin<WidenSizeArgumentsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
