// Defines the names, attributes and metadata by which kernel passes talk to each other.
//
// It also answers small questions about functions: is it a kernel, is a call a barrier.
//
// A kernel passes through these forms (doc/compiler-spec.md):
//
//   kernel                         "mux-kernel"="entry-point", one work-item
//   └ work-group function          for all work-items of the group, in one barrier region
//     └ work-item function         for one work-item; has vector variants
//
// The attributes below connect the functions of a kernel. They are strings, so they survive bitcode
// and show up in printed IR.
#pragma once

#include <cstdint>

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class AllocaInst;
class CallBase;
class CallInst;
class ConstantInt;
class Function;
class Instruction;
class Module;
class Twine;
class Type;
}  // namespace llvm

namespace compiler::passes {

/// Returns true for a defined function with "mux-kernel"="entry-point".
bool isKernel(const llvm::Function &function);
/// Returns the defined kernels in the module's order. The kernel table has the same order.
llvm::SmallVector<llvm::Function *> kernelsOf(llvm::Module &module);

/// The work-group barrier: void (i32 id, i32 scope, i32 semantics).
inline constexpr char barrierName[] = "__mux_work_group_barrier";
/// A memory fence: void (i32 scope, i32 semantics).
inline constexpr char fenceName[] = "__mux_mem_fence";
/// The address of the printf buffer, or null.
inline constexpr char printfBufferName[] = "__mux_get_printf_buffer";
/// Prefix of functions for the ranges of local and private memory. The results are the same for all
/// work-items of a launch on one worker.
inline constexpr char memoryRangePrefix[] = "__mux_get_memory_";

/// Returns true for a call of the work-group barrier.
bool isBarrier(const llvm::Instruction &instruction);
/// Returns the name of the function called directly, or an empty string.
llvm::StringRef calledName(const llvm::Instruction &instruction);

/// Helper functions, used by kernel passes between each other. None is left at the end.
/// * ptr addrspace(3) kiln.local_memory(i64 offset): an address in local memory.
/// * ptr kiln.item_frame(i64 prefix, i64 size): the work-item's slot in the frame
///   (barriers/work_item_frame.h).
/// * ptr kiln.fixed_frame(i64 offset): memory used by the work-items in turn.
/// * void kiln.set_work_item(i64 x, i64 y, i64 z, i64 linear): the code behind the call runs as
/// this
///   work-item.
inline constexpr char localMemoryName[] = "kiln.local_memory";
inline constexpr char itemFrameName[] = "kiln.item_frame";
inline constexpr char fixedFrameName[] = "kiln.fixed_frame";
inline constexpr char setWorkItemName[] = "kiln.set_work_item";
/// Each declares the helper of its name, without side effects but for set_work_item.
llvm::Function *declareLocalMemory(llvm::Module &module);
llvm::Function *declareWorkItemFrame(llvm::Module &module);
llvm::Function *declareFixedFrame(llvm::Module &module);
llvm::Function *declareSetWorkItem(llvm::Module &module);
/// Declares one of these, or another helper. It is marked as not throwing.
llvm::Function *declareHelper(llvm::Module &module, llvm::StringRef name, llvm::Type *result,
                              llvm::ArrayRef<llvm::Type *> parameters);
/// Declares a builtin like size_t __mux_get_local_size(i32), without side effects.
llvm::Function *declareWorkItemBuiltin(llvm::Module &module, llvm::StringRef name);

/// Marks a kernel whose body runs a whole work-group: its barriers are split, and it calls
/// work-group functions.
inline constexpr char groupScopeAttribute[] = "kiln-group-scope";
/// Marks a work-item function: a kernel's body, or one barrier region of it, for one work-item or
/// one SIMD group. Only work-group functions call it. It is inlined there once their loops are
/// built.
inline constexpr char workItemFunctionAttribute[] = "kiln-work-item-function";
/// Marks a work-item function for work-items separated at a barrier. Groups without such have
/// another one. A large one has no vectors.
inline constexpr char apartAttribute[] = "kiln-apart";
/// Marks a work-group function. It does for all work-items what one call of its work-item function
/// does for one, and returns the last call's result. Until the loops are built, its body is that
/// one call. Only the kernel calls it.
inline constexpr char workGroupFunctionAttribute[] = "kiln-work-group-function";
/// Marks a parameter of a work-item function: the address of a variable of the region dispatcher.
/// All work-items that store to it store the same value.
inline constexpr char dispatcherVariableAttribute[] = "kiln-dispatcher-variable";
/// On a work-item function: the name of its vector variant. A masked one (SimdGroup::masked) runs
/// whole and partial SIMD groups.
inline constexpr char vectorVariantAttribute[] = "kiln-vector-variant";
/// On a vector variant: the name of the variant for several SIMD groups at once
/// (vecz/unroll_and_jam/unroll_and_jam.h).
inline constexpr char unrolledVariantAttribute[] = "kiln-unrolled-variant";
/// On a vector variant: the name of the variant for partial SIMD groups (SimdGroup::masked).
inline constexpr char maskedVariantAttribute[] = "kiln-masked-variant";
/// On a vector variant: the name of the variant for SIMD groups of inner work-items
/// (ranges/inner_ranges.h). The unrolled variant, if any, is that one's.
inline constexpr char innerVariantAttribute[] = "kiln-inner-variant";
/// On a masked variant: the number of lanes from which it is faster than scalar code, in decimal.
inline constexpr char leastLanesAttribute[] = "kiln-least-lanes";
/// Marks a work-group-invariant kernel: neighbouring groups may run as one, to fill SIMD groups.
inline constexpr char mergeGroupsAttribute[] = "kiln-merge-groups";
/// Marks a kernel with the same results for any local size (mux_kernel_ignores_groups).
inline constexpr char ignoresGroupsAttribute[] = "kiln-ignores-groups";
/// As kiln-merge-groups, but only if the local size along x is 1.
inline constexpr char mergeSingleGroupsAttribute[] = "kiln-merge-single-groups";
/// Marks a kernel whose local, or private, memory is zero when a work-group starts.
inline constexpr char zeroLocalAttribute[] = "kiln-zero-local";
inline constexpr char zeroPrivateAttribute[] = "kiln-zero-private";
/// On a kernel: its name in the kernel table, where its symbol has to differ.
inline constexpr char kernelNameAttribute[] = "kiln-kernel-name";
/// On a call of inline assembly: the target of its text, a triple or the name of a processor.
inline constexpr char assemblyTargetAttribute[] = "kiln-asm-target";

/// Returns true for a call of inline assembly with a known target. Programs may have no other.
bool isKnownAssembly(const llvm::CallBase &call);

/// Makes a work-group function called `name` for a work-item function, with the same parameters.
llvm::Function *createWorkGroupFunction(llvm::Function &body, const llvm::Twine &name);
/// Returns the work-group functions that a kernel calls, each once, in the order of the first
/// calls.
llvm::SmallVector<llvm::Function *> calledWorkGroupFunctions(llvm::Function &kernel);
/// Returns all work-group functions whose loops are not built yet, in the module's order.
llvm::SmallVector<llvm::Function *> workGroupFunctionsOf(llvm::Module &module);
/// Returns the single call in a work-group function without loops.
llvm::CallInst &workItemFunctionCall(llvm::Function &workGroupFunction);

/// Returns the integer constant returned by every return of the function, or null if they differ.
llvm::ConstantInt *constantResult(const llvm::Function &function);

/// Stores integers as function metadata called `name`, in place of earlier ones. The names are
/// below.
void setProperties(llvm::Function &function, llvm::StringRef name, llvm::ArrayRef<uint64_t> values);
/// Returns the integers stored by setProperties(); empty without them.
llvm::SmallVector<uint64_t> properties(const llvm::Function &function, llvm::StringRef name);
/// FrameProperties: fixed size, item size, item multiple, alignment.
inline constexpr char frameProperties[] =
    "kiln.frame";  ///< fixed size, item size, item multiple, alignment
/// Bytes of local memory with static size.
inline constexpr char localSizeProperties[] = "kiln.local_size";
/// Offset and bytes of each range of local memory that is zero when a work-group starts.
inline constexpr char zeroedLocalProperties[] = "kiln.zeroed_local";
/// Bytes of private memory per work-item.
inline constexpr char privateSizeProperties[] = "kiln.private_size";
/// One mask of mux_kernel_flag_t.
inline constexpr char flagProperties[] = "kiln.flags";
inline constexpr char parameterProperties[] =
    "kiln.parameters";  // kind, alignment, offset, size, …
/// Width of the vector variant in lanes, and the dimension of its lanes (3: along the linear id).
inline constexpr char vectorProperties[] = "kiln.vector_width";
/// Bytes of the block of arguments.
inline constexpr char argumentsSizeProperties[] = "kiln.arguments_size";
/// The local size of all launches as enqueued, x, y and z; not there if it is unknown.
inline constexpr char enqueuedSizeProperties[] = "kiln.enqueued_local_size";
/// The local size, x, y and z, that the kernel was specialised for.
inline constexpr char specializedProperties[] = "kiln.specialized_local_size";

/// The frame of a kernel: memory for values and variables that live across barriers, in bytes.
///
/// Without any stored values, all defaults hold. The runtime multiplies the item size by the number
/// of work-items, rounded up to the item multiple.
struct FrameProperties {
  /// Bytes once per work-group.
  uint64_t fixedSize = 0;
  /// Bytes per work-item.
  uint64_t itemSize = 0;
  /// Work-items; slots are interleaved in units of a SIMD group.
  uint64_t itemMultiple = 1;
  /// Alignment of the frame's start, in bytes.
  uint64_t alignment = 1;
};
/// Returns the kernel's frame.
FrameProperties frameOf(const llvm::Function &kernel);
/// Stores the kernel's frame.
void setFrame(llvm::Function &kernel, const FrameProperties &frame);
/// Adds flags (mux_kernel_flag_t) to the kernel's; none is ever removed.
void addFlags(llvm::Function &kernel, uint64_t flags);
/// Returns true if the kernel has at least one of the flags (mux_kernel_flag_t).
bool hasFlags(const llvm::Function &kernel, uint64_t flags);

/// Bytes of private variables that may live on a worker's stack. A function with more has them in
/// the frame: stacks of workers are limited.
inline constexpr uint64_t maxPrivateBytesOnStack = 4096;
/// Returns the bytes of a variable on the stack; 0 if its size is not a compile-time constant.
uint64_t bytesOf(const llvm::AllocaInst &variable);
/// Returns the bytes of all private variables of the function, without callees.
uint64_t privateBytes(const llvm::Function &function);
/// Returns true if debug information describes a variable of the function (-g with
/// -cl-opt-disable).
bool describesVariables(const llvm::Function &function);

/// Calls `visit` for each direct or indirect call in the function. `visit` may erase the call.
void forEachCall(llvm::Function &function, llvm::function_ref<void(llvm::CallInst &)> visit);

/// Copies the string attributes for code generation (target-cpu and the like), but none of Kiln's
/// own.
void copyTargetAttributes(const llvm::Function &from, llvm::Function &to);

/// Removes attributes that may be false in a transformed body: memory effects, inlining, progress.
/// Called for functions that hold a kernel's body, or a region of it. With `keepNoAlias` parameters
/// stay noalias; false where pointers cross a barrier.
void retainValidAttributes(llvm::Function &function, bool keepNoAlias);

/// Returns the defined functions in post-order: callees before callers. finalize has rejected
/// recursion; within a cycle the order is arbitrary.
llvm::SmallVector<llvm::Function *> calleesFirst(llvm::Module &module);

}  // namespace compiler::passes
