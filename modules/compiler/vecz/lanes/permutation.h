// Permutes a vector by indices that are known at run time only.
#pragma once

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// A call of this is in the code between the vectoriser and LowerPermutationsPass:
///   <n x T> kiln.permute.<n x T>(<n x T> vector, <n x iN> numbers)   lane i is vector[numbers[i]]
inline constexpr char permuteName[] = "kiln.permute.";

/// Whether code generation can be expected to permute such vectors with instructions.
bool hasPermutation(llvm::FixedVectorType *type, const llvm::TargetTransformInfo &target);

/// Lane i of the result is lane numbers[i] of `vector`. The numbers are integers as wide as the
/// elements, below the number of lanes.
llvm::Value *permute(llvm::IRBuilderBase &builder, llvm::Value *vector, llvm::Value *numbers);

/// Writes permutations as the chains of single elements that instruction selection knows. It
/// looks at one block at a time, so that is done when nothing moves out of loops any more.
struct LowerPermutationsPass : llvm::PassInfoMixin<LowerPermutationsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
  static bool isRequired() { return true; }
};

}  // namespace compiler::vecz
