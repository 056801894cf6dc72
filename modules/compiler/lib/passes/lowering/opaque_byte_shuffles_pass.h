// Keeps LLVM from endless code generation for shuffles of 64 bytes.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Hides computed vectors of 64 bytes and more from shuffles and extractions, by empty assembly: it
/// costs no instruction.
///
/// LLVM 22 moves a shuffle of one vector in front of the operation, and back again, without an end:
/// for AVX-512BW, 64 bytes, and elements moved out of their 16-byte part. `(a + b)[27]` for all
/// lanes is one of them. Loads and other shuffles are no operations.
///
/// For processors with AVX-512BW only: others have no register for 64 bytes. Runs behind all
/// optimisation. No metadata or errors; the control flow is preserved.
struct OpaqueByteShufflesPass : llvm::PassInfoMixin<OpaqueByteShufflesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
