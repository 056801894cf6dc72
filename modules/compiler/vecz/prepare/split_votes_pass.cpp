#include "vecz/prepare/split_votes_pass.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// Operations from a vote to the scalars of its vectors.
constexpr unsigned maxDepth = 6;

// The number of a vote: a bit for each component.
struct Vote {
  BitCastInst *number;
  unsigned size;
};

SmallVector<Vote> votesOf(Function &function) {
  SmallVector<Vote> votes;
  for (Instruction &instruction : instructions(function)) {
    auto *number = dyn_cast<BitCastInst>(&instruction);
    auto *type = number ? dyn_cast<FixedVectorType>(number->getSrcTy()) : nullptr;
    if (type && type->getElementType()->isIntegerTy(1) && number->getType()->isIntegerTy()) {
      votes.push_back({number, type->getNumElements()});
    }
  }
  return votes;
}

// Returns true if a vector's components are scalars, or results of operations on such.
bool consistsOfScalars(Value *vector, unsigned depth = 0) {
  if (isa<Constant>(vector)) {
    return true;
  }
  if (isa<BinaryOperator, CmpInst>(vector) && depth < maxDepth) {
    return all_of(cast<Instruction>(vector)->operands(),
                  [&](Value *operand) { return consistsOfScalars(operand, depth + 1); });
  }
  const unsigned size = cast<FixedVectorType>(vector->getType())->getNumElements();
  return all_of(seq(size), [&](unsigned index) { return findScalarElement(vector, index); });
}

// Emits one component. Operations on vectors are split down to their scalars, if there are any.
Value *componentOf(IRBuilder<> &builder, Value *vector, unsigned index, unsigned depth = 0) {
  if (Value *scalar = findScalarElement(vector, index)) {
    return scalar;
  }
  auto *operation = dyn_cast<Instruction>(vector);
  if (!operation || !isa<BinaryOperator, CmpInst>(operation) || depth == maxDepth) {
    return builder.CreateExtractElement(vector, index);
  }
  Value *left = componentOf(builder, operation->getOperand(0), index, depth + 1);
  Value *right = componentOf(builder, operation->getOperand(1), index, depth + 1);
  if (auto *comparison = dyn_cast<CmpInst>(operation)) {
    return builder.CreateCmp(comparison->getPredicate(), left, right);
  }
  Value *made = builder.CreateBinOp(cast<BinaryOperator>(operation)->getOpcode(), left, right);
  if (auto *scalar = dyn_cast<Instruction>(made)) {
    scalar->copyIRFlags(operation);
  }
  return made;
}

// Replaces the comparison of a vote with no bit, or with all bits. Returns null for another user.
Value *result(IRBuilder<> &builder, Instruction &user, ArrayRef<Value *> components) {
  auto *comparison = dyn_cast<ICmpInst>(&user);
  if (!comparison || !comparison->isEquality()) {
    return nullptr;
  }
  const bool isNone = match(comparison->getOperand(1), m_Zero());
  if (!isNone && !match(comparison->getOperand(1), m_AllOnes())) {
    return nullptr;
  }
  builder.SetInsertPoint(comparison);
  Value *vote = isNone ? builder.CreateOr(components) : builder.CreateAnd(components);
  const bool isNegated = isNone == (comparison->getPredicate() == CmpInst::ICMP_EQ);
  return isNegated ? builder.CreateNot(vote) : vote;
}

void split(const Vote &vote) {
  IRBuilder<> builder(vote.number);
  SmallVector<Value *> components;
  for (unsigned index : seq(vote.size)) {
    components.push_back(componentOf(builder, vote.number->getOperand(0), index));
  }
  for (User *user : make_early_inc_range(vote.number->users())) {
    auto *instruction = cast<Instruction>(user);
    if (Value *made = result(builder, *instruction, components)) {
      instruction->replaceAllUsesWith(made);
      instruction->eraseFromParent();
    }
  }
  if (!vote.number->use_empty()) {
    builder.SetInsertPoint(vote.number);
    Value *number = builder.getIntN(vote.size, 0);
    for (auto [index, component] : enumerate(components)) {
      Value *bit = builder.CreateZExt(component, number->getType());
      number = builder.CreateOr(number, builder.CreateShl(bit, index));
    }
    vote.number->replaceAllUsesWith(number);
  }
  RecursivelyDeleteTriviallyDeadInstructions(vote.number);
}

}  // namespace

void splitVotes(Function &function) {
  for (const Vote &vote : votesOf(function)) {
    split(vote);
  }
}

PreservedAnalyses SplitVotesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (const Vote &vote : votesOf(function)) {
    if (consistsOfScalars(vote.number->getOperand(0))) {
      split(vote);
      changed = true;
    }
  }
  if (!changed) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::vecz
