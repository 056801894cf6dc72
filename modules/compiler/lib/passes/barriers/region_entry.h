// Emits the entry block of a region's function, with all variables and values of earlier regions.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "passes/barriers/region_signature.h"

namespace llvm {
class DbgVariableRecord;
}  // namespace llvm

namespace compiler::passes {

/// The block `enter` of a region's function. It makes each variable of the kernel and each incoming
/// value available, by its Passage:
///
///   enter:  %id = call @__mux_get_global_id(0)            ; recompute
///           ; %n is a parameter                           ; uniform
///           %s = load float, kiln.item_frame(…)           ; item: its slot
///           br label %behind
///
/// Regions are functions of their own, so no value of another region is visible here. A use without
/// a value from this block, or from the region's own blocks, would refer to another function.
class RegionEntry {
 public:
  /// Creates the empty block, the function's first. Both arguments must outlive this object.
  RegionEntry(const RegionValues &values, const RegionSignature &signature);

  /// Fills the block, once. It ends with a branch to `start`, the copy of the region's entry.
  /// Variables come before values, because recomputed values may contain their addresses.
  void build(llvm::BasicBlock *start);

  llvm::BasicBlock *block() const { return block_; }

  /// The address of a variable of the kernel in this region, poison without a use. Valid after
  /// build().
  llvm::Value *variable(const llvm::AllocaInst *variable) const;
  /// An incoming value, as the entry block has it; null for other values. Valid after build().
  llvm::Value *incoming(const llvm::Instruction *value) const { return incoming_.lookup(value); }
  /// The address of a slot in the frame, computed at the end of this block at the first request.
  /// The block dominates all others, so exits use the same address.
  llvm::Value *slotAddress(unsigned slot);
  /// Returns true if this block loaded the value from the slot: storing it again changes nothing.
  bool isContentOf(unsigned slot, const llvm::Value &value) const;

 private:
  void createVariables();
  /// Returns the variable's slot in the frame, an alloca of this region, or poison without a use.
  llvm::Value *createVariable(llvm::IRBuilder<> &builder, llvm::AllocaInst &variable);
  /// Declares the variable to debuggers at its address in this region. The address is stored in an
  /// alloca (volatile, to survive), for a frame's address is no constant offset of the stack
  /// pointer.
  void describe(llvm::AllocaInst &variable, llvm::Value *variableAddress);
  /// Emits an incoming value by its passage. A stored i1 is an i8.
  llvm::Value *receive(llvm::IRBuilder<> &builder, llvm::Instruction &value);

  const RegionValues &values_;
  const RegionSignature &signature_;
  llvm::BasicBlock *block_;
  /// Values of the kernel to values in this block: operands of recomputed values.
  llvm::ValueToValueMapTy map_;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> incoming_;
  llvm::DenseMap<unsigned, llvm::Value *> slotAddresses_;
  /// Inserted by build(), when the block has its end.
  llvm::SmallVector<llvm::DbgVariableRecord *> descriptions_;
};

}  // namespace compiler::passes
