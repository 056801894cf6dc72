// Emits the functions that write printf's records to the buffer.
#pragma once

#include "llvm/IR/Function.h"

namespace compiler::passes {

inline constexpr llvm::StringLiteral printfWriterPrefix = "__kiln_printf_";

/// `i32 __kiln_printf_<slots>(i32 format, i64 slot…)`, internal to the module: writes a record
/// (mux/abi.h) and returns 0, or -1 if there is no buffer or no room left.
llvm::Function *getPrintfWriter(llvm::Module &module, size_t slots);

}  // namespace compiler::passes
