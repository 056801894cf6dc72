// Shapes of values among lanes
// ----------------------------
//
// This is the divergence and affine analysis of Sampaio, Souza, Collange and Pereira (TOPLAS 2013),
// for control flow without divergence. Each integer or pointer is an affine function of the lane,
// base + lane * stride, or varies:
//
//   %i = call i64 @__mux_get_global_id(i32 0)      strided by 1
//   %a = getelementptr float, ptr %in, i64 %i      strided by 4: strides of pointers are bytes
//   %n = load i64, ptr %size                       uniform: the address is uniform
//   %j = mul i64 %i, %n                            varying: the stride is no constant
//   %x = load float, ptr %a                        varying: the lanes read different elements
//
// The lattice has three levels: not known yet, then one shape (uniform counts as a stride of 0),
// then varying. A value falls at most twice, so the iteration ends. Operands not known yet occur
// only around loops. A phi joins its known operands optimistically and falls to varying if a back
// edge brings another shape.
//
// Invariants:
//
//   * Strides count modulo 2^bits of the value's type, so sums and products may wrap without harm.
//   * An extension of an integer keeps no stride in general: the narrow value may wrap in an
//     unknown lane. Exceptions are ids, by their known range (known_work_item_ids.h), and values
//     that cannot carry, by the low zeros of lane 0. index_widening.h removes most other extensions
//     beforehand, and checked_strides.h versions the remaining ones on a check.
//   * A value of type i1 is never strided: masks are vectors at once.

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
#include "vecz/analysis/low_bits.h"
#include "vecz/analysis/private_layout.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// The lattice while the analysis runs: nothing is the top, "not known yet".
using Known = std::optional<Shape>;

/// The transfer functions. They ask `operand` for the shapes known so far, and return nothing where
/// an operand they need is not known yet.
class Rules {
 public:
  Rules(const SimdGroup &simdGroup, const DataLayout &layout,
        function_ref<Known(const Value *)> operand)
      : simdGroup_(simdGroup), layout_(layout), operand_(operand) {}

  /// The shape of one instruction. Calls with a shape of their own (work-item builtins,
  /// collectives) come first. Accesses with side effects vary, even at uniform addresses: each
  /// lane's atomic operation returns another value.
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
  /// An instruction whose result follows from its operands: uniform if all of them are. Beyond
  /// that, only integers and pointers can be strided.
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

  /// An operation with known operands, at least one of them not uniform.
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

  /// The shape of an operand, known at this point.
  Shape at(const Instruction &instruction, unsigned number) {
    return *operand_(instruction.getOperand(number));
  }

  static Shape strided(uint64_t stride) { return Shape::strided(static_cast<int64_t>(stride)); }

  /// Strides add up; `sign` is -1 for a difference.
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

  /// A product with a constant scales the stride. A product with a uniform variable would have a
  /// stride unknown at compile time, and counts as varying.
  Shape product(const Instruction &instruction) {
    for (unsigned number : {0, 1}) {
      auto *factor = dyn_cast<ConstantInt>(instruction.getOperand(number));
      if (factor && factor->getBitWidth() <= 64) {
        return times(at(instruction, 1 - number), factor->getZExtValue());
      }
    }
    return Shape::varying();
  }

  /// A left shift by a constant is a product with a power of two.
  Shape shifted(const Instruction &instruction) {
    auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
    if (!amount || amount->getValue().uge(64)) {
      return Shape::varying();
    }
    return times(at(instruction, 0), uint64_t(1) << amount->getZExtValue());
  }

  /// The stride of an address in bytes: the base's stride plus each index's stride times its
  /// element's size. The address computation sign-extends a narrow index, and an extension keeps no
  /// stride.
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
      if (shape.isVarying() || size.isScalable() ||
          index.getOperand()->getType()->getScalarSizeInBits() < bits) {
        return Shape::varying();
      }
      stride += static_cast<uint64_t>(shape.stride()) * size.getFixedValue();
    }
    return strided(stride);
  }

  /// A select keeps the stride if all lanes choose alike and both sides have the same shape.
  Shape chosen(const SelectInst &select) {
    Shape whenTrue = at(select, 1), whenFalse = at(select, 2);
    if (select.getTrueValue() == select.getFalseValue()) {
      return whenTrue;
    }
    bool kept = at(select, 0).isUniform() && whenTrue == whenFalse;
    return kept ? whenTrue : Shape::varying();
  }

  /// Truncations and casts keep the stride modulo the new width. A cast of a floating-point number
  /// keeps nothing.
  Shape sameBits(const Instruction &instruction) {
    Type *from = instruction.getOperand(0)->getType();
    return from->isIntegerTy() || from->isPointerTy() ? at(instruction, 0) : Shape::varying();
  }

  /// A conversion between pointer and integer is an extension if it adds bits. It keeps no stride
  /// then.
  bool isWider(const Instruction &instruction) {
    return layout_.getTypeSizeInBits(instruction.getType()) >
           layout_.getTypeSizeInBits(instruction.getOperand(0)->getType());
  }

  /// An extension keeps the stride of an id with a known range, and of a value whose lanes differ
  /// in low bits alone. Other values may wrap in an unknown lane; index_widening.h makes most of
  /// them wide beforehand.
  Shape extended(const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(instruction.getOperand(0));
    std::optional<ConstantRange> range = call ? call->getRange() : std::nullopt;
    bool isSmall = range && range->isAllNonNegative() && shapeOfResult(*call, simdGroup_);
    const bool isKept =
        isSmall || differsInLowBits(*instruction.getOperand(0), simdGroup_, layout_, operand_);
    return isKept ? at(instruction, 0) : Shape::varying();
  }

  /// Each lane has its own copy of a private variable, `laneStride` bytes from its neighbour's.
  Known ofVariable(const AllocaInst &variable) {
    int64_t stride = laneStride(variable);
    return stride == 0 ? Shape::varying() : Shape::strided(stride);
  }

  /// A phi: the shape common to all known incoming values, or varying.
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

  /// Reduces a stride modulo 2^bits of the type. Masks and integers over 64 bits have no strides.
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

/// Only arguments and instructions differ between lanes.
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
  // A shape is set once and from then on only falls to varying, so the iteration ends. After the
  // first pass only values around loops can change.
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
