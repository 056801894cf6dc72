// Collects the statements about local sizes that hold for all launches of one kernel.
#pragma once

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}  // namespace llvm

namespace compiler::passes {

/// Sizes of work-groups known at compile time, in x, y and z. 0 stands for unknown.
struct KnownSizes {
  std::array<uint64_t, 3> enqueued = {};  ///< the enqueued local size of all launches
  std::array<uint64_t, 3> group = {};     ///< the local size of each group, the last included
  std::array<uint64_t, 3> atMost = {};    ///< an upper bound of it
};

/// The launches for which neighbouring work-groups along x run as one.
enum class GroupMerging : uint8_t {
  never,
  always,       ///< "kiln-merge-groups"
  singleItems,  ///< "kiln-merge-single-groups": only at a local size of 1 along x
};

/// The sizes of a kernel's launches, as far as its attributes and the device determine them.
///
/// Code derives constants and range metadata from these statements. A launch that contradicts them
/// has undefined behaviour, so the runtime rejects it first. The object is a value: it stays valid
/// when the kernel changes.
class LaunchSizes {
 public:
  using Size = std::array<uint64_t, 3>;

  /// Reads the kernel's attributes and reqd_work_group_size. `maxWorkGroupSize` bounds the local
  /// sizes in each dimension, 0 if unknown. `specialized` is the only local size of all launches,
  /// or zeros; it wins over the required one.
  LaunchSizes(const llvm::Function &kernel, uint64_t maxWorkGroupSize, const Size &specialized);

  /// Returns true if the statements about local sizes are the same, whatever groups are merged.
  bool areSameAs(const LaunchSizes &other) const {
    return enqueued_ == other.enqueued_ && maxWorkGroupSize_ == other.maxWorkGroupSize_ &&
           areUniform_ == other.areUniform_;
  }
  /// The enqueued local size in one dimension, 0 if unknown.
  uint64_t enqueued(unsigned dimension) const { return enqueued_[dimension]; }
  /// An upper bound of local sizes in each dimension, 0 if unknown.
  uint64_t maxWorkGroupSize() const { return maxWorkGroupSize_; }
  /// Returns true if launches with a smaller last group are invalid (-cl-uniform-work-group-size).
  bool areUniform() const { return areUniform_; }
  /// Tells if the entry point runs several groups as one.
  GroupMerging merging() const { return merging_; }

  /// The sizes of groups as work-group functions see them. Merged groups are one long group along
  /// x: its size is neither the enqueued one nor bounded.
  KnownSizes ofGroups() const;

 private:
  Size enqueued_;
  uint64_t maxWorkGroupSize_;
  bool areUniform_;
  GroupMerging merging_;
};

}  // namespace compiler::passes
