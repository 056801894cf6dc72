// Replaces types throughout a module, in signatures, globals and instructions.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Module;
class StructType;
}  // namespace llvm

namespace compiler::passes {

/// What stands for each type; of arrays, structures and functions, by what they are made of.
class TypeReplacement : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type *remapType(llvm::Type *type) final;

 private:
  /// Of a type that is none of those; the type itself if it stays.
  virtual llvm::Type *replace(llvm::Type *type) = 0;
  llvm::Type *make(llvm::Type *type);
  llvm::Type *makeStruct(llvm::StructType &type);

  llvm::DenseMap<llvm::Type *, llvm::Type *> known_;
};

/// Gives all functions but intrinsics, all arguments, instructions and variables of functions the
/// types that stand for theirs. Global variables keep their types, so the new types have to be
/// laid out as the old ones. Instructions have to be meaningful with the new types, and
/// `constants`, which may be null, has to make the operands that LLVM cannot convert.
void replaceTypes(llvm::Module &module, TypeReplacement &types,
                  llvm::ValueMaterializer *constants = nullptr);

}  // namespace compiler::passes
