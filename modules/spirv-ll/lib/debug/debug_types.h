// Translates source types of debug information to LLVM's DITypes.
#pragma once

#include "debug/debug_extension.h"
#include "llvm/IR/DIBuilder.h"

namespace spirv_ll {

class DebugLines;

/// The source types of one module. Types may refer to each other in any order, and to themselves.
/// A type that is not understood becomes null or an unspecified type, never an error.
class DebugTypes {
 public:
  DebugTypes(Translator &translator, DebugLines &lines, llvm::DIBuilder &builder)
      : translator_(translator), lines_(lines), builder_(builder) {}

  /// The type of an id; null for OpTypeVoid, DebugInfoNone and unknown types.
  llvm::DIType *find(uint32_t id);
  /// The type of an id; an unspecified type in the place of null.
  llvm::DIType *get(uint32_t id);
  /// The type of a DebugTypeFunction; a function without parameters for any other id.
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
  llvm::DenseMap<uint32_t, llvm::DIType *> types_;  ///< null while a type is under construction
  unsigned depth_ = 0;
};

}  // namespace spirv_ll
