// What there is to say of a body that was vectorised.
#pragma once

#include "vecz/model/remarks.h"
#include "vecz/model/simd_group.h"

namespace compiler::vecz {

/// Remarks on the branches of `body` at which the lanes of the packet part, and on what its
/// vector form does lane by lane: gathers, scatters, accesses and calls. Nothing is changed.
void explain(llvm::Function &body, const llvm::Function &form, const Packet &packet,
             Remarks &remarks);

}  // namespace compiler::vecz
