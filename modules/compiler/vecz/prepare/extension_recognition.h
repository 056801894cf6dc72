// Replaces shifts and masks that extend narrow integers by trunc and sext or zext, and complements
// by differences.
#pragma once

namespace llvm {
class Function;
}

namespace compiler::vecz {

struct SimdGroup;

/// Replaces pairs of shifts, and masks, by a truncation and an extension. Only values are rewritten
/// that vary because of it: the low 8, 16 or 32 bits of a strided value. Its complement becomes a
/// difference from -1, which is strided.
///
/// InstCombine prefers shifts; widenIndices() and checkStrides() look for extensions. The pass
/// changes no value, and may be left out: addresses with hidden extensions are then gathers.
void recognizeExtensions(llvm::Function &function, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
