// Ends a region's function at its barriers: stores values for other regions, returns continuations.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "passes/barriers/region_entry.h"

namespace llvm {
class SSAUpdater;
}  // namespace llvm

namespace compiler::passes {

/// The exits of a region's function: one for each barrier, collective function and return of the
/// region. For example, in front of barrier 2:
///
///   store float %t, kiln.item_frame(…)            ; defined here, needed behind the barrier
///   ret i32 2                                     ; the continuation
///
/// The operands of the copies have to be remapped before, for they are stored as they are. Call the
/// public members in the order of their declaration.
class RegionExits {
 public:
  /// `copies` maps blocks and values of the kernel to their copies in the region. All arguments
  /// must outlive this object.
  RegionExits(const RegionValues &values, const RegionSignature &signature, RegionEntry &entry,
              const llvm::ValueToValueMapTy &copies)
      : values_(values), signature_(signature), entry_(entry), copies_(copies) {}

  /// Replaces each barrier, collective function and return by a return of the continuation.
  /// Operands of a collective function are stored first.
  void returnContinuations();
  /// Gives uses of a value with two definitions the reaching one (SSAUpdater), and stores values
  /// for other regions at each exit where they are live. Without the repair a use in front of the
  /// region's own definition would not be dominated by it.
  void passValues();

  /// All continuations that the function may return, in ascending order.
  llvm::SmallVector<unsigned> continuations() const;
  /// Returns true if work-items of one group may return different continuations. The region
  /// dispatcher then stores the continuation of each work-item; otherwise any one is valid for all.
  bool diverge() const;

 private:
  /// The copy of a block of the kernel; the block has to be one of the region.
  llvm::BasicBlock *copyOf(llvm::BasicBlock *block) const;
  /// Stores the operands of a collective function for its evaluation in the region dispatcher.
  void storeOperands(llvm::IRBuilder<> &builder, const llvm::CallInst &call,
                     const GroupExchange &exchange);
  /// Repairs the uses of one value, and stores it unless other regions compute it again.
  void passValue(llvm::Instruction *value);
  /// Stores the definition at the end of each exit to a region with the value live at its entry.
  void storeAtExits(const llvm::Instruction *value, llvm::SSAUpdater &definitions);
  /// Stores a value in a slot, extended from i1 to i8 where necessary.
  void store(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type, unsigned slot);

  const RegionValues &values_;
  const RegionSignature &signature_;
  /// Not const: it emits the address of a slot at the first request.
  RegionEntry &entry_;
  const llvm::ValueToValueMapTy &copies_;
  /// All returns of the function, by continuation. The order is that of the region's blocks.
  llvm::MapVector<unsigned, llvm::SmallVector<llvm::ReturnInst *>> returns_;
};

}  // namespace compiler::passes
