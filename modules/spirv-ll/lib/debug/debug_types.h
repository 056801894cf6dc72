// Types of the program's source, as debug information describes them.
#pragma once

#include "debug/debug_extension.h"
#include "llvm/IR/DIBuilder.h"

namespace spirv_ll {

class DebugLines;

/// Types may refer to each other in any order, and to themselves; those that are not understood,
/// or make no sense, are null or an unspecified type, never an error.
class DebugTypes {
 public:
  DebugTypes(Translator &translator, DebugLines &lines, llvm::DIBuilder &builder)
      : translator_(translator), lines_(lines), builder_(builder) {}

  /// Null for none: OpTypeVoid, DebugInfoNone.
  llvm::DIType *find(uint32_t id);
  /// Never null.
  llvm::DIType *get(uint32_t id);
  /// Of a DebugTypeFunction; of one without parameters if the id is none.
  llvm::DISubroutineType *function(uint32_t id);

 private:
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
  llvm::DenseMap<uint32_t, llvm::DIType *> types_;  ///< null while a type is being made
  unsigned depth_ = 0;
};

}  // namespace spirv_ll
