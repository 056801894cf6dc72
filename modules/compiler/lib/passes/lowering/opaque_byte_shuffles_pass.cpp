#include "passes/lowering/opaque_byte_shuffles_pass.h"

#include <algorithm>
#include <numeric>

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Bytes of a register.
constexpr unsigned registerBytes = 64;

/// Returns true for the results of operations on vectors of bytes that fill a register.
bool isComputed(const Value *value) {
  auto *type = dyn_cast<FixedVectorType>(value->getType());
  return type && type->getElementType()->isIntegerTy(8) &&
         type->getNumElements() >= registerBytes &&
         isa<BinaryOperator, SelectInst, CastInst, IntrinsicInst>(value) &&
         !isa<BitCastInst>(value) && !cast<Instruction>(value)->mayReadFromMemory();
}

/// Returns `bytes` of one register behind empty assembly.
Value *hidden(IRBuilder<> &builder, Value *bytes) {
  auto *type = FunctionType::get(bytes->getType(), {bytes->getType()}, false);
  CallInst *call = builder.CreateCall(InlineAsm::get(type, "", "=v,0", false), {bytes});
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  return call;
}

/// Returns elements [first, first + count) of `bytes`, with poison behind its end.
Value *slice(IRBuilder<> &builder, Value *bytes, unsigned first, unsigned count) {
  const unsigned all = cast<FixedVectorType>(bytes->getType())->getNumElements();
  SmallVector<int> mask(count, PoisonMaskElem);
  std::iota(mask.begin(), mask.begin() + std::min(count, all - first), static_cast<int>(first));
  return builder.CreateShuffleVector(bytes, mask);
}

/// Returns bytes of any number behind empty assembly, a register at a time.
Value *hiddenInParts(IRBuilder<> &builder, Value *bytes) {
  const unsigned all = cast<FixedVectorType>(bytes->getType())->getNumElements();
  if (all == registerBytes) {
    return hidden(builder, bytes);
  }
  Value *joined = PoisonValue::get(bytes->getType());
  for (unsigned first = 0; first < all; first += registerBytes) {
    Value *part = hidden(builder, slice(builder, bytes, first, registerBytes));
    SmallVector<int> mask(all);
    std::iota(mask.begin(), mask.end(), 0);
    const unsigned end = std::min(first + registerBytes, all);
    std::iota(mask.begin() + first, mask.begin() + end, static_cast<int>(all));
    joined = builder.CreateShuffleVector(joined, slice(builder, part, 0, all), mask);
  }
  return joined;
}

}  // namespace

PreservedAnalyses OpaqueByteShufflesPass::run(Function &function, FunctionAnalysisManager &) {
  MapVector<Instruction *, SmallVector<Use *, 2>> uses;
  for (Instruction &instruction : instructions(function)) {
    if (!isa<ShuffleVectorInst, ExtractElementInst>(instruction)) {
      continue;
    }
    for (Use &operand : instruction.operands()) {
      if (isComputed(operand)) {
        uses[cast<Instruction>(operand)].push_back(&operand);
      }
    }
  }
  for (auto &[source, all] : uses) {
    IRBuilder<> builder(source->getNextNode());
    Value *replacement = hiddenInParts(builder, source);
    for (Use *use : all) {
      use->set(replacement);
    }
  }
  PreservedAnalyses preserved = uses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
