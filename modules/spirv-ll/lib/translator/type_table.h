// The LLVM types of a module's type ids, with their sizes in elements and their forms in memory.
//
// An i13 (SPV_INTEL_arbitrary_precision_integers) occupies the low bits of an i16 in memory, also
// inside vectors, structures and arrays: { i13, <4 x i3> } becomes { i16, <4 x i8> }. LLVM's own
// layout would pack vector components into bits. Its loads would also assume zeros in the upper
// bits, which a host need not have written. memory_form.h converts values between the two forms.
#pragma once

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/DerivedTypes.h"

namespace spirv_ll {

/// True if a type is an integer, or a vector of integers, of a width unknown to OpenCL C
/// (SPV_INTEL_arbitrary_precision_integers). Booleans are not.
inline bool isOddInteger(const llvm::Type *type) {
  const unsigned width = type->isIntOrIntVectorTy() ? type->getScalarSizeInBits() : 1;
  return width != 1 && width != 8 && width != 16 && width != 32 && width != 64;
}

/// See the top of the file.
class TypeTable {
 public:
  /// `hasOddIntegers` says if the module may declare integers of other widths than OpenCL C's.
  explicit TypeTable(bool hasOddIntegers) : hasOddIntegers_(hasOddIntegers) {}

  /// The LLVM type of a type id; null for any other id.
  /// Pointer types have lost their pointee here; ModuleIndex::pointeeId() has it.
  llvm::Type *find(uint32_t id) const { return types_.lookup(id); }
  /// Stores the LLVM type of an OpType… id; a handler of types calls it once.
  void set(uint32_t id, llvm::Type *type) { types_[id] = type; }

  /// True for the id of a bfloat16 number, or of a vector or matrix of these (SPV_KHR_bfloat16).
  /// The LLVM type is i16: numbers that are only stored and converted need no arithmetic of the
  /// target (bfloat16.h).
  bool isBFloat16(uint32_t id) const { return bfloats_.contains(id); }
  /// Notes such a type.
  void setBFloat16(uint32_t id) { bfloats_.insert(id); }

  /// The depth of nesting of a type and its number of scalar and vector elements. Both are limited,
  /// since LLVM recurses into types and expands aggregate values.
  struct Shape {
    unsigned depth = 1;
    uint64_t leaves = 1;
  };
  /// The noted shape of an aggregate; one level with one element for any other type.
  Shape shape(llvm::Type *type) const;
  /// Notes the shape of an aggregate, so that larger aggregates can add up their members' shapes.
  void setShape(llvm::Type *type, Shape shape) { shapes_[type] = shape; }

  /// True if the module may have integers of widths unknown to OpenCL C. Only then are the widths
  /// of pointees and values compared again, since the validator sees rounded ones (odd_integers.h).
  bool hasOddIntegers() const { return hasOddIntegers_; }
  /// The type used in memory: the type itself if it contains no integers of unusual widths.
  /// Each aggregate is converted once: a named structure has an identity in LLVM, and two copies
  /// of one type would not be equal. A module without such integers pays for one test.
  llvm::Type *memoryForm(llvm::Type *type);

 private:
  /// The structure of the members' forms.
  llvm::Type *structureForm(llvm::StructType *type);

  const bool hasOddIntegers_;
  llvm::DenseMap<uint32_t, llvm::Type *> types_;
  llvm::DenseSet<uint32_t> bfloats_;
  llvm::DenseMap<llvm::Type *, Shape> shapes_;
  llvm::DenseMap<llvm::Type *, llvm::Type *> memoryForms_;  ///< of aggregates
};

}  // namespace spirv_ll
