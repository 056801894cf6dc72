// The instructions of a module by their ids, and the capabilities and extensions it declares.
//
// The index holds everything a handler may ask before any LLVM IR exists: the definition of an id,
// the type id of a value, the pointee of a pointer type. It reads instructions only and never
// changes after its construction, so forward references need no special care.
//
// For example, with these instructions:
//
//   %p = OpTypePointer CrossWorkgroup %float      pointeeId(%p) is %float
//   %x = OpFunctionParameter %p                   typeIdOf(%x) is %p, pointeeIdOf(%x) is %float
#pragma once

#include <string_view>

#include "binary/binary.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace spirv_ll {

/// Extended instruction sets. Instructions of `information` (other NonSemantic sets) are dropped;
/// instructions of an `unknown` set are errors.
/// The set decides the meaning of an OpExtInst's number (SPIR-V 1.6 §3.32.5).
enum class ExtendedSet : uint8_t {
  unknown,
  openclStd,
  glslStd450,
  openclDebug,
  shaderDebug,
  information
};

/// See the top of the file. Ids of one kind are no ids of another: a value has no element type, and
/// a type has no type. An id unknown to the module, or of the wrong kind, gives null or 0,
/// never an error: 0 is no id, so a chain of questions ends by itself. Thread-safe.
class ModuleIndex {
 public:
  /// Walks once over the instructions, which must outlive the index.
  explicit ModuleIndex(std::span<const Instruction> instructions);

  /// The instruction that defines the id, or null. The validator has refused a second definition.
  const Instruction *find(uint32_t id) const { return definitions_.lookup(id); }
  /// The opcode of the defining instruction; OpNop for an undefined id.
  spv::Op opOf(uint32_t id) const;
  /// The type id of a value, or 0 for a label, a type or a string.
  uint32_t typeIdOf(uint32_t value) const;
  /// The pointee type id of an OpTypePointer or a vector of these, or 0.
  /// LLVM's pointers have lost it, so loads and builtins need it from here.
  uint32_t pointeeId(uint32_t pointerType) const;
  /// The pointee type id of a value's type, or 0 for a value that is no pointer.
  uint32_t pointeeIdOf(uint32_t pointer) const { return pointeeId(typeIdOf(pointer)); }
  /// The element type id of a vector, an array or a matrix, or of member `index` of a structure;
  /// 0 for any other type. A member number beyond the last one gives 0, too.
  uint32_t elementId(uint32_t compositeType, uint32_t index = 0) const;

  /// The OpConstantSampler that a variable in UniformConstant is initialised with, or 0. Such a
  /// variable has no memory: loads of it are the constant.
  uint32_t samplerOf(uint32_t variable) const;

  /// The set of an OpExtInstImport; ExtendedSet::unknown for any other id or name.
  ExtendedSet extendedSet(uint32_t id) const { return sets_.lookup(id); }
  /// True if the module declares a capability, whether the device has it or not. The handler of
  /// OpCapability checks the device.
  bool declares(spv::Capability capability) const {
    return capabilities_.contains(static_cast<uint32_t>(capability));
  }
  /// True if the module declares an extension by OpExtension. The name is as in the specification:
  /// "SPV_KHR_bit_instructions".
  bool declares(std::string_view extension) const { return extensions_.contains(extension); }

  /// The instructions in front of the first OpFunction.
  std::span<const Instruction> globals() const { return instructions_.first(firstFunction_); }
  /// The instructions from the first OpFunction on.
  std::span<const Instruction> functions() const { return instructions_.subspan(firstFunction_); }
  /// The instructions behind a defined OpFunction, to the end of the module: its parameters come
  /// first.
  std::span<const Instruction> parametersOf(uint32_t function) const;

 private:
  std::span<const Instruction> instructions_;
  size_t firstFunction_;
  llvm::DenseMap<uint32_t, const Instruction *> definitions_;
  llvm::DenseMap<uint32_t, ExtendedSet> sets_;
  llvm::DenseSet<uint32_t> capabilities_;
  llvm::StringSet<> extensions_;
};

}  // namespace spirv_ll
