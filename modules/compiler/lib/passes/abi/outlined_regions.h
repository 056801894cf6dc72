// Gives work-group functions that stay calls a private copy of the work-item context.
#pragma once

#include "passes/abi/launch_sizes.h"

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::passes {

/// Copies the context at the entry of each work-group function called by `group`, a kernel for one
/// work-group, if the callee is noinline (work_item_loops_pass.h). The callee's last parameter has
/// to be the context.
///
/// The loops over work-items in the callee write ids into the context. In the caller's memory these
/// writes would stay stores, one per work-item and word. In a local copy SROA turns them into
/// values, just as it does in an entry point with everything inlined. Known sizes are written into
/// the copy as constants or with range metadata, because the callee cannot see the entry point's.
void prepareOutlinedRegions(llvm::Function &group, const KnownSizes &sizes);

}  // namespace compiler::passes
