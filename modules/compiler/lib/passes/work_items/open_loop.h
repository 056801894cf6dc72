// Emits counted loops and conditions around code that is still to be emitted.
#pragma once

#include "ir/ranges/active_ranges.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// A counted loop between openLoop() and closeLoop(): the builder is in its body.
struct OpenLoop {
  llvm::PHINode *index;  ///< i64
  llvm::Value *end;      ///< i64, the first index of no iteration
  uint64_t step;
  llvm::BasicBlock *done;  ///< the block behind, in no function until the loop is closed
};

/// Opens a loop over a span and moves the builder into its body. The name is that of the index and
/// of the body's first block.
///
/// The loop tests at its end (rotated form), as LLVM's vectorisers expect. With `mayBeEmpty` a
/// guard skips an empty span. Otherwise the body runs at least once, whatever the span is.
OpenLoop openLoop(llvm::IRBuilder<> &builder, ItemSpan span, uint64_t step, bool mayBeEmpty,
                  const llvm::Twine &name);
/// Closes the loop at the builder's place and moves the builder behind it. Returns the branch of
/// the latch, for metadata. An index must not wrap, neither as a signed nor as an unsigned number.
llvm::BranchInst *closeLoop(llvm::IRBuilder<> &builder, OpenLoop loop);

/// Opens code for the case that `condition` (i1) holds, and moves the builder there. Returns the
/// block behind it, called `behind`.
llvm::BasicBlock *openIf(llvm::IRBuilder<> &builder, llvm::Value *condition,
                         const llvm::Twine &name, const llvm::Twine &behind);
/// Closes the code at the builder's place and moves the builder behind it. `behind` is the result
/// of openIf().
void closeIf(llvm::IRBuilder<> &builder, llvm::BasicBlock *behind);

}  // namespace compiler::passes
