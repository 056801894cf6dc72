// Runs several SIMD groups together by unroll-and-jam over work-items.
#pragma once

#include <optional>

#include "llvm/ADT/Twine.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// SIMD groups that run together: `count` neighbours along a dimension.
struct UnrollAndJam {
  unsigned dimension = 1;
  unsigned count = 1;  ///< a power of 2
};

/// Of a vector function that runs several SIMD groups: its unroll-and-jam.
inline constexpr char unrollAndJamAttribute[] = "kiln-unroll-and-jam";  // dimension,count
void setUnrollAndJam(llvm::Function &function, const UnrollAndJam &unroll);
/// Of one SIMD group if there is no such attribute.
UnrollAndJam unrollAndJamOf(const llvm::Function &function);

/// How many SIMD groups of `form`, a vector function for `SIMD group`, are best run together;
/// nothing where SIMD groups may take different ways through it, or where one by one is as good (if
/// `isForced`, that does not matter).
std::optional<UnrollAndJam> chooseUnrollAndJam(llvm::Function &variant, const SimdGroup &simdGroup,
                                               const llvm::TargetTransformInfo &target,
                                               bool isForced);

/// Makes `name`, a function that does what `form` does for the SIMD group that kiln.set_work_item
/// names and those that follow it along the unroll-and-jam's dimension, and returns what `form`
/// does for the first. Null where the SIMD groups may take different ways, or `form` has calls that
/// can not be repeated for another work-item.
llvm::Function *unrollAndJam(llvm::Function &variant, const SimdGroup &simdGroup,
                             const UnrollAndJam &unroll, const llvm::Twine &name);

}  // namespace compiler::vecz
