// Adapts calls of builtins with size_t parameters to the 64-bit builtin library on devices with
// 32-bit addresses.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Redirects builtins with a size_t parameter to the library's 64-bit function, on modules with
/// 4-byte pointers; does nothing on others. The library is compiled once, for 64-bit addresses: it
/// has _Z6vload4mPU3AS1Kf, whereas a program for 32 bits calls _Z6vload4jPU3AS1Kf.
///
/// * Sizes are zero-extended. The result of get_image_array_size, an i64 in the library, is
///   truncated.
/// * The program's own definitions are left alone, and so are functions missing in the library
///   under the 64-bit name: CheckSymbolsPass reports them.
/// * Expects LowerBuiltinsPass, which has replaced all other functions with a size.
class WidenSizeArgumentsPass : public llvm::PassInfoMixin<WidenSizeArgumentsPass> {
 public:
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
