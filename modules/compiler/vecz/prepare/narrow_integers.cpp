// Integers in as few bits as they need
// ------------------------------------
//
// C computes in int, also with bytes: each of eight added bytes is extended first. A scalar does
// not care, but in a vector each int takes the room of four bytes. So where the ranges of the
// values fit into 8 or 16 bits, the computation uses these, and results for other users are
// extended:
//
//      (zext a + zext b + 1) >> 1, a and b of i8      in i16 instead of i32;
//      zext a == zext b, a and b of i8                in i8
//
// A NarrowingPlan chooses the operations. The narrow ones are emitted beside the old ones first,
// operands before users. Then the users of the old ones get the narrow results, or extensions of
// them, and the old ones die.

#include "vecz/prepare/narrow_integers.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"
#include "vecz/prepare/narrowing_plan.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// An operation on narrow values. One that treats signs differently becomes unsigned if all operands
// are; otherwise it stays signed.
Value *emitNarrow(IRBuilder<> &builder, Instruction &operation, ArrayRef<Value *> values,
                  bool areUnsigned) {
  if (auto *compare = dyn_cast<ICmpInst>(&operation)) {
    CmpInst::Predicate predicate = compare->getPredicate();
    if (areUnsigned) {
      predicate = ICmpInst::getUnsignedPredicate(predicate);
    }
    return builder.CreateICmp(predicate, values[0], values[1]);
  }
  if (auto *select = dyn_cast<SelectInst>(&operation)) {
    return builder.CreateSelect(select->getCondition(), values[0], values[1]);
  }
  if (auto *phi = dyn_cast<PHINode>(&operation)) {
    PHINode *made = builder.CreatePHI(values[0]->getType(), phi->getNumIncomingValues());
    for (auto [value, block] : zip(values, phi->blocks())) {
      made->addIncoming(value, block);
    }
    return made;
  }
  if (auto *extremum = dyn_cast<MinMaxIntrinsic>(&operation)) {
    Intrinsic::ID id = extremum->getIntrinsicID();
    if (areUnsigned && id == Intrinsic::smax) {
      id = Intrinsic::umax;
    }
    if (areUnsigned && id == Intrinsic::smin) {
      id = Intrinsic::umin;
    }
    return builder.CreateBinaryIntrinsic(id, values[0], values[1]);
  }
  if (isExtremumOrAbs(operation)) {
    return builder.CreateBinaryIntrinsic(Intrinsic::abs, values[0], builder.getFalse());
  }
  return builder.CreateBinOp(cast<BinaryOperator>(operation).getOpcode(), values[0], values[1]);
}

// Carries out one plan.
class Narrowing {
 public:
  Narrowing(LLVMContext &context, const NarrowingPlan &plan)
      : plan_(plan), type_(IntegerType::get(context, plan.bits())) {}

  void run() {
    for (Instruction *operation : plan_.operations()) {
      narrow(*operation);
    }
    for (Instruction *operation : plan_.operations()) {
      replace(*operation);
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead_);
  }

 private:
  // The narrow value of an operand: constant, made already, or a smaller extension.
  Value *narrowed(IRBuilder<> &builder, Value *value) {
    if (auto *constant = dyn_cast<ConstantInt>(value)) {
      return ConstantInt::get(type_, constant->getValue().trunc(plan_.bits()));
    }
    if (Value *made = made_.lookup(value)) {
      return made;
    }
    auto *extension = cast<CastInst>(value);
    builder.SetInsertPoint(extension);
    Value *source = extension->getOperand(0);
    Value *made = isa<SExtInst>(extension) ? builder.CreateSExt(source, type_)
                                           : builder.CreateZExt(source, type_);
    return made_[value] = made;
  }

  // Emits the narrow operation in front of the old one.
  void narrow(Instruction &operation) {
    IRBuilder<> builder(&operation);
    const SmallVector<Value *, 2> operands = NarrowingPlan::operandsOf(operation);
    SmallVector<Value *, 2> values;
    for (Value *value : operands) {
      values.push_back(narrowed(builder, value));
    }
    builder.SetInsertPoint(&operation);
    Value *made = emitNarrow(builder, operation, values, plan_.fitUnsigned(operands));
    made_[&operation] = made;
    keepNoWrap(operation, made);
  }

  // Sets the flags that the ranges prove. Analyses of addresses look through extensions of sums
  // with them (linear_address.h).
  void keepNoWrap(const Instruction &operation, Value *made) const {
    auto *sum = dyn_cast<BinaryOperator>(made);
    if (!sum || !isa<OverflowingBinaryOperator>(sum)) {
      return;
    }
    SmallVector<Value *, 2> operands = NarrowingPlan::operandsOf(operation);
    sum->setHasNoUnsignedWrap(plan_.fitUnsigned(operands) && plan_.fitsUnsigned(&operation));
    sum->setHasNoSignedWrap(plan_.fitSigned(operands) && plan_.fitsSigned(&operation));
  }

  // Gives the users of the old operation the narrow result or its extension.
  void replace(Instruction &operation) {
    Value *small = made_[&operation];
    if (isa<ICmpInst>(operation)) {
      operation.replaceAllUsesWith(small);
      dead_.push_back(&operation);
      return;
    }
    dead_.push_back(&operation);
    IRBuilder<> builder(&operation);
    if (isa<PHINode>(operation)) {
      builder.SetInsertPoint(*operation.getInsertionPointAfterDef());
    }
    Value *whole = nullptr;
    SmallSetVector<User *, 4> users(operation.user_begin(), operation.user_end());
    for (User *user : users) {
      if (plan_.isSmallTruncation(*user)) {
        auto *truncation = cast<Instruction>(user);
        truncation->replaceAllUsesWith(builder.CreateTrunc(small, truncation->getType()));
        dead_.push_back(truncation);
      } else if (plan_.needsExtension(*user)) {
        if (!whole) {
          whole = plan_.fitsUnsigned(&operation) ? builder.CreateZExt(small, operation.getType())
                                                 : builder.CreateSExt(small, operation.getType());
        }
        user->replaceUsesOfWith(&operation, whole);
      }
    }
  }

  const NarrowingPlan &plan_;
  IntegerType *type_;
  // The narrow counterparts of operations and extensions.
  DenseMap<const Value *, Value *> made_;
  SmallVector<WeakTrackingVH> dead_;
};

}  // namespace

void narrowIntegers(Function &function, const SimdGroup &simdGroup) {
  if (!runsStep("narrow-integers", function)) {
    return;
  }
  for (unsigned bits : {8u, 16u}) {
    ShapeAnalysis shapes(function, simdGroup);
    const NarrowingPlan plan(function, shapes, bits);
    Narrowing(function.getContext(), plan).run();
  }
}

}  // namespace compiler::vecz
