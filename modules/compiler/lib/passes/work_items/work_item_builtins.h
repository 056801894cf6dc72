// Expresses each work-item builtin (get_global_id, get_local_size, …) by the fields of the
// work-item context.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace compiler::passes {

/// Returns true if lowerWorkItemCall() handles the function: a `__mux_get_*` query or a helper
/// `kiln.*` of the kernel passes.
bool isWorkItemFunction(llvm::StringRef name);

/// Emits the call's result in front of it, given the address of the work-item context, and returns
/// it. Null for functions without result, whose effect is emitted. The call itself stays.
/// Dimensions beyond 2 give the values of OpenCL C 3.0 §6.15.1.
llvm::Value *lowerWorkItemCall(llvm::CallInst &call, llvm::Value *context);

}  // namespace compiler::passes
