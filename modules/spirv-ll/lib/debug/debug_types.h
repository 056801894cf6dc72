// Translates source types of debug information to LLVM's DITypes.
//
//   DebugTypeBasic           DIBasicType, by encoding and bits
//   DebugTypePointer         DIDerivedType, as wide as the device's addresses
//
//   DebugTypeArray, -Vector  DICompositeType with one subrange for each dimension
//   DebugTypeComposite       distinct DICompositeType, made before its members
//   DebugTypeFunction        DISubroutineType: the result, then the parameters
//
// DWARF 5 §5 defines these types. Debuggers of the host device show kernels' variables by them.
// A name is the source's, and "unnamed" if the source has none, since LLVM requires one.
#pragma once

#include "debug/debug_extension.h"
#include "llvm/IR/DIBuilder.h"

namespace spirv_ll {

class DebugLines;

/// The source types of one module. Types may refer to each other in any order, and to themselves.
/// A type that is not understood becomes null or an unspecified type, never an error.
/// A debugger shows such a value without a type. Depths over 128 and sizes over 2^48 bits are cut,
/// since a hostile module could nest without end.
/// The object belongs to DebugLines and lives as long as the translation.
class DebugTypes {
 public:
  /// All three must outlive the object. `builder` belongs to `lines`.
  DebugTypes(Translator &translator, DebugLines &lines, llvm::DIBuilder &builder)
      : translator_(translator), lines_(lines), builder_(builder) {}

  /// The type of an id; null for OpTypeVoid, DebugInfoNone and unknown types.
  /// Null is right for a void result and for the pointee of void *.
  /// A type is translated once, and later calls return the same node. Structures need this: their
  /// nodes are distinct, and two of them would be two types for a debugger.
  llvm::DIType *find(uint32_t id);
  /// The type of an id; an unspecified type in the place of null.
  /// For places where LLVM requires a type, such as members and elements.
  llvm::DIType *get(uint32_t id);
  /// The type of a DebugTypeFunction; a function without parameters for any other id.
  /// DISubprogram needs one, even for an unknown signature.
  llvm::DISubroutineType *function(uint32_t id);

 private:
  /// The translations of the kinds of types, by instruction number. Indices of operands are the
  /// same in both sets, but for DebugTypeMember's.
  llvm::DIType *make(const DebugExtension &type);
  llvm::DIType *basic(const DebugExtension &type);
  llvm::DIType *qualified(const DebugExtension &type);
  llvm::DIType *array(const DebugExtension &type);
  llvm::DIType *vector(const DebugExtension &type);
  llvm::DIType *enumeration(const DebugExtension &type);
  llvm::DIType *composite(const DebugExtension &type);
  llvm::DIType *member(const DebugExtension &member, llvm::DICompositeType &parent);

  Translator &translator_;
  DebugLines &lines_;
  llvm::DIBuilder &builder_;
  llvm::DenseMap<uint32_t, llvm::DIType *> types_;  ///< null while a type is under construction
  /// Levels of find() under way, limited against exhausted stacks.
  unsigned depth_ = 0;
};

}  // namespace spirv_ll
