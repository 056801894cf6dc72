// Finds loads of global memory with one result for all work-items of a group.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class LoadInst;
}  // namespace llvm

namespace compiler::passes {

/// Returns the plain loads that read, through arguments that the function only reads, what memory
/// held when the kernel began:
///
///   kernel void k(global const int *parameters, global float *out) {
///     int n = *parameters;     // an early load
///     …
///     out[get_global_id(0)] = …;
///
/// No write to global memory lies on a path to them. A work-item that writes through another
/// argument meanwhile would race with the load (OpenCL 3.0 §3.3.4), so all work-items with one
/// address get one value. Argument attributes like noalias are not needed for it.
llvm::SmallPtrSet<const llvm::LoadInst *, 4> earlyLoads(llvm::Function &kernel);

}  // namespace compiler::passes
