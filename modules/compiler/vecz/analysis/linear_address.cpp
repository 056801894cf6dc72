// Linear addresses
// ----------------
//
// An address is taken apart from the outside in: each getelementptr adds a constant and scaled
// indices, and each index is expanded as long as the expansion is exact at the width of an index.
//
//   a[2 * i + 1] with an int i, no signed wrap:   root a, terms {sext i: 8}, offset 4
//   a[i + j] with unsigned int, may wrap:         root a, terms {zext (i + j): 4}, offset 0
//
// The second sum stays whole: zext(i + j) differs from zext(i) + zext(j) once i + j wraps. An
// extension distributes over an operation only if flags rule out a wrap of the same kind
// (`distributes`). Without an extension everything counts modulo 2^bits, and sums, differences and
// products with constants always distribute.

#include "vecz/analysis/linear_address.h"

#include <algorithm>

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "vecz/model/thresholds.h"

namespace compiler::vecz {

using namespace llvm;
using namespace llvm::PatternMatch;
using namespace thresholds::linearAddress;

namespace {

using Extension = LinearAddress::Extension;

/// Collects the terms of one address. Its result is complete after run().
class Decomposition {
 public:
  Decomposition(const DataLayout &layout, unsigned indexBits)
      : layout_(layout), indexBits_(indexBits) {}

  /// Walks from the outermost address computation to the root.
  LinearAddress run(const Value *pointer) {
    while (auto *address = dyn_cast<GEPOperator>(pointer)) {
      SmallMapVector<Value *, APInt, 4> terms;
      APInt constant(indexBits_, 0);
      if (address->getType()->isVectorTy() ||
          !address->collectOffset(layout_, indexBits_, terms, constant)) {
        break;
      }
      addConstant(constant.getSExtValue());
      for (const auto &[value, scale] : terms) {
        addIndex(value, scale.getSExtValue());
      }
      pointer = address->getPointerOperand();
    }
    result_.root = pointer;
    result_.offset = SignExtend64(static_cast<uint64_t>(result_.offset), indexBits_);
    llvm::erase_if(result_.terms, [](const LinearAddress::Term &term) { return term.scale == 0; });
    return std::move(result_);
  }

 private:
  /// Adds a constant number of bytes, modulo 2^64.
  void addConstant(int64_t bytes) {
    result_.offset =
        static_cast<int64_t>(static_cast<uint64_t>(result_.offset) + static_cast<uint64_t>(bytes));
  }

  /// Adds an index of a getelementptr, sign-extended to the width of an index by definition.
  void addIndex(const Value *value, int64_t scale) {
    unsigned bits = value->getType()->getIntegerBitWidth();
    // An address computation takes the low bits of a wider index. A truncated sum is the sum of
    // truncated values, so no extension is needed.
    Extension extension = bits < indexBits_ ? Extension::sign : Extension::none;
    add(value, extension, scale, 0);
  }

  /// Adds scale * value, merged into a term of the same value and extension.
  void addTerm(const Value *value, Extension extension, int64_t scale) {
    for (LinearAddress::Term &term : result_.terms) {
      if (term.value == value && term.extension == extension) {
        term.scale =
            static_cast<int64_t>(static_cast<uint64_t>(term.scale) + static_cast<uint64_t>(scale));
        return;
      }
    }
    result_.terms.push_back({value, extension, scale});
  }

  /// Adds scale * value, expanded as far as possible.
  void add(const Value *value, Extension extension, int64_t scale, unsigned depth) {
    if (auto *constant = dyn_cast<ConstantInt>(value)) {
      addConstant(times(wide(constant->getValue(), extension), scale));
      return;
    }
    if (depth == maxDepth || !expand(value, extension, scale, depth + 1)) {
      addTerm(value, extension, scale);
    }
  }

  /// Returns true if the extension of an operation's result equals the operation on extended
  /// operands.
  static bool distributes(const Value *value, Extension extension) {
    if (extension == Extension::none) {
      return true;
    }
    if (auto *disjoint = dyn_cast<PossiblyDisjointInst>(value)) {
      return disjoint->isDisjoint();
    }
    auto *operation = dyn_cast<OverflowingBinaryOperator>(value);
    return operation && (extension == Extension::sign ? operation->hasNoSignedWrap()
                                                      : operation->hasNoUnsignedWrap());
  }

  /// Adds the operands of `value` in place of it; false, and nothing added, if it cannot be
  /// expanded.
  bool expand(const Value *value, Extension extension, int64_t scale, unsigned depth) {
    const Value *left = nullptr;
    const Value *right = nullptr;
    const APInt *constant = nullptr;
    if (isa<CastInst>(value)) {
      return expandCast(value, extension, scale, depth);
    }
    if (!distributes(value, extension)) {
      return false;
    }
    if (match(value, m_Add(m_Value(left), m_Value(right))) ||
        match(value, m_DisjointOr(m_Value(left), m_Value(right)))) {
      add(left, extension, scale, depth);
      add(right, extension, scale, depth);
      return true;
    }
    if (match(value, m_Sub(m_Value(left), m_Value(right)))) {
      add(left, extension, scale, depth);
      add(right, extension, times(scale, -1), depth);
      return true;
    }
    if (match(value, m_Mul(m_Value(left), m_APInt(constant)))) {
      add(left, extension, times(scale, wide(*constant, extension)), depth);
      return true;
    }
    if (match(value, m_Shl(m_Value(left), m_APInt(constant))) && constant->ult(63) &&
        constant->ult(constant->getBitWidth() - 1)) {
      add(left, extension, times(scale, int64_t(1) << constant->getZExtValue()), depth);
      return true;
    }
    return false;
  }

  /// A constant operand as the extension would make it.
  static int64_t wide(const APInt &constant, Extension extension) {
    return extension == Extension::zero
               ? static_cast<int64_t>(constant.zextOrTrunc(64).getZExtValue())
               : constant.sextOrTrunc(64).getSExtValue();
  }

  /// Looks through an extension. A sign extension under a zero extension stays whole: the value may
  /// be negative.
  bool expandCast(const Value *value, Extension extension, int64_t scale, unsigned depth) {
    if (auto *cast = dyn_cast<SExtInst>(value)) {
      if (extension == Extension::zero) {
        return false;
      }
      add(cast->getOperand(0), Extension::sign, scale, depth);
      return true;
    }
    if (auto *cast = dyn_cast<ZExtInst>(value)) {
      const Value *operand = cast->getOperand(0);
      // With nneg both extensions agree; the one that distributes over the operand is better.
      bool isSigned = cast->hasNonNeg() && (distributes(operand, Extension::sign) ||
                                            !distributes(operand, Extension::zero));
      add(operand, isSigned ? Extension::sign : Extension::zero, scale, depth);
      return true;
    }
    return false;
  }

  const DataLayout &layout_;
  unsigned indexBits_;
  LinearAddress result_;
};

/// Returns true if the pointers lead to two different objects known by identity: variables, noalias
/// arguments, results of allocations.
bool areDistinctObjects(const Value *left, const Value *right) {
  const Value *leftObject = getUnderlyingObject(left);
  const Value *rightObject = getUnderlyingObject(right);
  return leftObject != rightObject && isIdentifiedObject(leftObject) &&
         isIdentifiedObject(rightObject);
}

}  // namespace

bool LinearAddress::differsByConstant(const LinearAddress &other) const {
  return root == other.root && terms.size() == other.terms.size() &&
         std::is_permutation(terms.begin(), terms.end(), other.terms.begin());
}

int64_t times(int64_t left, int64_t right) {
  return static_cast<int64_t>(static_cast<uint64_t>(left) * static_cast<uint64_t>(right));
}

bool isVectorElement(Type *type, const DataLayout &layout) {
  if (!VectorType::isValidElementType(type)) {
    return false;
  }
  uint64_t bits = layout.getTypeSizeInBits(type).getKnownMinValue();
  return bits >= 8 && isPowerOf2_64(bits) && bits == 8 * layout.getTypeAllocSize(type);
}

bool isSimpleAccess(const Instruction &instruction) {
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    return load->isSimple();
  }
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple();
}

LinearAddress linearAddress(const Value *pointer, const DataLayout &layout) {
  unsigned bits = layout.getIndexTypeSizeInBits(pointer->getType());
  return Decomposition(layout, bits).run(pointer);
}

bool mayTouchSameBytes(const Instruction &left, const LinearAddress &leftAddress,
                       const Instruction &right, const LinearAddress &rightAddress) {
  if (!leftAddress.differsByConstant(rightAddress)) {
    return !areDistinctObjects(getLoadStorePointerOperand(&left),
                               getLoadStorePointerOperand(&right));
  }
  const DataLayout &layout = left.getDataLayout();
  auto sizeOf = [&](const Instruction &access) {
    return static_cast<int64_t>(layout.getTypeStoreSize(getLoadStoreType(&access)));
  };
  int64_t distance = rightAddress.offset - leftAddress.offset;
  return distance < sizeOf(left) && -distance < sizeOf(right);
}

}  // namespace compiler::vecz
