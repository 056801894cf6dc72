// Widens loads from small tables at divergent indices to loads of the tables and permutations.
#pragma once

#include "vecz/analysis/linear_address.h"
#include "vecz/memory/access_plan.h"

namespace compiler::vecz {

/// A load from the elements of a table, at an address common to all lanes. The bits of the index
/// say how many elements these are: 4 for t[x & 3].
struct SmallTable {
  /// Its terms are uniform (parts of the table's address), or sum up to the index. Scales of the
  /// latter are positive multiples of an element.
  LinearAddress address;
  llvm::FixedVectorType *part;  ///< the elements that one instruction permutes
  unsigned entries;             ///< elements of the table, a power of 2
  unsigned parts;               ///< parts of the table; at most 4

  /// The cost of a load for `width` lanes, in reciprocal throughput.
  llvm::InstructionCost cost(unsigned width, const llvm::TargetTransformInfo &target) const;
};

/// Recognises a load from a small table, for SIMD groups of `width` lanes; nothing if the target
/// does not permute vectors of such elements, or if the table is larger than four vectors.
std::optional<SmallTable> smallTableOf(const llvm::LoadInst &load, unsigned width,
                                       llvm::function_ref<Shape(const llvm::Value *)> shapeOf,
                                       const llvm::TargetTransformInfo &target);

/// Claims loads from small tables. Such tables are everywhere in decompression, quantisation and
/// colour codes.
///
/// The whole table is loaded, also elements that no lane asks for. Some lane is active, and its
/// element lies in the table; so the table may be read if it lies in one page of memory. If not,
/// the elements are gathered.
class SmallTables : public AccessPlanner {
 public:
  /// `emitter` has to outlive the object.
  explicit SmallTables(MemoryEmitter &emitter);

  std::optional<AccessPlan> plan(llvm::Instruction &access) override;

 private:
  /// The load of all lanes' elements.
  llvm::Value *load(const Access &access, const llvm::Value *pointer, const SmallTable &table);
  /// The address of the table's first element.
  llvm::Value *base(const SmallTable &table);
  /// The number of each lane's element, in integers of the elements' size; below `entries`.
  llvm::Value *numbers(const SmallTable &table);
  /// The lanes' elements, if the table may be read as a whole.
  llvm::Value *permuted(const Access &access, const SmallTable &table, llvm::Value *base);

  LaneValues &values_;
  MemoryEmitter &emitter_;
  const bool isOn_;  ///< the step "permute-small-tables"
};

}  // namespace compiler::vecz
