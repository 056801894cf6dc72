// Finds values whose elements are known for each work-item of a sub-group.
#pragma once

namespace llvm {
class Constant;
class DataLayout;
class Value;
}  // namespace llvm

namespace compiler::passes {

/// Returns the value of each work-item of a sub-group, as a vector of `size` elements. Returns null
/// if the value depends on more than get_sub_group_local_id() and constants.
///
/// The partner of a butterfly, `get_sub_group_local_id() ^ 1`, gives <1, 0, 3, 2, …>.
llvm::Constant *constantOfEachLane(llvm::Value &value, unsigned size,
                                   const llvm::DataLayout &layout);

}  // namespace compiler::passes
