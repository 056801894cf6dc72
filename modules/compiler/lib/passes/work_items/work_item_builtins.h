// Expresses each work-item builtin (get_global_id, get_local_size, …) by the fields of the work-
// item context.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// It is one that lowerWorkItemCall knows.
bool isWorkItemFunction(llvm::StringRef name);

/// Emits before the call what it returns, given the context; null for functions that
/// return nothing. Out-of-range dimensions give what OpenCL C 6.15.1 says.
llvm::Value *lowerWorkItemCall(llvm::CallInst &call, llvm::Value *context);

}  // namespace compiler::passes
