// Addresses slots of the frame as arrays over all work-items, for code that runs between regions.
#pragma once

#include "passes/barriers/work_item_frame.h"

namespace compiler::passes {

/// The frame as the region dispatcher sees it: one array per slot, with an element for each
/// work-item by its linear local id. Regions see the element of their own work-item only
/// (WorkItemFrame::address()).
///
/// The builder and the frame outlive the object. Slots may be appended to the frame at any time.
class SlotArrays {
 public:
  SlotArrays(llvm::IRBuilder<> &builder, const WorkItemFrame &frame)
      : builder_(builder), frame_(frame) {}

  /// Emits the number of elements, i64: the work-items in the group, without the frame's padding.
  llvm::Value *count();
  /// Emits the address of element 0. Addresses depend on the current work-item, so work-item 0
  /// becomes current. Code of a work-item must not follow: it would run as work-item 0.
  llvm::Value *firstElement(unsigned slot);

 private:
  llvm::Module &module() { return *builder_.GetInsertBlock()->getModule(); }

  llvm::IRBuilder<> &builder_;
  const WorkItemFrame &frame_;
};

}  // namespace compiler::passes
