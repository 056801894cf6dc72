// Evaluates collective functions over the values that all work-items have stored in the frame.
#pragma once

#include "ir/group_functions.h"

namespace compiler::passes {

/// A slot of the frame (work_item_frame.h), as an array over the work-items by their linear id.
struct GroupArray {
  llvm::Value *items = nullptr;  ///< the array; a bit is kept in a byte
  llvm::Type *type = nullptr;    ///< of a value
  llvm::Value *count = nullptr;  ///< i64, the work-items of the group
  /// The work-items' i32 continuations, of which those that are `waiting` take part; null if all
  /// do.
  llvm::Value *continuations = nullptr;
  unsigned waiting = 0;
};

/// What values of the type are kept as.
llvm::Type *memoryTypeOf(llvm::Type *type);

/// All values in one; also all and any, of bits.
llvm::Value *reduceArray(llvm::IRBuilder<> &builder, const GroupFunction &function,
                         const GroupArray &array);
/// In place.
void scanArray(llvm::IRBuilder<> &builder, const GroupFunction &function, const GroupArray &array);
/// For each sub-group of `size` neighbours by itself, in place. `numbers`: what a broadcast or
/// shuffle asks for, an array over the work-items of integers of the type, or one constant.
struct AskedNumbers {
  llvm::Value *items = nullptr;
  llvm::Type *type = nullptr;
  llvm::ConstantInt *constant = nullptr;
};
void exchangeInSubGroups(llvm::IRBuilder<> &builder, const GroupFunction &function,
                         const GroupArray &array, unsigned size, const AskedNumbers &numbers);
/// The least continuation in an i32 array that is not 0; 0 if all are.
llvm::Value *leastContinuation(llvm::IRBuilder<> &builder, const GroupArray &array);

/// The next turn of work-items, or of sub-groups, that get on independently (`size` is 1 or that
/// of a sub-group). `array` has their i32 continuations, where the regions from
/// `firstOfGroup` on are those for which the whole group waits; `last` is the turn before.
struct Turns {
  const GroupArray &array;
  unsigned size = 1;
  unsigned firstOfGroup = 0;
};
/// The first region after `last`, counted round, that one of them waits for before all others of
/// its own; the least of the group's if there is none, and 0 if all ended.
llvm::Value *nextTurn(llvm::IRBuilder<> &builder, const Turns &turns, llvm::Value *last);
/// Puts `region` for those that run it in this turn into the i32 array `taking`, for others 0: a
/// sub-group of which others are behind waits for them.
void giveTurns(llvm::IRBuilder<> &builder, const Turns &turns, llvm::Value *region,
               llvm::Value *taking);
/// The value of work-item `index`, or that of some work-item if there is none of this number.
llvm::Value *elementOf(llvm::IRBuilder<> &builder, const GroupArray &array, llvm::Value *index);

}  // namespace compiler::passes
