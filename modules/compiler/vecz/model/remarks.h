// Emits optimisation remarks of the vectoriser with their place in the source.
//
// A remark answers the user's question why a kernel is scalar or slow. The texts and the build
// option are described in doc/vectoriser.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llvm/ADT/Twine.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class Instruction;
class LLVMContext;
}  // namespace llvm

namespace compiler::vecz {

/// Collects remarks on one kernel until they are reported. The remarks of an abandoned attempt can
/// be forgotten with it (clear()).
///
/// Without `wanted` nothing is stored. Equal remarks at one place are reported once, because copies
/// of an instruction keep its place. Names and places are read at once: the instruction or function
/// may be deleted before the report. Not thread-safe; each kernel has an object of its own.
class Remarks {
 public:
  explicit Remarks(bool wanted = false) : wanted_(wanted) {}

  /// Returns true if remarks are reported at all. Code that searches for something to say asks this
  /// first.
  bool wanted() const { return wanted_; }

  /// Adds a remark on an instruction. `text` is a clause without a full stop: "gather: the index is
  /// loaded". The place is the instruction's own, in the function that was inlined; without one it
  /// is the function's.
  void remark(const llvm::Instruction &at, const llvm::Twine &text);
  /// Adds a remark at the beginning of the function, or of the kernel that the function is a piece
  /// of.
  void remark(const llvm::Function &function, const llvm::Twine &text);

  /// The summary of a kernel: vectorised, with the widest SIMD group, and with the estimated time
  /// of single work-items in that of SIMD groups. It is reported first. Any function made from the
  /// kernel will do.
  void vectorized(const llvm::Function &kernel, const SimdGroup &simdGroup, double gain);
  /// The summary of a scalar kernel, with the reason: a clause without a full stop.
  void notVectorized(const llvm::Function &kernel, const llvm::Twine &reason);

  /// Forgets all remarks.
  void clear() { remarks_.clear(); }
  /// Passes all remarks to the context's diagnostic handler as DS_Remark, and forgets them. The
  /// summary comes first, the others in the order of the source.
  void report(llvm::LLVMContext &context);

 private:
  /// Ordered by members, so sorting gives the order of the report.
  struct Remark {
    bool isDetail;  ///< everything but the summary
    std::string file;
    unsigned line, column;  ///< 0: unknown
    std::string text;
    auto operator<=>(const Remark &) const = default;
  };

  /// Adds a remark at the beginning of the kernel of `function`.
  void add(const llvm::Function &function, const llvm::Twine &text, bool isDetail);

  bool wanted_;
  std::vector<Remark> remarks_;
};

}  // namespace compiler::vecz
