// Lowers OpenCL's work-group and sub-group functions to __mux_* collective functions.
#pragma once

namespace llvm {
class Module;
}

namespace compiler::passes {

/// Replaces calls of work_group_all, _any, _broadcast, _reduce_… and _scan_… (OpenCL C 3.0
/// §6.15.16) by `__mux_work_group_…`, and calls of the same functions of sub-groups (§6.15.19) by
/// `__mux_sub_group_…` (ir/group_functions.h). A part of LowerBuiltinsPass.
///
/// Afterwards votes take and return i1, and a broadcast takes one linear id. Declarations with
/// other types than the builtin's are left alone. No errors.
void lowerGroupBuiltins(llvm::Module &module);

}  // namespace compiler::passes
