// Moves large private arrays from the worker's stack to the work-group's frame.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Limits the stack that a kernel needs. A worker's stack has a fixed size, while the runtime sizes
/// the frame of each launch by the kernel's descriptor.
///
/// * Expects: kernels consist of work-item functions ("kiln-work-item-function"), barriers are
///   split (variables that live across barriers are in the frame), and WorkItemContextPass has not
///   run.
/// * If the work-item functions of a kernel have more than maxPrivateBytesOnStack bytes of
///   variables in total, variables of at least 256 bytes become `kiln.fixed_frame(offset)`.
/// * All work-items share these bytes, since they run one after the other between barriers and the
///   content need not survive a barrier. All work-item functions of a kernel share them, too.
/// * Writes kiln.frame (fixed size and alignment) and kiln.private_size, the bytes per work-item
///   for CL_KERNEL_PRIVATE_MEM_SIZE.
struct PrivateMemoryPass : llvm::PassInfoMixin<PrivateMemoryPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
