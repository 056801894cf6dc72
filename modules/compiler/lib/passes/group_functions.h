// The __mux_* functions that the work-items of a group compute together (doc/compiler-spec.md):
// __mux_<group>_<kind>[_<operation>]_<type>.
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

enum class GroupFunctionKind : uint8_t {
  all,            ///< i1 (i1)
  any,            ///< i1 (i1)
  broadcast,      ///< T (T, index): the value of the work-item or lane of that number
  reduce,         ///< T (T)
  scanInclusive,  ///< T (T)
  scanExclusive,  ///< T (T)
};

struct GroupFunction {
  GroupFunctionKind kind;
  GroupOperation operation = GroupOperation::add;  ///< of reductions and scans

  /// All work-items get the same.
  bool isUniform() const {
    return kind != GroupFunctionKind::scanInclusive && kind != GroupFunctionKind::scanExclusive;
  }
};

inline constexpr llvm::StringLiteral workGroupPrefix = "__mux_work_group_";

/// `prefix` with the function's kind, operation and type.
std::string groupFunctionName(llvm::StringRef prefix, const GroupFunction &function,
                              llvm::Type *type);
/// The function of that name, or nothing if the name begins with something else.
std::optional<GroupFunction> parseGroupFunction(llvm::StringRef prefix, llvm::StringRef name);

/// The work-group function that is called, if it is one that the kernel pipeline has to define:
/// not a barrier, and not a function that the target defines.
std::optional<GroupFunction> workGroupFunction(const llvm::Instruction &instruction);
/// A barrier or a work-group function: all work-items of the group get here before one goes on.
bool isGroupSynchronisation(const llvm::Instruction &instruction);

/// The function's declaration: convergent, with the parameters of its kind.
llvm::Function *declareGroupFunction(llvm::Module &module, llvm::StringRef prefix,
                                     const GroupFunction &function, llvm::Type *type);

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
