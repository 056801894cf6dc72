// Emits work-group and sub-group functions over values in memory, and schedules sub-groups in
// round-robin order.
//
// All functions emit code at the builder's place, in the region dispatcher. They may end in another
// block than they began; the builder is at its end.
#pragma once

#include "ir/group_functions.h"

namespace compiler::passes {

/// A slot of the frame (work_item_frame.h), seen as an array over the work-items by linear local
/// id.
struct GroupArray {
  llvm::Value *items = nullptr;  ///< address of element 0; an i1 is stored as an i8
  llvm::Type *type = nullptr;    ///< of a value; memoryTypeOf() it is the element's
  llvm::Value *count = nullptr;  ///< i64, the number of work-items in the group
  /// Address of the work-items' i32 continuations. Work-items with the continuation `waiting` take
  /// part in the function; all others keep their values. Null if all work-items take part.
  llvm::Value *continuations = nullptr;
  unsigned waiting = 0;
};

/// The type of a value's element in the frame: i8 for i1, the type itself otherwise.
llvm::Type *memoryTypeOf(llvm::Type *type);

/// Combines all values into one of the array's type: reductions of the work-group, all, and any.
/// Floating-point operations are combined in an unspecified order, as the specification allows
/// (OpenCL C 3.0 §6.15.16).
llvm::Value *reduceArray(llvm::IRBuilder<> &builder, const GroupFunction &function,
                         const GroupArray &array);
/// Replaces each value by the inclusive or exclusive scan over linear local ids, in place.
void scanArray(llvm::IRBuilder<> &builder, const GroupFunction &function, const GroupArray &array);
/// The second arguments, of i32: an array over the work-items, or a constant vector that holds for
/// each sub-group.
struct AskedNumbers {
  llvm::Value *items = nullptr;
  llvm::Constant *constant = nullptr;
};
/// A function of sub-groups with its operands; results replace them. `numbers` is used only by
/// functions with a second argument.
struct SubGroupExchange {
  GroupFunction function;
  GroupArray array;
  AskedNumbers numbers;
};
/// Evaluates the functions for each sub-group of `size` neighbours on its own, in one loop. The
/// arrays differ in their items and types only. `size` is a power of 2 and divides the multiple of
/// work-items in the frame.
void exchangeInSubGroups(llvm::IRBuilder<> &builder, llvm::ArrayRef<SubGroupExchange> exchanges,
                         unsigned size);
/// The least non-zero element of an i32 array of continuations; 0 if all elements are 0, as all
/// work-items have ended then.
llvm::Value *leastContinuation(llvm::IRBuilder<> &builder, const GroupArray &array);

/// An i1, true if all elements of an i32 array equal the first one, `first`.
llvm::Value *areAllEqual(llvm::IRBuilder<> &builder, const GroupArray &array, llvm::Value *first);

/// Parameters of round-robin scheduling: work-items, or sub-groups, that progress independently.
/// `array` has the i32 continuations and `size` the work-items per sub-group, 1 for work-items
/// alone. From region `firstOfGroup` on, continuations wait for the whole work-group.
struct RoundRobin {
  const GroupArray &array;
  unsigned size = 1;
  unsigned firstOfGroup = 0;
};
/// The region to run next, given the last one: the first after `last`, cyclically, with a work-item
/// or sub-group waiting for it. Work-items behind in their sub-group decide for the sub-group. If
/// all wait for the work-group, it is the least of their regions, and 0 if all have ended.
llvm::Value *nextRoundRobinRegion(llvm::IRBuilder<> &builder, const RoundRobin &order,
                                  llvm::Value *last);
/// Selects work-items to run `region`: writes `region` to their elements of `selected` (i32), and 0
/// to all others. A sub-group with members at an earlier region waits for those.
void selectWorkItems(llvm::IRBuilder<> &builder, const RoundRobin &order, llvm::Value *region,
                     llvm::Value *selected);
/// The value of the work-item with linear id `index`. An index out of range gives the value of
/// work-item 0: OpenCL C leaves this case undefined, but no load may leave the frame.
llvm::Value *elementOf(llvm::IRBuilder<> &builder, const GroupArray &array, llvm::Value *index);

}  // namespace compiler::passes
