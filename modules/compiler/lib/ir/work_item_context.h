// Lays out the structure from which kernel code reads its work-item and work-group ids.
#pragma once

#include <cstdint>

#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// 8-byte words of the work-item context, which lives in the entry point, and in parts of large
/// kernels (outlined_regions.h). Where all code below is inlined, its words are values and no
/// memory is left of it.
enum class ContextWord : uint32_t {
  schedule = 0,            ///< address of the mux_schedule_t
  groupId = 1,             ///< three words each:
  localSize = 4,           ///< of this group
  localId = 7,             ///<
  enqueuedLocalSize = 10,  ///<
  globalBase = 13,         ///< global id of the group's first work-item
  linearId = 16,           ///< local linear id
  frame = 17,              ///< address of the items' part of the frame
  frameItems = 18,         ///< work-items that the frame has room for
  fixedFrame = 19,         ///< address of the fixed part of the frame
  localMemory = 20,        ///< address of local memory
};
inline constexpr uint32_t contextWords = 21;

/// Reads and writes a context, and reads the schedule.
class ContextAccess {
 public:
  ContextAccess(llvm::IRBuilderBase &builder, llvm::Value *context)
      : builder_(builder), context_(context) {}

  llvm::Value *load(ContextWord word, uint32_t dimension = 0) const;
  llvm::Value *loadPointer(ContextWord word) const;
  void store(ContextWord word, uint32_t dimension, llvm::Value *value) const;
  /// A field of mux_schedule_t, which nobody writes while kernels run.
  llvm::Value *loadSchedule(llvm::Type *type, uint64_t offset) const;

 private:
  llvm::Value *address(ContextWord word, uint32_t dimension) const;

  llvm::IRBuilderBase &builder_;
  llvm::Value *context_;
};

/// A load that may be moved and merged freely.
llvm::LoadInst *loadInvariant(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base,
                              uint64_t offset, const llvm::Twine &name = "");

}  // namespace compiler::passes
