// Computes values and branches with one result for all lanes of a SIMD group, before linearisation.
//
// shape_analysis.h answers the same question after linearisation, and knows strides too. Here
// control flow may still diverge, so this analysis is LLVM's UniformityAnalysis (by way of
// ir/uniform_values.h) with the rules of a SIMD group.
#pragma once

#include "ir/uniform_values.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Runs the analysis for the lanes of `simdGroup` on a function with any control flow.
///
/// Lanes run in step, and nothing orders them against each other. Loads of several lanes from one
/// address may therefore count as one load: a load diverges only with its address. Atomic and
/// volatile accesses, private variables and unknown calls diverge.
///
/// The result refers to the function and is invalid after any change of its blocks. linearize()
/// turns divergent branches into masks and keeps uniform ones. A branch wrongly called uniform
/// would send lanes down a path of others.
passes::UniformValues uniformityInSimdGroup(llvm::Function &function, const SimdGroup &simdGroup);

/// Returns true if a call returns one value to all lanes with the same arguments. Pure intrinsics,
/// shared functions, and builtins about the launch or the work-group do. Ids of work-items and
/// unknown functions do not. An invariant call can be made once for all lanes, or be repeated for
/// another SIMD group.
bool isLaneInvariant(const llvm::CallBase &call);

}  // namespace compiler::vecz
