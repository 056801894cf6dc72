// Extracts one lane from, and inserts it into, values of all lanes.
//
// A value of all lanes is a vector, or a struct or array of vectors for an aggregate: one vector
// per member, with the same member of all lanes side by side.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace compiler::vecz {

/// The type of a value of `width` lanes: <width x type> for what a lane holds in one element,
/// otherwise a struct or array of the widened members. A vector becomes an array.
llvm::Type *widenType(llvm::Type *type, unsigned width);

/// The value of all lanes with `scalar` in each, of type widenType().
llvm::Value *broadcast(llvm::IRBuilderBase &builder, llvm::Value *scalar, unsigned width);
/// The value of lane `number` in `lanes`, as a `type`. The number is an integer below the width,
/// constant or not.
llvm::Value *extractLane(llvm::IRBuilderBase &builder, llvm::Value *lanes, llvm::Type *type,
                         llvm::Value *number);
/// `lanes` with `scalar` as lane `number`; the inverse of extractLane().
llvm::Value *insertLane(llvm::IRBuilderBase &builder, llvm::Value *lanes, llvm::Value *scalar,
                        llvm::Value *number);

/// The vector <0, 1, 2, …> of integers. Narrow types wrap around.
llvm::Constant *laneNumbers(llvm::IntegerType *type, unsigned width);

/// Members of a struct, an array or a vector; 0 for any other type.
unsigned elementCount(llvm::Type *type);
/// The type of member `number` of a struct, an array or a vector.
llvm::Type *elementType(llvm::Type *type, unsigned number);
/// Member `number` of a struct, an array or a vector.
llvm::Value *extractElement(llvm::IRBuilderBase &builder, llvm::Value *aggregate, unsigned number);

}  // namespace compiler::vecz
