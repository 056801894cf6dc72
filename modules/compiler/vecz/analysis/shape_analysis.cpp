#include "vecz/analysis/shape_analysis.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "vecz/analysis/lane_uniformity.h"
#include "vecz/analysis/private_layout.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Nothing is known yet: the top of the lattice, while the analysis runs.
using Known = std::optional<Shape>;

/// The rules. They ask `operand` for what is known; where that is nothing, they know nothing.
class Rules {
 public:
  Rules(const SimdGroup &simdGroup, const DataLayout &layout,
        function_ref<Known(const Value *)> operand)
      : simdGroup_(simdGroup), layout_(layout), operand_(operand) {}

  Known shapeOf(const Instruction &instruction) {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      return join(*phi);
    }
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      return ofVariable(*variable);
    }
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      if (Known shape = shapeOfResult(*call, simdGroup_)) {
        return shape;
      }
      if (!isLaneInvariant(*call)) {
        return Shape::varying();
      }
    } else if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      if (!load->isSimple()) {
        return Shape::varying();
      }
    } else if (instruction.mayReadOrWriteMemory()) {
      return Shape::varying();
    }
    return ofOperation(instruction);
  }

 private:
  Known ofOperation(const Instruction &instruction) {
    bool uniform = true;
    for (const Value *operand : instruction.operands()) {
      Known known = operand_(operand);
      if (!known) {
        return std::nullopt;
      }
      uniform &= known->isUniform();
    }
    if (uniform) {
      return Shape::uniform();
    }
    Type *type = instruction.getType();
    if (!type->isIntegerTy() && !type->isPointerTy()) {
      return Shape::varying();
    }
    return inWidth(stridedOperation(instruction), type);
  }

  /// Of an operation whose operands are known and not all uniform.
  Shape stridedOperation(const Instruction &instruction) {
    switch (instruction.getOpcode()) {
      case Instruction::Add:
        return sum(instruction, 1);
      case Instruction::Sub:
        return sum(instruction, -1);
      case Instruction::Mul:
        return product(instruction);
      case Instruction::Or:
        return cast<PossiblyDisjointInst>(instruction).isDisjoint() ? sum(instruction, 1)
                                                                    : Shape::varying();
      case Instruction::Shl:
        return shifted(instruction);
      case Instruction::GetElementPtr:
        return ofAddress(cast<GetElementPtrInst>(instruction));
      case Instruction::Select:
        return chosen(cast<SelectInst>(instruction));
      case Instruction::Trunc:
      case Instruction::BitCast:
      case Instruction::AddrSpaceCast:
      case Instruction::Freeze:
        return sameBits(instruction);
      case Instruction::PtrToInt:
      case Instruction::IntToPtr:
        return isWider(instruction) ? Shape::varying() : sameBits(instruction);
      case Instruction::SExt:
      case Instruction::ZExt:
        return extended(instruction);
      default:
        return Shape::varying();
    }
  }

  Shape at(const Instruction &instruction, unsigned number) {
    return *operand_(instruction.getOperand(number));
  }

  static Shape strided(uint64_t stride) { return Shape::strided(static_cast<int64_t>(stride)); }

  Shape sum(const Instruction &instruction, int64_t sign) {
    Shape left = at(instruction, 0), right = at(instruction, 1);
    if (left.isVarying() || right.isVarying()) {
      return Shape::varying();
    }
    return strided(static_cast<uint64_t>(left.stride()) +
                   static_cast<uint64_t>(right.stride()) * static_cast<uint64_t>(sign));
  }

  Shape times(Shape shape, uint64_t factor) {
    return shape.isVarying() ? shape : strided(static_cast<uint64_t>(shape.stride()) * factor);
  }

  Shape product(const Instruction &instruction) {
    for (unsigned number : {0, 1}) {
      auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(number));
      if (factor && factor->getBitWidth() <= 64) {
        return times(at(instruction, 1 - number), factor->getZExtValue());
      }
    }
    return Shape::varying();
  }

  Shape shifted(const Instruction &instruction) {
    auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!amount || amount->getValue().uge(64)) {
      return Shape::varying();
    }
    return times(at(instruction, 0), uint64_t(1) << amount->getZExtValue());
  }

  Shape ofAddress(const GetElementPtrInst &address) {
    unsigned bits = layout_.getIndexTypeSizeInBits(address.getType());
    Shape base = *operand_(address.getPointerOperand());
    if (base.isVarying()) {
      return base;
    }
    uint64_t stride = base.stride();
    for (auto index = gep_type_begin(address), end = gep_type_end(address); index != end; ++index) {
      Shape shape = *operand_(index.getOperand());
      if (shape.isUniform()) {
        continue;
      }
      TypeSize size = index.getSequentialElementStride(layout_);
      // A narrow index is extended, which keeps no stride.
      if (shape.isVarying() || size.isScalable() ||
          index.getOperand()->getType()->getScalarSizeInBits() < bits) {
        return Shape::varying();
      }
      stride += static_cast<uint64_t>(shape.stride()) * size.getFixedValue();
    }
    return strided(stride);
  }

  Shape chosen(const SelectInst &select) {
    Shape whenTrue = at(select, 1), whenFalse = at(select, 2);
    if (select.getTrueValue() == select.getFalseValue()) {
      return whenTrue;
    }
    bool kept = at(select, 0).isUniform() && whenTrue == whenFalse;
    return kept ? whenTrue : Shape::varying();
  }

  Shape sameBits(const Instruction &instruction) {
    Type *from = instruction.getOperand(0)->getType();
    return from->isIntegerTy() || from->isPointerTy() ? at(instruction, 0) : Shape::varying();
  }

  bool isWider(const Instruction &instruction) {
    return layout_.getTypeSizeInBits(instruction.getType()) >
           layout_.getTypeSizeInBits(instruction.getOperand(0)->getType());
  }

  /// Of most values nobody knows which lanes wrap (index_widening.h makes them wide beforehand,
  /// where it can), but ids are small.
  Shape extended(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(instruction.getOperand(0));
    std::optional<ConstantRange> range = call ? call->getRange() : std::nullopt;
    bool isSmall = range && range->isAllNonNegative() && shapeOfResult(*call, simdGroup_);
    return isSmall ? at(instruction, 0) : Shape::varying();
  }

  Known ofVariable(const AllocaInst &variable) {
    int64_t stride = laneStride(variable);
    return stride == 0 ? Shape::varying() : Shape::strided(stride);
  }

  Known join(const PHINode &phi) {
    Known joined;
    for (const Value *incoming : phi.incoming_values()) {
      Known known = operand_(incoming);
      if (joined && known && *joined != *known) {
        return Shape::varying();
      }
      if (known) {
        joined = known;
      }
    }
    return joined;
  }

  /// Strides count modulo 2^bits. Masks are vectors at once.
  Shape inWidth(Shape shape, Type *type) {
    if (!shape.isStrided()) {
      return shape;
    }
    uint64_t bits = layout_.getTypeSizeInBits(type);
    if (bits == 1 || bits > 64) {
      return Shape::varying();
    }
    return Shape::strided(SignExtend64(static_cast<uint64_t>(shape.stride()), bits));
  }

  const SimdGroup &simdGroup_;
  const DataLayout &layout_;
  function_ref<Known(const Value *)> operand_;
};

bool isLocal(const Value *value) {
  return isa<Instruction, Argument>(value);
}

}  // namespace

ShapeAnalysis::ShapeAnalysis(Function &function, const SimdGroup &simdGroup) {
  for (Argument &argument : function.args()) {
    unsigned number = argument.getArgNo();
    bool given = number < simdGroup.parameters.size();
    shapes_.try_emplace(&argument, given ? simdGroup.parameters[number] : Shape::uniform());
  }
  auto known = [&](const Value *value) -> Known {
    if (!isLocal(value)) {
      return Shape::uniform();
    }
    auto found = shapes_.find(value);
    return found == shapes_.end() ? Known() : found->second;
  };
  Rules rules(simdGroup, function.getDataLayout(), known);
  ReversePostOrderTraversal<Function *> blocks(&function);
  // A value's shape is set once and then only falls to varying, so this ends; after the first
  // pass only what comes round loops can change.
  bool changed = true;
  while (changed) {
    changed = false;
    for (BasicBlock *block : blocks) {
      for (Instruction &instruction : *block) {
        Known before = known(&instruction);
        if (before && before->isVarying()) {
          continue;
        }
        Known now = rules.shapeOf(instruction);
        if (!now || (before && *before == *now)) {
          continue;
        }
        shapes_.insert_or_assign(&instruction, before ? Shape::varying() : *now);
        changed = true;
      }
    }
  }
}

Shape ShapeAnalysis::operator[](const Value *value) const {
  if (!isLocal(value)) {
    return Shape::uniform();
  }
  auto found = shapes_.find(value);
  return found == shapes_.end() ? Shape::varying() : found->second;
}

}  // namespace compiler::vecz
