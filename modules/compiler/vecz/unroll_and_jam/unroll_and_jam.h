// Runs several SIMD groups together by unroll-and-jam over work-items.
//
// The groups of one unrolled variant share loads and computations, and fill each other's waiting
// time. The loops over work-items (passes/work_items) run the unrolled variant first and single
// SIMD groups for the rest.
#pragma once

#include <array>
#include <optional>

#include "llvm/ADT/Twine.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// The SIMD groups that run together: `count` neighbours along a dimension.
struct UnrollAndJam {
  /// 0 to 2: the SIMD groups' own dimension, or another.
  unsigned dimension = 1;
  unsigned count = 1;  ///< a power of 2
};

/// Attribute of a vector function for several SIMD groups: "dimension,count".
inline constexpr char unrollAndJamAttribute[] = "kiln-unroll-and-jam";  // dimension,count
/// Writes the attribute.
void setUnrollAndJam(llvm::Function &function, const UnrollAndJam &unroll);
/// Reads the attribute; a count of 1 if there is none.
UnrollAndJam unrollAndJamOf(const llvm::Function &function);

/// Chooses how many SIMD groups of `variant`, a vector function for `simdGroup`, should run
/// together, and along which dimension. Along others than `simdGroup`'s, at most `longest` of them:
/// the work-items of a work-group, as far as known.
///
/// Nothing where SIMD groups may take different paths through it, or where they cost as much
/// together as one by one. With `isForced`, two groups are chosen wherever possible if the cost
/// would choose none. The variant is not changed.
std::optional<UnrollAndJam> chooseUnrollAndJam(llvm::Function &variant, const SimdGroup &simdGroup,
                                               const llvm::TargetTransformInfo &target,
                                               const std::array<unsigned, 3> &longest,
                                               bool isForced);

/// Creates the function `name`, with the variant's type and attributes. It does the variant's work
/// for the SIMD group named by kiln.set_work_item, and for the ones that follow along the
/// dimension. It returns the first group's result.
///
/// Null if the SIMD groups may take different paths, or if a call of the variant cannot be repeated
/// for another work-item. The variant itself stays, for SIMD groups left over.
llvm::Function *unrollAndJam(llvm::Function &variant, const SimdGroup &simdGroup,
                             const UnrollAndJam &unroll, const llvm::Twine &name);

}  // namespace compiler::vecz
