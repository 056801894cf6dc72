// Chooses the dimension and the width of a work-item function's SIMD groups by their cost.
#pragma once

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
  TemporaryFunction linearized;  ///< prepared for widening, not null
  SimdGroup simdGroup;
  double cost = 0;  ///< per work-item, by the cost model
};

/// The search for one work-item function. Candidates are copies, so nothing else changes.
///
/// For each dimension whose ids the function asks for, a copy is linearised, and its cost is
/// estimated at several widths (cost_model.h). The cheapest candidate wins, dimension 0 in doubt.
class CandidateSearch {
 public:
  /// `maxWidth` bounds the widths of the cost model's choice, not those of the options. The
  /// references have to outlive the object.
  CandidateSearch(llvm::Function &body, const LinearizedCopies &copies, const CostModel &costs,
                  const VectorizeOptions &options, unsigned maxWidth)
      : body_(body), copies_(copies), costs_(costs), options_(options), maxWidth_(maxWidth) {}

  /// The best candidate; nothing if the function is better left alone. Call it once.
  std::optional<Candidate> run();
  /// The reason if run() found nothing: a clause for a remark.
  const std::string &reason() const { return reason_; }

 private:
  /// The steps of run(), described at their definitions.
  llvm::SmallVector<Candidate> findCandidates();
  std::optional<Candidate> choose(llvm::SmallVector<Candidate> candidates);
  void addCandidates(unsigned dimension, llvm::ArrayRef<unsigned> widths,
                     llvm::SmallVector<Candidate> &candidates);
  void chooseWidth(Candidate &candidate, llvm::ArrayRef<unsigned> widths) const;
  /// The widths to compare.
  llvm::SmallVector<unsigned> widthsToTry() const;
  llvm::SmallVector<llvm::ArrayRef<unsigned>> widthRanges(unsigned dimension,
                                                          llvm::ArrayRef<unsigned> widths) const;
  double profitFactor(unsigned width) const;

  llvm::Function &body_;
  const LinearizedCopies &copies_;
  const CostModel &costs_;
  const VectorizeOptions &options_;
  const unsigned maxWidth_;
  std::string reason_;
};

}  // namespace compiler::vecz
