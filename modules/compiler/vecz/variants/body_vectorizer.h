// Creates the vector variants of one work-item function, where they pay.
//
// A function `f.item` with a profitable width of 16 ends up with up to four variants:
//
//   f.item         scalar, for remainders and where no vector pays.
//   f.item.v16     vector, for full SIMD groups.
//   f.item.v16.x4  vector, for 4 SIMD groups at once (unroll_and_jam.h).
//   f.item.m16     masked, for the remainder of a row of work-items.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "vecz/model/options.h"
#include "vecz/model/simd_group.h"
#include "vecz/unroll_and_jam/unroll_and_jam.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Limits that follow from all work-item functions of a kernel together. They keep the time to
/// build large kernels low, and the SIMD groups of kernels with barriers short.
struct KernelLimits {
  /// Allows the masked variant and the one for several SIMD groups. Without it, boundaries get
  /// plain gathers, too (plainBoundariesAttribute).
  bool mayRefine = true;
  /// The widest SIMD group of the cost model's choice along each dimension, in work-items. Below 2
  /// no SIMD groups form along it.
  std::array<unsigned, 3> maxWidth = {maximumWidth, maximumWidth, maximumWidth};
};

/// The variants of one work-item function. They stand in its module and belong to it.
struct BodyVariants {
  /// For full SIMD groups; null if no vectors pay. It is a masked one where that costs no more:
  /// then it runs the remainders, too.
  llvm::Function *vector = nullptr;
  /// For remainders; null if single work-items are faster, or if `vector` runs them.
  llvm::Function *masked = nullptr;
  /// For full SIMD groups of inner work-items, those away from all borders; null if they are not
  /// faster.
  llvm::Function *inner = nullptr;
  /// The SIMD group of all, without a mask.
  SimdGroup simdGroup = {};
  /// The choice of the variant for several SIMD groups, if there is one. An attribute of `inner`
  /// names it, or of `vector` without that.
  std::optional<UnrollAndJam> unroll = {};
  /// The estimated costs of one work-item, by itself and in a full SIMD group (cost_model.h), and
  /// with the time that loops wait.
  double itemCost = 0, itemTime = 0;
  double vectorCost = 0, vectorTime = 0;
  /// The reason if there is no vector variant: a clause for a remark.
  std::string reason = {};
};

/// Chooses a SIMD group for `body` (CandidateSearch) and adds the variants to its module. `body`
/// itself is not changed: it is the scalar variant.
///
/// A variant that does not pay is left out. Without a vector variant nothing is added: `body` costs
/// nothing but its own speed then. Bodies whose work-items pass a lock on to each other stay
/// scalar, whatever the options say.
///
/// `target` is the target as `body` sees it. `limits` do not count if the options force vectors.
BodyVariants vectorizeBody(llvm::Function &body, const llvm::TargetTransformInfo &target,
                           const VectorizeOptions &options, const KernelLimits &limits);

}  // namespace compiler::vecz
