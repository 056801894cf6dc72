// Makes the llvm.loop metadata of loops over work-items and over rows of work-items.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Constant;
class LLVMContext;
class MDNode;
class Module;
}  // namespace llvm

namespace compiler::passes {

/// Makes a property of llvm.loop metadata: a name, and a value if there is one.
llvm::MDNode *loopProperty(llvm::LLVMContext &context, llvm::StringRef name,
                           llvm::Constant *value = nullptr);

/// The properties of an innermost loop over work-items or SIMD groups.
struct ItemLoopProperties {
  bool isMarked = false;     ///< it has itemLoopProperty (loop_marks.h)
  bool isRemainder = false;  ///< it runs over the remainder of SIMD groups (loop_marks.h)
};

/// Makes the metadata of one such loop. LLVM neither vectorises nor unrolls it at run time:
/// work-items are independent, so the processor overlaps them by itself. A second vector loop for
/// the rest would only be more code.
llvm::MDNode *itemLoopMetadata(llvm::Module &module, ItemLoopProperties properties);
/// Makes the metadata of a loop over rows: no unrolling at run time, and the mark for loop passes
/// (loop_marks.h).
llvm::MDNode *rowLoopMetadata(llvm::Module &module);

}  // namespace compiler::passes
