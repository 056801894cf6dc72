// Lowers OpenCL's work-group and sub-group functions to __mux_* collective functions.
#pragma once

namespace llvm {
class Module;
}

namespace compiler::passes {

/// work_group_all, work_group_any, work_group_broadcast, work_group_reduce_… and
/// work_group_scan_… (OpenCL C 3.0, 6.15.16) become __mux_work_group_…, and those of
/// sub-groups (6.15.19) __mux_sub_group_… (group_functions.h).
void lowerGroupBuiltins(llvm::Module &module);

}  // namespace compiler::passes
