// Creates the vector variants of one work-item function, where they pay.
#pragma once

#include <optional>
#include <string>

#include "vecz/model/options.h"
#include "vecz/model/simd_group.h"
#include "vecz/unroll_and_jam/unroll_and_jam.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Limits that follow from all work-item functions of a kernel together.
struct KernelLimits {
  bool mayRefine = true;             ///< variants for remainders and for several SIMD groups
  unsigned maxWidth = maximumWidth;  ///< of the cost model's choice
};

/// The variants of one work-item function. They stand in its module and belong to it.
struct BodyVariants {
  llvm::Function *vector = nullptr;  ///< for full SIMD groups; null if no vectors pay
  llvm::Function *masked = nullptr;  ///< for remainders, or null
  SimdGroup simdGroup = {};          ///< of both
  /// The choice of the variant for several SIMD groups, if there is one. An attribute of `vector`
  /// names it.
  std::optional<UnrollAndJam> unroll = {};
  std::string reason = {};  ///< why there is no vector variant: a clause for a remark
};

/// Chooses a SIMD group for `body` (CandidateSearch) and adds the variants to its module. `body`
/// itself is not changed: it is the scalar variant.
///
/// `target` is the target as `body` sees it. `limits` do not count if the options force vectors.
BodyVariants vectorizeBody(llvm::Function &body, const llvm::TargetTransformInfo &target,
                           const VectorizeOptions &options, const KernelLimits &limits);

}  // namespace compiler::vecz
