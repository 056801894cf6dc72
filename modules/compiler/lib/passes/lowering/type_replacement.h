// Replaces types throughout a module, in signatures, globals and instructions.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Module;
class StructType;
}  // namespace llvm

namespace compiler::passes {

/// The mapping of types. Arrays, structures and functions are mapped by their elements, others by
/// replace(). Results are remembered per type.
class TypeReplacement : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type *remapType(llvm::Type *type) final;

 private:
  /// The replacement of a type without elements, or a vector; the type itself if it stays.
  virtual llvm::Type *replace(llvm::Type *type) = 0;
  llvm::Type *make(llvm::Type *type);
  llvm::Type *makeStruct(llvm::StructType &type);

  llvm::DenseMap<llvm::Type *, llvm::Type *> known_;
};

/// Gives all functions except intrinsics, all arguments, instructions and variables of functions
/// their replaced types. Functions with a changed signature are replaced by new ones of the same
/// name.
///
/// * New types need the layout of the old ones: global variables keep their types, and memory does
///   not change.
/// * Each instruction has to be valid with the new types; the caller lowers others before.
/// * Attributes which the new types cannot have are dropped, at functions and calls.
/// * `constants`, if not null, makes operands that LLVM's value mapper cannot convert.
void replaceTypes(llvm::Module &module, TypeReplacement &types,
                  llvm::ValueMaterializer *constants = nullptr);

}  // namespace compiler::passes
