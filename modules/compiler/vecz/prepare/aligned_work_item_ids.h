// Ids that packets begin with at multiples of their width.
#pragma once

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::vecz {

struct Packet;

/// Makes what lanes agree on visible where it follows from where packets begin: comparisons and
/// quotients become lane 0's (kiln.base), remainders lane 0's plus the lane's number. Before
/// linearisation, the packet's width (1: not known yet) may be any; what is done then holds for
/// all.
void useAlignedIds(llvm::Function &function, const Packet &packet);

}  // namespace compiler::vecz
