// Replaces OpenCL's opaque types (images, samplers, events) by types that a code generator accepts.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Replaces each type target("spirv.…") by the type of its value in memory:
///
/// * samplers: i32, the sampler's word (mux/image_data.h);
/// * images: a pointer to mux_image_data_t in constant memory;
/// * pipes: a pointer in global memory; reservations: i64; events and others: a private pointer.
///
/// Expects KernelParametersPass to have run: it tells parameters apart by these types. Afterwards
/// functions like __mux_image_data, between an opaque value and its representation, are gone, and
/// loads from image descriptors have !invariant.load. No errors.
struct LowerTargetTypesPass : llvm::PassInfoMixin<LowerTargetTypesPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
