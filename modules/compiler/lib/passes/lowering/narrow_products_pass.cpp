#include "passes/lowering/narrow_products_pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace compiler::passes {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// Returns the product of 16-bit factors computed in 32 bits; null for other instructions.
Value *narrowed(Instruction &instruction) {
  Value *left = nullptr, *right = nullptr;
  auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  if (!type || type->getScalarSizeInBits() <= 32 ||
      !match(&instruction, m_Mul(m_SExt(m_Value(left)), m_SExt(m_Value(right)))) ||
      left->getType()->getScalarSizeInBits() != 16 ||
      right->getType()->getScalarSizeInBits() != 16) {
    return nullptr;
  }
  IRBuilder<> builder(&instruction);
  Type *narrow = FixedVectorType::get(builder.getInt32Ty(), type->getNumElements());
  Value *product =
      builder.CreateNSWMul(builder.CreateSExt(left, narrow), builder.CreateSExt(right, narrow));
  return builder.CreateSExt(product, type, instruction.getName());
}

}  // namespace

PreservedAnalyses NarrowProductsPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (Value *product = narrowed(instruction)) {
      instruction.replaceAllUsesWith(product);
      instruction.eraseFromParent();
      changed = true;
    }
  }
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
