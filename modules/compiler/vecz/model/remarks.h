// Emits optimisation remarks of the vectoriser with their place in the source.
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

/// Collects remarks on one kernel until they are reported, so that what an attempt said can be
/// forgotten with the attempt. Without `wanted` nothing is kept. Of equal remarks at one place
/// one is kept. What an instruction or function says is read at once: either may be deleted
/// afterwards.
class Remarks {
 public:
  explicit Remarks(bool wanted = false) : wanted_(wanted) {}

  /// Whether it is worth while to find out what to say.
  bool wanted() const { return wanted_; }

  /// `text` is a clause without a full stop: "gather: the index is loaded". The place is the
  /// instruction's own, in the function that was inlined; without one the function's.
  void remark(const llvm::Instruction &at, const llvm::Twine &text);
  /// The place is where the function, or what it is a piece of, begins.
  void remark(const llvm::Function &function, const llvm::Twine &text);

  /// The last word on a kernel: what all of it became. Any function made from it will do.
  void vectorized(const llvm::Function &kernel, const SimdGroup &simdGroup);
  void notVectorized(const llvm::Function &kernel, const llvm::Twine &reason);

  void clear() { remarks_.clear(); }
  /// Gives them to the context's diagnostic handler, with the severity of a remark, the last
  /// word first and the others in the order of the source, and forgets them.
  void report(llvm::LLVMContext &context);

 private:
  struct Remark {
    bool isDetail;  ///< not a last word
    std::string file;
    unsigned line, column;  ///< 0: unknown
    std::string text;
    auto operator<=>(const Remark &) const = default;
  };

  void add(const llvm::Function &function, const llvm::Twine &text, bool isDetail);

  bool wanted_;
  std::vector<Remark> remarks_;
};

}  // namespace compiler::vecz
