// Describes the __mux_* collective functions: reductions, scans, broadcasts, shuffles and votes of
// a work-group or sub-group.
// Names have the form __mux_<group>_<kind>[_<operation>]_<type> (doc/compiler-spec.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class CallInst;
class Instruction;
class Module;
}  // namespace llvm

namespace compiler::passes {

/// What combines two values; the order in which several are combined is any.
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

enum class GroupLevel : uint8_t { workGroup, subGroup };

enum class GroupFunctionKind : uint8_t {
  all,            ///< i1 (i1)
  any,            ///< i1 (i1)
  broadcast,      ///< T (T, size_t): the value of the work-item of that number
  shuffle,        ///< T (T, i32): in sub-groups only, a broadcast of a number for each work-item
  ballot,         ///< i32 (i1): in sub-groups only, a bit for each work-item
  reduce,         ///< T (T)
  scanInclusive,  ///< T (T)
  scanExclusive,  ///< T (T)
};

struct GroupFunction {
  GroupLevel level;
  GroupFunctionKind kind;
  GroupOperation operation = GroupOperation::add;  ///< of reductions and scans

  bool takesNumber() const {
    return kind == GroupFunctionKind::broadcast || kind == GroupFunctionKind::shuffle;
  }
  /// All work-items of the work-group get the same.
  bool isUniform() const {
    return level == GroupLevel::workGroup && kind != GroupFunctionKind::scanInclusive &&
           kind != GroupFunctionKind::scanExclusive;
  }
};

/// Of a kernel that uses sub-groups (kernel_conventions.h): their work-items.
inline constexpr char subGroupProperties[] = "kiln.sub_group_size";

/// For values of `type`.
std::string groupFunctionName(const GroupFunction &function, llvm::Type *type);
/// The function of that name, or nothing if it is none of these.
std::optional<GroupFunction> parseGroupFunction(llvm::StringRef name);

/// The function that is called, if it is one that the kernel pipeline has to define: not a
/// barrier, and not a function that the target defines.
std::optional<GroupFunction> groupFunction(const llvm::Instruction &instruction);
/// A barrier or group function: all work-items of the group get here before one goes on.
bool isGroupSynchronisation(const llvm::Instruction &instruction);
/// The same of sub-groups.
bool isSubGroupSynchronisation(const llvm::Instruction &instruction);

/// Where a work-item is in its sub-group, and its sub-group in the group, as functions that only
/// the kernel passes use: i32 (i32 size), of sub-groups of that size, a power of 2.
inline constexpr char subGroupIdName[] = "kiln.sub_group_id";
inline constexpr char subGroupLocalIdName[] = "kiln.sub_group_local_id";
llvm::Function *declareSubGroupIdFunction(llvm::Module &module, llvm::StringRef name);
/// The size of such a call; 0 of others.
unsigned sizeOfSubGroupId(const llvm::Instruction &instruction);
/// The size of the sub-groups whose ids the function's own instructions ask for; 0 if for none.
unsigned sizeOfSubGroupIds(const llvm::Function &function);

/// The function's declaration: convergent, with the parameters of its kind.
llvm::Function *declareGroupFunction(llvm::Module &module, const GroupFunction &function,
                                     llvm::Type *type);

/// Of scalars or vectors.
llvm::Value *combine(llvm::IRBuilderBase &builder, GroupOperation operation, llvm::Value *a,
                     llvm::Value *b);
/// What changes no value that it is combined with; of a vector type a splat.
llvm::Constant *identity(GroupOperation operation, llvm::Type *type);
/// All elements of a vector of a fixed size in one.
llvm::Value *combineElements(llvm::IRBuilderBase &builder, GroupOperation operation,
                             llvm::Value *vector);
/// Element i becomes elements 0 to i in one, of a vector of a power of 2.
llvm::Value *scanElements(llvm::IRBuilderBase &builder, GroupOperation operation,
                          llvm::Value *vector);
/// Element i becomes element i - 1, and element 0 the last one of `before`.
llvm::Value *shiftElementsUp(llvm::IRBuilderBase &builder, llvm::Value *before,
                             llvm::Value *vector);

}  // namespace compiler::passes
