// Describes the __mux_* collective functions of work-groups and sub-groups.
//
// Reductions, scans, broadcasts, shuffles and votes combine values of all work-items of a group.
//
// Names have the form __mux_<group>_<kind>[_<operation>]_<type> (doc/compiler-spec.md). finalize
// maps the builtins of OpenCL C and SPIR-V to them; the barrier passes and the vectoriser implement
// them. For example, `__mux_work_group_reduce_add_i32` is work_group_reduce_add of an int.
//
// OpenCL C 3.0 §6.15.16 defines the functions of work-groups.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Loop;
class Module;
}  // namespace llvm

namespace compiler::passes {

/// The operation that combines two values. It is treated as associative and commutative,
/// floating-point sums included: the specification leaves the order open.
enum class GroupOperation : uint8_t {
  add,
  mul,
  smin,
  umin,
  smax,
  umax,
  fadd,
  fmul,
  fmin,
  fmax,
  bitAnd,
  bitOr,
  bitXor,
};

/// The work-items combined by a function.
enum class GroupLevel : uint8_t { workGroup, subGroup };

/// The kinds, with the function's type in LLVM's notation.
enum class GroupFunctionKind : uint8_t {
  /// i1 (i1): the logical and over the group.
  all,
  /// i1 (i1): the logical or over the group.
  any,
  /// T (T, N): the value of the work-item with this number, the same in all work-items. N is size_t
  /// for the work-group and i32 for sub-groups.
  broadcast,
  /// T (T, i32): of sub-groups only; each work-item names the source of its value.
  shuffle,
  /// i32 (i1): of sub-groups only; one bit per work-item.
  ballot,
  /// T (T): the combination over the group.
  reduce,
  /// T (T, i32): of sub-groups only; the combination over the cluster of the work-item. The number
  /// is the work-items of a cluster, a power of 2 and the same in all of them.
  clusteredReduce,
  /// T (T): the combination over the work-items up to this one.
  scanInclusive,
  /// T (T): the combination over the work-items before this one.
  scanExclusive,
};

/// A collective function, apart from the type of its values.
struct GroupFunction {
  /// The group whose work-items take part.
  GroupLevel level;
  GroupFunctionKind kind;
  /// The operation of a reduction or scan; unused by other kinds.
  GroupOperation operation = GroupOperation::add;

  /// Returns true if there is a second argument: a work-item's number, or the size of a cluster.
  bool takesNumber() const {
    return kind == GroupFunctionKind::broadcast || kind == GroupFunctionKind::shuffle ||
           kind == GroupFunctionKind::clusteredReduce;
  }
  /// Returns true if this argument is a size_t, otherwise it is an i32.
  bool takesSize() const {
    return kind == GroupFunctionKind::broadcast && level == GroupLevel::workGroup;
  }
  /// Returns true if all work-items of the work-group get the same result.
  bool isUniform() const {
    return level == GroupLevel::workGroup && kind != GroupFunctionKind::scanInclusive &&
           kind != GroupFunctionKind::scanExclusive;
  }
};

/// Name of the function metadata with the sub-group size in work-items, on kernels that use
/// sub-groups (setProperties() in kernel_conventions.h).
inline constexpr char subGroupProperties[] = "kiln.sub_group_size";
/// Returns the work-items of a sub-group; 0 if the kernel uses no sub-groups.
unsigned subGroupSizeOf(const llvm::Function &kernel);

/// Returns the function's name for values of `type`; votes have no type in their names.
std::string groupFunctionName(const GroupFunction &function, llvm::Type *type);
/// Returns the function with this name, or nothing for other names.
std::optional<GroupFunction> parseGroupFunction(llvm::StringRef name);

/// Returns the collective function called by the instruction, if the pipeline has to define it.
/// Nothing for barriers, and for functions that a target defines itself.
std::optional<GroupFunction> groupFunction(const llvm::Instruction &instruction);
/// Returns true for barriers and collective functions: all work-items of the group reach them
/// before one goes on.
bool isGroupSynchronisation(const llvm::Instruction &instruction);
/// Returns true if the code of the function itself or of the loop has one.
bool hasGroupSynchronisation(const llvm::Function &function);
bool hasGroupSynchronisation(const llvm::Loop &loop);
/// Likewise, of sub-groups only.
bool isSubGroupSynchronisation(const llvm::Instruction &instruction);

/// Functions that only the kernel passes use, i32 (i32 size): the sub-group's number in its
/// work-group, and the work-item's number in its sub-group. `size` is the work-items of a
/// sub-group, a power of 2 and a constant.
inline constexpr char subGroupIdName[] = "kiln.sub_group_id";
inline constexpr char subGroupLocalIdName[] = "kiln.sub_group_local_id";
/// Declares one of the two, without side effects.
llvm::Function *declareSubGroupIdFunction(llvm::Module &module, llvm::StringRef name);
/// Returns the size in a call of one of the two; 0 for other instructions.
unsigned sizeOfSubGroupId(const llvm::Instruction &instruction);
/// Returns the size in the first such call of the function; 0 without one. A kernel has one size.
unsigned sizeOfSubGroupIds(const llvm::Function &function);

/// Declares the function for values of `type`: convergent, with the parameters of its kind.
llvm::Function *declareGroupFunction(llvm::Module &module, const GroupFunction &function,
                                     llvm::Type *type);

/// Emits `a operation b`, for scalars or vectors.
llvm::Value *combine(llvm::IRBuilderBase &builder, GroupOperation operation, llvm::Value *a,
                     llvm::Value *b);
/// Returns the neutral element of the operation; for a vector type a splat. Inactive lanes get it.
llvm::Constant *identity(GroupOperation operation, llvm::Type *type);
/// Emits the reduction of a fixed vector to a scalar. Floating-point sums may be reassociated.
llvm::Value *combineElements(llvm::IRBuilderBase &builder, GroupOperation operation,
                             llvm::Value *vector);
/// Emits the inclusive scan of a fixed vector: element i becomes the combination of elements 0 to
/// i. The number of elements is a power of 2.
llvm::Value *scanElements(llvm::IRBuilderBase &builder, GroupOperation operation,
                          llvm::Value *vector);
/// Emits a reduction in each cluster of elements: element i becomes the combination of its cluster.
/// `sizes` are the elements of a cluster as a vector of i32; they and the number of elements are
/// powers of 2.
llvm::Value *combineClusters(llvm::IRBuilderBase &builder, GroupOperation operation,
                             llvm::Value *vector, llvm::Value *sizes);
/// Emits a shift by one element: element i becomes element i - 1, and element 0 the last of
/// `before`. Turns an inclusive scan into an exclusive one.
llvm::Value *shiftElementsUp(llvm::IRBuilderBase &builder, llvm::Value *before,
                             llvm::Value *vector);

}  // namespace compiler::passes
