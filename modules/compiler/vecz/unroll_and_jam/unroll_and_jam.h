// Several packets at once: unroll-and-jam over packets of work-items.
#pragma once

#include <optional>

#include "llvm/ADT/Twine.h"
#include "vecz/model/simd_group.h"

namespace llvm {
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// Packets that run together: `count` neighbours along a dimension.
struct Jam {
  unsigned dimension = 1;
  unsigned count = 1;  ///< a power of 2
};

/// Of a vector function that runs several packets: its jam.
inline constexpr char jamAttribute[] = "kiln-jam";  // dimension,count
void setJam(llvm::Function &function, const Jam &jam);
/// Of one packet if there is no such attribute.
Jam jamOf(const llvm::Function &function);

/// How many packets of `form`, a vector function for `packet`, are best run together; nothing
/// where packets may take different ways through it, or where one by one is as good (if
/// `isForced`, that does not matter).
std::optional<Jam> chooseJam(llvm::Function &form, const Packet &packet,
                             const llvm::TargetTransformInfo &target, bool isForced);

/// Makes `name`, a function that does what `form` does for the packet that kiln.set_work_item
/// names and those that follow it along the jam's dimension, and returns what `form` does for the
/// first. Null where the packets may take different ways, or `form` has calls that can not be
/// repeated for another work-item.
llvm::Function *jamPackets(llvm::Function &form, const Packet &packet, const Jam &jam,
                           const llvm::Twine &name);

}  // namespace compiler::vecz
