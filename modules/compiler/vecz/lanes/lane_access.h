// Extracts one lane from, and inserts it into, values that hold all lanes.
#pragma once

#include "llvm/IR/IRBuilder.h"

namespace compiler::vecz {

/// Type of a value of `width` lanes (LaneValues::widen).
llvm::Type *widenType(llvm::Type *type, unsigned width);

/// All lanes have `scalar`.
llvm::Value *broadcast(llvm::IRBuilderBase &builder, llvm::Value *scalar, unsigned width);
/// The part of lane `number` (an integer) in `lanes`, as a `type`.
llvm::Value *extractLane(llvm::IRBuilderBase &builder, llvm::Value *lanes, llvm::Type *type,
                         llvm::Value *number);
/// `lanes` with `scalar` as lane `number`.
llvm::Value *insertLane(llvm::IRBuilderBase &builder, llvm::Value *lanes, llvm::Value *scalar,
                        llvm::Value *number);

/// <0, 1, 2, …> of integers.
llvm::Constant *laneNumbers(llvm::IntegerType *type, unsigned width);

/// Elements of a struct, an array or a vector; 0 for what a lane holds as one.
unsigned elementCount(llvm::Type *type);
llvm::Type *elementType(llvm::Type *type, unsigned number);
/// An element of a struct, an array or a vector.
llvm::Value *extractElement(llvm::IRBuilderBase &builder, llvm::Value *aggregate, unsigned number);

}  // namespace compiler::vecz
