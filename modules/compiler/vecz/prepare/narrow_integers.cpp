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
// Ranges are found in one pass over the blocks, from extensions on. A narrow value stands for its
// extension by zeros or by its sign, whichever fits its range. Sums and products are the same for
// both. Comparisons, divisions and right shifts are not, and need operands of one kind.
//
// An operation is narrowed only if all of its operands are narrow: constants, extensions from no
// more bits, and other narrowed operations. Phis of loops are not narrowed: their operands are not
// known yet when they are visited. So the leaves are extensions, which become smaller, and no
// truncations are added.
//
// Connected operations stand or fall together (keepWhatPays): each saved extension and each
// narrowed operation counts 1, and each result with an extension behind it counts -2.
//
// Values of 8 bits are only added, compared and masked: few vector units multiply or shift bytes.

#include "vecz/prepare/narrow_integers.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "registry/step_gate.h"
#include "vecz/analysis/shape_analysis.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

bool isExtension(const Value *value) {
  return isa<ZExtInst, SExtInst>(value);
}

// A minimum, a maximum or an absolute value. The second operand of the last one is a flag.
bool isSimpleIntrinsic(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic &&
         (isa<MinMaxIntrinsic>(intrinsic) || intrinsic->getIntrinsicID() == Intrinsic::abs);
}

// The range of each value, as far as it follows from extensions.
class Ranges {
 public:
  // The full range for unknown values.
  ConstantRange of(const Value *value) const {
    if (auto *constant = dyn_cast<ConstantInt>(value)) {
      return ConstantRange(constant->getValue());
    }
    auto found = known_.find(value);
    return found != known_.end() ? found->second
                                 : ConstantRange::getFull(value->getType()->getIntegerBitWidth());
  }

  // Instructions have to be added behind their operands.
  void add(const Instruction &instruction) {
    if (auto range = find(instruction)) {
      known_.try_emplace(&instruction, *range);
    }
  }

 private:
  std::optional<ConstantRange> find(const Instruction &instruction) const {
    unsigned bits = instruction.getType()->getIntegerBitWidth();
    if (auto *cast = dyn_cast<CastInst>(&instruction)) {
      if (!cast->getSrcTy()->isIntegerTy()) {
        return std::nullopt;
      }
      return of(cast->getOperand(0)).castOp(cast->getOpcode(), bits);
    }
    if (auto *operation = dyn_cast<BinaryOperator>(&instruction)) {
      return of(operation->getOperand(0))
          .binaryOp(operation->getOpcode(), of(operation->getOperand(1)));
    }
    if (isSimpleIntrinsic(instruction)) {
      ConstantRange operands[] = {of(instruction.getOperand(0)), of(instruction.getOperand(1))};
      return ConstantRange::intrinsic(cast<IntrinsicInst>(instruction).getIntrinsicID(), operands);
    }
    if (auto *select = dyn_cast<SelectInst>(&instruction)) {
      return of(select->getTrueValue()).unionWith(of(select->getFalseValue()));
    }
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      ConstantRange range = ConstantRange::getEmpty(bits);
      for (const Value *value : phi->incoming_values()) {
        range = range.unionWith(of(value));
      }
      return range;
    }
    return std::nullopt;
  }

  DenseMap<const Value *, ConstantRange> known_;
};

// One width. Collects operations in `operations_`, chooses some of them, emits narrow ones beside
// them, and then replaces their users.
class Narrowing {
 public:
  Narrowing(Function &function, const ShapeAnalysis &shapes, unsigned bits)
      : function_(function), shapes_(shapes), bits_(bits) {}

  void run() {
    ReversePostOrderTraversal<Function *> blocks(&function_);
    for (BasicBlock *block : blocks) {
      for (Instruction &instruction : *block) {
        look(instruction);
      }
    }
    keepWhatPays();
    for (Instruction *operation : operations_) {
      if (chosen_.contains(operation)) {
        narrow(*operation);
      }
    }
    for (Instruction *operation : operations_) {
      if (chosen_.contains(operation)) {
        replace(*operation);
      }
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead_);
  }

 private:
  // Records the range of an instruction, and whether it can be narrow.
  void look(Instruction &instruction) {
    if (!instruction.getType()->isIntegerTy()) {
      return;
    }
    if (!isa<ICmpInst>(instruction)) {
      ranges_.add(instruction);
    }
    if (shapes_[&instruction].isVarying() && canBeNarrow(instruction)) {
      operations_.push_back(&instruction);
      chosen_.insert(&instruction);
    }
  }

  bool fitsUnsigned(const Value *value) const { return ranges_.of(value).getActiveBits() <= bits_; }
  bool fitsSigned(const Value *value) const {
    return ranges_.of(value).getMinSignedBits() <= bits_;
  }

  // The operands that are integers of the operation's type.
  static SmallVector<Value *, 2> valuesOf(const Instruction &instruction) {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      return SmallVector<Value *, 2>(phi->incoming_values());
    }
    bool isAbs = isSimpleIntrinsic(instruction) && !isa<MinMaxIntrinsic>(instruction);
    SmallVector<Value *, 2> values = {instruction.getOperand(isa<SelectInst>(instruction) ? 1 : 0)};
    if (!isAbs) {
      values.push_back(instruction.getOperand(isa<SelectInst>(instruction) ? 2 : 1));
    }
    return values;
  }

  // Returns true if the value is available in few bits without a truncation.
  bool isNarrow(const Value *value) const {
    if (isa<ConstantInt>(value)) {
      return true;
    }
    if (isExtension(value)) {
      Type *source = cast<CastInst>(value)->getSrcTy();
      return source->getIntegerBitWidth() <= bits_ && source->getIntegerBitWidth() >= 8;
    }
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && chosen_.contains(instruction);
  }

  // Returns true if operands and result fit, and the operation has the same narrow result.
  bool canBeNarrow(const Instruction &instruction) const {
    if (!isa<BinaryOperator, SelectInst, ICmpInst, PHINode>(instruction) &&
        !isSimpleIntrinsic(instruction)) {
      return false;
    }
    SmallVector<Value *, 2> values = valuesOf(instruction);
    Type *type = values.front()->getType();
    if (!type->isIntegerTy() || type->getIntegerBitWidth() <= bits_ ||
        type->getIntegerBitWidth() > 64 ||
        !all_of(values, [&](const Value *value) { return isNarrow(value); })) {
      return false;
    }
    bool fits =
        isa<ICmpInst>(instruction) || fitsUnsigned(&instruction) || fitsSigned(&instruction);
    return fits && isAllowed(instruction, areUnsigned(values), areSigned(values));
  }

  bool areUnsigned(ArrayRef<Value *> values) const {
    return all_of(values, [&](const Value *value) { return fitsUnsigned(value); });
  }
  bool areSigned(ArrayRef<Value *> values) const {
    return all_of(values, [&](const Value *value) { return fitsSigned(value); });
  }

  // Low bits of sums depend on low bits only. For other operations the operands must be of one
  // kind.
  bool isAllowed(const Instruction &instruction, bool areUnsigned, bool areSigned) const {
    switch (instruction.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
      case Instruction::Select:
      case Instruction::PHI:
        return true;
      case Instruction::Mul:
        return bits_ > 8;
      case Instruction::Shl:
        return bits_ > 8 && isAmount(instruction.getOperand(1));
      case Instruction::LShr:
        return bits_ > 8 && areUnsigned && isAmount(instruction.getOperand(1));
      case Instruction::AShr:
        return bits_ > 8 && areSigned && isAmount(instruction.getOperand(1));
      case Instruction::UDiv:
      case Instruction::URem:
        return bits_ > 8 && areUnsigned;
      case Instruction::ICmp:
        return areUnsigned || areSigned;
      case Instruction::Call:
        return isa<MinMaxIntrinsic>(instruction) ? areUnsigned || areSigned : areSigned;
      default:
        return false;
    }
  }

  // A constant amount of a shift, below the narrow width.
  bool isAmount(const Value *value) const {
    auto *constant = dyn_cast<ConstantInt>(value);
    return constant && constant->getValue().ult(bits_);
  }

  // Drops connected operations whose extensions behind them cost more than they save.
  void keepWhatPays() {
    EquivalenceClasses<Instruction *> groups;
    for (Instruction *operation : operations_) {
      groups.insert(operation);
      for (Value *value : valuesOf(*operation)) {
        if (auto *other = dyn_cast<Instruction>(value); other && chosen_.contains(other)) {
          groups.unionSets(operation, other);
        }
      }
    }
    DenseMap<Instruction *, int> profits;
    for (Instruction *operation : operations_) {
      profits[groups.getLeaderValue(operation)] += profitOf(*operation);
    }
    for (Instruction *operation : operations_) {
      if (profits[groups.getLeaderValue(operation)] <= 0) {
        chosen_.erase(operation);
      }
    }
  }

  // Saved extensions and operations, less the cost of extending the result.
  int profitOf(Instruction &operation) const {
    int profit = 1;
    for (const Value *value : valuesOf(operation)) {
      profit += isExtension(value) && value->hasOneUse() ? 1 : 0;
    }
    if (isa<ICmpInst>(operation)) {
      return profit;
    }
    return profit -
           (any_of(operation.users(), [&](User *user) { return isElsewhere(*user); }) ? 2 : 0);
  }

  // Returns true if the user needs all bits.
  bool isElsewhere(User &user) const {
    return !chosen_.contains(cast<Instruction>(&user)) && !isSmallTruncation(&user);
  }

  // Returns true for a truncation to the narrow width or less.
  bool isSmallTruncation(const User *user) const {
    return isa<TruncInst>(user) && user->getType()->getIntegerBitWidth() <= bits_;
  }

  Type *narrowType() const { return IntegerType::get(function_.getContext(), bits_); }

  // The narrow value of an operand: constant, made already, or a smaller extension.
  Value *narrowed(IRBuilder<> &builder, Value *value) {
    if (auto *constant = dyn_cast<ConstantInt>(value)) {
      return ConstantInt::get(narrowType(), constant->getValue().trunc(bits_));
    }
    if (Value *made = made_.lookup(value)) {
      return made;
    }
    auto *extension = cast<CastInst>(value);
    builder.SetInsertPoint(extension);
    Value *source = extension->getOperand(0);
    Value *made = isa<SExtInst>(extension) ? builder.CreateSExt(source, narrowType())
                                           : builder.CreateZExt(source, narrowType());
    return made_[value] = made;
  }

  // Emits the narrow operation in front of the old one.
  void narrow(Instruction &operation) {
    IRBuilder<> builder(&operation);
    SmallVector<Value *, 2> values;
    for (Value *value : valuesOf(operation)) {
      values.push_back(narrowed(builder, value));
    }
    builder.SetInsertPoint(&operation);
    Value *made = emit(builder, operation, values, areUnsigned(valuesOf(operation)));
    made_[&operation] = made;
    keepNoWrap(operation, made);
  }

  // Sets the flags that the ranges prove. Analyses of addresses look through extensions of such
  // sums (linear_address.h).
  void keepNoWrap(const Instruction &operation, Value *made) const {
    auto *sum = dyn_cast<BinaryOperator>(made);
    if (!sum || !isa<OverflowingBinaryOperator>(sum)) {
      return;
    }
    SmallVector<Value *, 2> values = valuesOf(operation);
    sum->setHasNoUnsignedWrap(areUnsigned(values) && fitsUnsigned(&operation));
    sum->setHasNoSignedWrap(areSigned(values) && fitsSigned(&operation));
  }

  // An operation that treats signs differently becomes unsigned if all operands are; otherwise it
  // stays signed.
  static Value *emit(IRBuilder<> &builder, Instruction &operation, ArrayRef<Value *> values,
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
    if (isSimpleIntrinsic(operation)) {
      return builder.CreateBinaryIntrinsic(Intrinsic::abs, values[0], builder.getFalse());
    }
    return builder.CreateBinOp(cast<BinaryOperator>(operation).getOpcode(), values[0], values[1]);
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
      if (isSmallTruncation(user)) {
        auto *truncation = cast<Instruction>(user);
        truncation->replaceAllUsesWith(builder.CreateTrunc(small, truncation->getType()));
        dead_.push_back(truncation);
      } else if (isElsewhere(*user)) {
        if (!whole) {
          whole = fitsUnsigned(&operation) ? builder.CreateZExt(small, operation.getType())
                                           : builder.CreateSExt(small, operation.getType());
        }
        user->replaceUsesOfWith(&operation, whole);
      }
    }
  }

  Function &function_;
  const ShapeAnalysis &shapes_;
  unsigned bits_;
  Ranges ranges_;
  std::vector<Instruction *> operations_;
  SmallPtrSet<const Instruction *, 32> chosen_;
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
    Narrowing(function, shapes, bits).run();
  }
}

}  // namespace compiler::vecz
