// Finds accesses of one work-item that scalar code may combine to vectors.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

/// Returns true if a block of the work-item function loads or stores at least 8 neighbouring
/// elements, without private variables. LLVM's SLP vectoriser then makes vectors of the scalar code
/// as well, and nothing in the cost model knows of them. Linear in the accesses, for up to 16
/// different addresses in a block.
bool hasScalarRuns(const llvm::Function &body);

}  // namespace compiler::vecz
