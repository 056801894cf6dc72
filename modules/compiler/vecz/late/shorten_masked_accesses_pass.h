// Makes masked accesses of neighbouring lanes plain ones of shorter vectors.
#pragma once

#include "llvm/IR/PassManager.h"

namespace compiler::vecz {

/// Replaces masked loads and stores whose constant mask has a run of a power of two of active lanes
/// by plain accesses of these lanes:
///
///   masked.store(<16 x float> %v, ptr %p, <8 lanes of 16>)   =>   store <8 x float> of %v, ptr %p
///
/// The last levels of a tree over a work-group are of this kind once the tree is unrolled. A
/// processor hands what a plain store has written to the next load at once. With masks the load
/// waits until the store is in the cache, and GVN does not look through either.
///
/// Runs where masks are constants, behind InstCombine. Runs behind GVN once more: where a load
/// takes a part of a longer store, GVN takes it by way of an integer, and a shuffle replaces that.
/// No attributes, metadata or errors; the control flow is preserved.
struct ShortenMaskedAccessesPass : llvm::PassInfoMixin<ShortenMaskedAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

}  // namespace compiler::vecz
