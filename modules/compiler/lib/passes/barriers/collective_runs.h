// Finds collective functions that one boundary between regions can serve.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace compiler::passes {

/// Brings the collective functions behind `first` to it, as far as they can be evaluated together,
/// and returns all of them in order, `first` included. Each further one saves a region of the
/// kernel, with its loop over work-items.
///
/// A call joins if it is of the same group, work-group or sub-group, in the same block, with
/// operands that do not depend on the results of the run, and if only computation without memory
/// stands between. Example: the sixteen shuffles of a vector.
///
///   %a = call @shuffle(%x, 1)             %y = fadd %x, 1.0
///   %s = fadd %a, %x                =>    %a = call @shuffle(%x, 1)
///   %y = fadd %x, 1.0                     %b = call @shuffle(%y, 1)
///   %b = call @shuffle(%y, 1)             %s = fadd %a, %x
///
/// Changes the order of instructions in the block, and no behaviour: the same work-items reach all
/// calls of a block. `first` is a collective function (groupFunction()) or a barrier, whose run is
/// itself.
llvm::SmallVector<llvm::CallInst *> gatherCollectives(llvm::CallInst &first);

}  // namespace compiler::passes
