// Replaces shifts and masks that extend narrow integers by trunc and sext or zext.
#pragma once

namespace llvm {
class Function;
}

namespace compiler::vecz {

struct SimdGroup;

/// Where pairs of shifts or a mask stand for the extension of a strided value's low 8, 16 or 32
/// bits, puts a truncation and an extension there.
void showExtensions(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
