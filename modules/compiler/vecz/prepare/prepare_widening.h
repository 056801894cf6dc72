// Runs the scalar simplifications that precede widening.
#pragma once

#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Changes a linearised function, still for one work-item, before its shapes are analysed:
/// vectors become scalars where they can, small copies become loads and stores, indices become as
/// wide as addresses and other integers as narrow as they can, accesses that are strided but at
/// edges stand twice, and blocks that nothing leads to go.
void prepareWidening(llvm::Function &function, const SimdGroup &simdGroup);

/// The first step of it alone.
void splitVectors(llvm::Function &function);

}  // namespace compiler::vecz
