// Permutes a vector by indices known at run time only.
//
// LLVM IR has no such instruction (shufflevector needs a constant mask), but instruction selection
// recognises a chain of extractelement and insertelement. The call kiln.permute stands for the
// chain until shortly before code generation.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::passes {

/// A call in the code between the vectoriser, or the split at barriers, and LowerPermutationsPass:
///
///   <n x T> kiln.permute.<n x T>(<n x T> vector, <n x iN> numbers)
///
/// Lane i of its result is vector[numbers[i]]. It is free of effects, so LLVM moves and merges it
/// like arithmetic.
inline constexpr char permuteName[] = "kiln.permute.";

/// Metadata of loads and stores whose lanes have neighbours or elements far apart, as a rule: a
/// permutation of a few vectors is not worth its code. VersionDistancesPass sets it.
inline constexpr char farPartnersName[] = "kiln.far_partners";

/// Returns true if code generation can be expected to permute vectors of `type` with instructions.
/// Without them each element costs an access to the stack, and a gather is better.
bool hasPermutation(llvm::FixedVectorType *type, const llvm::TargetTransformInfo &target);

/// Lane i of the result is lane numbers[i] of `vector`. The numbers are integers as wide as the
/// elements and below the number of lanes. Constant numbers give a shufflevector at once.
llvm::Value *permute(llvm::IRBuilderBase &builder, llvm::Value *vector, llvm::Value *numbers);
/// Lane i of the result is element numbers[i] of several vectors of one type, side by side. Numbers
/// beyond them select any element.
llvm::Value *permuteAll(llvm::IRBuilderBase &builder, llvm::ArrayRef<llvm::Value *> vectors,
                        llvm::Value *numbers);

/// Replaces permutations by the chains of single elements that instruction selection recognises. A
/// vector longer than a register is permuted in parts, if the target permutes a register.
/// Selection looks at one block at a time, so the pass must run after the last one to move code out
/// of loops (LICM).
struct LowerPermutationsPass : llvm::PassInfoMixin<LowerPermutationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
