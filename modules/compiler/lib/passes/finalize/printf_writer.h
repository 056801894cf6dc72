// Emits the functions that write printf's records to the buffer.
#pragma once

#include "llvm/IR/Function.h"

namespace compiler::passes {

/// Prefix of the functions' names; reserved for the compiler (CheckCallsPass).
inline constexpr llvm::StringLiteral printfWriterPrefix = "__kiln_printf_";

/// Returns the internal function `i32 __kiln_printf_<slots>(i32 format, i64 slot…)`, made at the
/// first request. It writes a record (mux/abi.h) and returns 0, or -1 if there is no buffer or no
/// room left. Thread-safe at run time: workers share the buffer. It is noinline, since many calls
/// share it.
llvm::Function *getPrintfWriter(llvm::Module &module, size_t slots);

}  // namespace compiler::passes
