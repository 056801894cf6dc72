#include "passes/lowering/sign_gather_indices_pass.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// The operand with the addresses; null for other instructions.
Use *addressesOf(Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  if (!intrinsic) {
    return nullptr;
  }
  switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::masked_gather:
      return &intrinsic->getArgOperandUse(0);
    case Intrinsic::masked_scatter:
      return &intrinsic->getArgOperandUse(1);
    default:
      return nullptr;
  }
}

/// The unsigned indices of 32 bits that the addresses are computed from; null if they are not.
ZExtInst *unsignedIndices(const GetElementPtrInst &address) {
  auto *extension =
      address.getNumIndices() == 1 ? dyn_cast<ZExtInst>(address.getOperand(1)) : nullptr;
  return extension && !address.getPointerOperandType()->isVectorTy() &&
                 extension->getSrcTy()->getScalarType()->isIntegerTy(32)
             ? extension
             : nullptr;
}

/// The same addresses by signed indices.
Value *signedAddress(const GetElementPtrInst &address, const ZExtInst &extension,
                     IRBuilder<> &builder) {
  Type *element = address.getSourceElementType();
  Value *base = address.getOperand(0), *index = extension.getOperand(0);
  if (!extension.hasNonNeg()) {
    const APInt half = APInt::getSignedMinValue(32);
    base = builder.CreateGEP(element, base, builder.getInt(half.zext(64)));
    index = builder.CreateXor(index, ConstantInt::get(index->getType(), half));
  }
  return builder.CreateGEP(element, base, builder.CreateSExt(index, extension.getType()));
}

}  // namespace

PreservedAnalyses SignGatherIndicesPass::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &instruction : instructions(function)) {
    Use *addresses = addressesOf(instruction);
    auto *address = addresses ? dyn_cast<GetElementPtrInst>(addresses->get()) : nullptr;
    const ZExtInst *extension = address ? unsignedIndices(*address) : nullptr;
    if (extension) {
      IRBuilder<> builder(&instruction);
      addresses->set(signedAddress(*address, *extension, builder));
      dead.emplace_back(address);
    }
  }
  const bool changed = !dead.empty();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  PreservedAnalyses preserved = changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
