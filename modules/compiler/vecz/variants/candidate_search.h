// Chooses the dimension and the width of a work-item function's SIMD groups by their cost.
//
// An example of the candidates for a function with ids along two dimensions and sub-groups of 8:
//
//   dimension 0, widths 4 and 8        branches on the id of the sub-group stay branches.
//   dimension 0, width 16              the same branches become masks: a copy of its own.
//   dimension 1, widths 4, 8 and 16    ids of sub-groups do not count here.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "vecz/cost/cost_model.h"
#include "vecz/model/options.h"
#include "vecz/variants/linearized_copies.h"

namespace compiler::vecz {

/// A linearised function with the best SIMD group for it.
struct Candidate {
  /// Prepared for widening; not null.
  TemporaryFunction linearized;
  SimdGroup simdGroup;
  /// The cost per work-item, in the units of the cost model, and with the time that its loops wait.
  double cost = 0, time = 0;
  /// The same for a work-item by itself.
  double itemCost = 0, itemTime = 0;
};

/// The search for one work-item function. Candidates are copies, so a function without a profitable
/// one stays as it was. All copies but the best are erased at the end.
///
/// For each dimension whose ids the function asks for, a copy is linearised, and its cost is
/// estimated at several widths (cost_model.h). The cheapest candidate wins, dimension 0 in doubt.
class CandidateSearch {
 public:
  /// `maxWidth` bounds the widths of the cost model's choice along each dimension, not those of the
  /// options. The references have to outlive the object.
  CandidateSearch(llvm::Function &body, const LinearizedCopies &copies, const CostModel &costs,
                  const VectorizeOptions &options, const std::array<unsigned, 3> &maxWidth)
      : body_(body), copies_(copies), costs_(costs), options_(options), maxWidth_(maxWidth) {}

  /// The best candidate; nothing if the function is better left alone. Call it once.
  std::optional<Candidate> run();
  /// The reason if run() found nothing: a clause for a remark.
  const std::string &reason() const { return reason_; }

 private:
  /// One candidate for each wanted dimension and range of widths; sets the reason if there is none.
  llvm::SmallVector<Candidate> findCandidates();
  /// Adds a candidate for each range of widths, as far as the function can be linearised for it.
  void addCandidates(unsigned dimension, llvm::ArrayRef<unsigned> widths,
                     llvm::SmallVector<Candidate> &candidates);
  /// The cheapest candidate; nothing, and the reason set, if scalar code is expected to be faster.
  std::optional<Candidate> choose(llvm::SmallVector<Candidate> candidates);
  /// The widths to compare along a dimension, ascending: the one of the options, or the cost
  /// model's. Empty if no width is narrow enough.
  llvm::SmallVector<unsigned> widthsToTry(unsigned dimension) const;
  /// The ranges of widths that can share a linearised copy. Up to the size of a sub-group all lanes
  /// are in one sub-group, so branches on its id stay branches. Wider SIMD groups need masks for
  /// them (doc/decisions/020-width-before-ids-of-sub-groups.md).
  llvm::SmallVector<llvm::ArrayRef<unsigned>> widthRanges(unsigned dimension,
                                                          llvm::ArrayRef<unsigned> widths) const;
  /// Sets the candidate's best width. A wider SIMD group has to win by profitFactor() for each
  /// doubling since the best so far.
  void chooseWidth(Candidate &candidate, llvm::ArrayRef<unsigned> widths) const;
  /// Doubles the width if divergent loops lose less then.
  void fillDivergentLoops(Candidate &candidate) const;
  /// The relative cost to be reached by doubling to this width.
  double profitFactor(unsigned width) const;

  llvm::Function &body_;
  const LinearizedCopies &copies_;
  const CostModel &costs_;
  const VectorizeOptions &options_;
  const std::array<unsigned, 3> maxWidth_;
  std::string reason_;
};

}  // namespace compiler::vecz
