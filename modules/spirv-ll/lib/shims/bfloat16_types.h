// The types of a module with bfloat16 numbers in them (SPV_KHR_bfloat16), and the types of its
// values.
//
//   %bf = OpTypeFloat 16 BFloat16KHR         a scalar
//   %v4 = OpTypeVector %bf 4                 a vector
//   %s = OpTypeStruct %v4 %float             includes bfloat16 numbers
//   %p = OpTypePointer Function %s           does not
//
// The checks of SPV_KHR_bfloat16 (bfloat16_rules.h) and the copy of the module for SPIRV-Tools
// (validate/bfloat16_rule.cpp) ask it. Both see modules before any validation, so an id may be
// undefined or of the wrong kind: then the answer is false, null or 0, which is no id. Handlers ask
// TypeTable::isBFloat16() instead.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>

#include "binary/binary.h"

namespace spirv_ll {

/// See the top of the file. Empty, and without further cost, for a module without the type. One
/// object serves one module; after its construction it is constant and thread-safe.
class BFloat16Types {
 public:
  BFloat16Types() = default;
  /// `instructions` must outlive the object.
  explicit BFloat16Types(std::span<const Instruction> instructions);

  /// True if the module declares no bfloat16 type. All other answers are then false, null or 0,
  /// also for ids of the module.
  bool empty() const { return scalars_.empty(); }
  /// True for an OpTypeFloat with the encoding. There is one in a valid module.
  bool isScalar(uint32_t type) const { return scalars_.contains(type); }
  /// True for a vector of bfloat16 numbers, of any length: SPIRV-Tools and the handlers refuse the
  /// lengths that OpenCL lacks.
  bool isVector(uint32_t type) const { return vectors_.contains(type); }
  /// True for a type that is or contains a bfloat16 type: a scalar, or a vector, array, structure
  /// or cooperative matrix with one in it, at any depth.
  bool includes(uint32_t type) const { return holders_.contains(type); }

  /// The defining instruction of an id, or null. The last one counts if an invalid module has
  /// several.
  const Instruction *find(uint32_t id) const;
  /// The type of a value; 0 for any other id, such as a type or a label.
  uint32_t typeOf(uint32_t value) const;
  /// True if the id is a value whose type includes bfloat16 numbers.
  bool isValue(uint32_t id) const { return includes(typeOf(id)); }
  /// The pointee of a pointer type; 0 for any other type.
  uint32_t pointeeOf(uint32_t type) const;
  /// The type of a member, or of the components of a vector, an array or a matrix; 0 for any other
  /// type.
  uint32_t elementOf(uint32_t type, uint32_t index) const;
  /// The integer that an OpConstant holds, its lower 32 bits; 0 for any other id, such as an
  /// OpConstantNull.
  uint32_t integerOf(uint32_t constant) const;

 private:
  /// True if the operands of a declared type include bfloat16 numbers.
  bool holdsOthers(const Instruction &type) const;

  std::unordered_set<uint32_t> scalars_, vectors_, holders_;
  std::unordered_map<uint32_t, const Instruction *> definitions_;
};

/// True for an OpTypeFloat of 16 bits with the encoding BFloat16KHR. The operand is optional: a
/// half has none, so the number of operands tells the two types apart.
bool isBFloat16Type(const Instruction &instruction);

}  // namespace spirv_ll
