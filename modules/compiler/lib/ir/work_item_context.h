// Lays out the structure from which kernel code reads its work-item and work-group ids.
//
// The entry point fills the context per launch and work-group; the loops over work-items set the
// local ids. Work-item builtins become loads from it.
#pragma once

#include <cstdint>

#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// The 8-byte words of the work-item context. The entry point has it on its stack, and passes its
/// address to outlined regions of large kernels (outlined_regions.h). After inlining, SROA turns
/// the words into values, and no memory is left of it.
enum class ContextWord : uint32_t {
  /// Address of the mux_schedule_t.
  schedule = 0,
  /// Three words, one per dimension; likewise for the next four.
  groupId = 1,
  /// Local size of this group: the last one of a dimension may be smaller.
  localSize = 4,
  /// Local id of the current work-item.
  localId = 7,
  /// Local size of a full group, as the launch names it.
  enqueuedLocalSize = 10,
  /// Global id of the group's first work-item.
  globalBase = 13,
  /// Local linear id.
  linearId = 16,
  /// Address of the work-items' slots in the frame.
  frame = 17,
  /// Number of work-items with slots in the frame.
  frameItems = 18,
  /// Address of the frame's fixed part.
  fixedFrame = 19,
  /// Address of local memory.
  localMemory = 20,
};
inline constexpr uint32_t contextWords = 21;  ///< size of the context in words

/// Emits accesses to a context, and reads of the schedule.
class ContextAccess {
 public:
  /// `context` is the address of the structure; `builder` must outlive this object.
  ContextAccess(llvm::IRBuilderBase &builder, llvm::Value *context)
      : builder_(builder), context_(context) {}

  /// Emits a load of an integer word (i64), of one dimension if there are three.
  llvm::Value *load(ContextWord word, uint32_t dimension = 0) const;
  /// Emits a load of a word with an address.
  llvm::Value *loadPointer(ContextWord word) const;
  /// Emits a store of an i64 or an address.
  void store(ContextWord word, uint32_t dimension, llvm::Value *value) const;
  /// Emits a load of a field of mux_schedule_t, at `offset` bytes. The schedule never changes while
  /// kernels run, so the load is invariant.
  llvm::Value *loadSchedule(llvm::Type *type, uint64_t offset) const;

 private:
  /// Emits the address of a word.
  llvm::Value *address(ContextWord word, uint32_t dimension) const;

  llvm::IRBuilderBase &builder_;
  llvm::Value *context_;
};

/// Emits a load that passes may move and merge freely: invariant, and of a defined value.
llvm::LoadInst *loadInvariant(llvm::IRBuilderBase &builder, llvm::Type *type, llvm::Value *base,
                              uint64_t offset, const llvm::Twine &name = "");

}  // namespace compiler::passes
