// Replaces function pointers by numbers, and calls through them by a choice among direct calls.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace compiler::passes {

/// Marks a function whose pointer the host may ask for, although the program does not take its
/// address. The front end of SPIR-V sets it for the decoration ReferencedIndirectlyINTEL; the name
/// is that of SYCL compilers.
inline constexpr char referencedIndirectlyAttribute[] = "referenced-indirectly";

/// Prefix of the functions that choose among the targets of a call through a pointer.
inline constexpr llvm::StringLiteral indirectCallPrefix = "kiln.indirect_call";

/// Gives a number to each function whose address is taken or which is marked
/// "referenced-indirectly", and replaces its address by the number. Each type of functions gets a
/// function `kiln.indirect_call.<n>`, called in place of pointers. It compares the pointer with the
/// numbers of all functions of the type and calls the equal one.
///
/// * Expects: a linked program. The pass runs before CheckCallsPass, so that recursion through
///   pointers is a cycle of the call graph.
/// * Afterwards: no function but kernels has its address taken, and all calls are direct but for
///   variadic ones; CheckCallsPass reports these. The named metadata kiln.function_pointers has an
///   entry !{!"symbol", i64 number} for each such function with external linkage.
/// * Numbers are multiples of 16, and none is 0: tests of null and the tag bit of C++'s pointers to
///   members keep their meaning. The number of a public function is a hash of its symbol, the same
///   in each program and on each device.
/// * A call with a pointer to nothing, or to a function of another type, has no effect and returns
///   zero. OpenCL leaves its behaviour undefined.
struct LowerFunctionPointersPass : llvm::PassInfoMixin<LowerFunctionPointersPass> {
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &analyses);
  static bool isRequired() { return true; }
};

}  // namespace compiler::passes
