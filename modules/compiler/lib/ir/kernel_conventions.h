// Defines the names, attributes and metadata by which kernel passes talk to each other.
// Answers small questions about functions: is it a kernel, a barrier, a work-item builtin
// (doc/compiler-spec.md).
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

/// "mux-kernel"="entry-point".
bool isKernel(const llvm::Function &function);
/// In the order of the module, defined ones only.
llvm::SmallVector<llvm::Function *> kernelsOf(llvm::Module &module);

inline constexpr char barrierName[] = "__mux_work_group_barrier";
inline constexpr char fenceName[] = "__mux_mem_fence";
inline constexpr char printfBufferName[] = "__mux_get_printf_buffer";
/// Where local and private memory are: the same for all work-items of a launch on one worker.
inline constexpr char memoryRangePrefix[] = "__mux_get_memory_";

bool isBarrier(const llvm::Instruction &instruction);
/// The name of the function that it calls directly, or empty.
llvm::StringRef calledName(const llvm::Instruction &instruction);

/// Functions that only the kernel passes use, between each other. None is left at the end.
///   ptr addrspace(3) kiln.local_memory(i64 offset)
///   ptr kiln.item_frame(i64 prefix, i64 size)    the work-item's slot: see work_item_frame.h
///   ptr kiln.fixed_frame(i64 offset)             a place that the work-items use in turn
///   void kiln.set_work_item(i64 x, i64 y, i64 z, i64 linear)
///                                                what follows runs as this work-item
inline constexpr char localMemoryName[] = "kiln.local_memory";
inline constexpr char itemFrameName[] = "kiln.item_frame";
inline constexpr char fixedFrameName[] = "kiln.fixed_frame";
inline constexpr char setWorkItemName[] = "kiln.set_work_item";
llvm::Function *declareLocalMemory(llvm::Module &module);
llvm::Function *declareWorkItemFrame(llvm::Module &module);
llvm::Function *declareFixedFrame(llvm::Module &module);
llvm::Function *declareSetWorkItem(llvm::Module &module);
/// One of these, or another function that passes leave for each other. It does not throw.
llvm::Function *declareHelper(llvm::Module &module, llvm::StringRef name, llvm::Type *result,
                              llvm::ArrayRef<llvm::Type *> parameters);
/// size_t __mux_get_local_size(i32) and its like.
llvm::Function *declareWorkItemBuiltin(llvm::Module &module, llvm::StringRef name);

/// Marks a kernel whose body runs a whole work-group: its loops over work-items are there.
inline constexpr char groupScopeAttribute[] = "kiln-group-scope";
/// Marks a function that holds (part of) a kernel's body for one work-item, or for a SIMD group of
/// them. Only work-group functions call it; it is inlined there once their loops stand.
inline constexpr char workItemFunctionAttribute[] = "kiln-work-item-function";
/// Marks a work-group function: it does for all work-items of the group what one call of a
/// work-item function does for one, and returns what the last did. Until the loops are built it
/// consists of that one call. Only the kernel calls it.
inline constexpr char workGroupFunctionAttribute[] = "kiln-work-group-function";
/// Of a parameter of a work-item function: the address of a variable of the region dispatcher.
/// Work-items that store to it store the same.
inline constexpr char dispatcherVariableAttribute[] = "kiln-dispatcher-variable";
/// Of a work-item function: the name of its vector variant. If that is a masked one
/// (SimdGroup::masked), it runs whole SIMD groups and parts of them.
inline constexpr char vectorVariantAttribute[] = "kiln-vector-variant";
/// Of a vector variant: the name of one that runs several SIMD groups
/// (vecz/unroll_and_jam/unroll_and_jam.h).
inline constexpr char unrolledVariantAttribute[] = "kiln-unrolled-variant";
/// Of a vector variant: the name of the one for a part of a SIMD group (SimdGroup::masked).
inline constexpr char maskedVariantAttribute[] = "kiln-masked-variant";
/// Of a masked variant: from how many lanes on it is faster than work-items one by one.
inline constexpr char leastLanesAttribute[] = "kiln-least-lanes";
/// Marks a kernel to which it is all the same how work-items are grouped: neighbouring groups may
/// run as one.
inline constexpr char mergeGroupsAttribute[] = "kiln-merge-groups";
/// The same where the local size along x is 1.
inline constexpr char mergeSingleGroupsAttribute[] = "kiln-merge-single-groups";
/// Marks a kernel whose local or private memory is zero when a work-group starts.
inline constexpr char zeroLocalAttribute[] = "kiln-zero-local";
inline constexpr char zeroPrivateAttribute[] = "kiln-zero-private";
/// The kernel's name where its symbol has to have another one.
inline constexpr char kernelNameAttribute[] = "kiln-kernel-name";

/// Makes `name`(body's parameters), the work-group function of a work-item function.
llvm::Function *createWorkGroupFunction(llvm::Function &body, const llvm::Twine &name);
/// The work-group functions that a kernel calls, each once.
llvm::SmallVector<llvm::Function *> calledWorkGroupFunctions(llvm::Function &kernel);
/// All work-group functions that are not loops yet, in the order of the module.
llvm::SmallVector<llvm::Function *> workGroupFunctionsOf(llvm::Module &module);
/// The one call of such a function.
llvm::CallInst &workItemFunctionCall(llvm::Function &workGroupFunction);

/// What all calls of the function return, if it is one constant integer; else null.
llvm::ConstantInt *constantResult(const llvm::Function &function);

/// Integers kept as function metadata under one name; empty if there are none.
void setProperties(llvm::Function &function, llvm::StringRef name, llvm::ArrayRef<uint64_t> values);
llvm::SmallVector<uint64_t> properties(const llvm::Function &function, llvm::StringRef name);
inline constexpr char frameProperties[] = "kiln.frame";  // fixed, item, multiple, alignment
inline constexpr char localSizeProperties[] = "kiln.local_size";      // bytes
inline constexpr char privateSizeProperties[] = "kiln.private_size";  // bytes
inline constexpr char flagProperties[] = "kiln.flags";                // mux_kernel_flag_t
inline constexpr char parameterProperties[] =
    "kiln.parameters";                                           // kind, alignment, offset, size, …
inline constexpr char vectorProperties[] = "kiln.vector_width";  // width, dimension (3: linear)
inline constexpr char argumentsSizeProperties[] = "kiln.arguments_size";        // bytes
inline constexpr char specializedProperties[] = "kiln.specialized_local_size";  // x, y, z

/// Frame properties of a kernel, zero where it has none yet.
struct FrameProperties {
  uint64_t fixedSize = 0;
  uint64_t itemSize = 0;
  uint64_t itemMultiple = 1;
  uint64_t alignment = 1;
};
FrameProperties frameOf(const llvm::Function &kernel);
void setFrame(llvm::Function &kernel, const FrameProperties &frame);
void addFlags(llvm::Function &kernel, uint64_t flags);
/// Whether the kernel has one of the flags (mux_kernel_flag_t).
bool hasFlags(const llvm::Function &kernel, uint64_t flags);

/// The most bytes of private variables that a function keeps on the stack; more go to the frame.
inline constexpr uint64_t maxPrivateBytesOnStack = 4096;
/// Bytes of a variable on the stack; 0 if their number is not known when it is compiled.
uint64_t bytesOf(const llvm::AllocaInst &variable);
/// Bytes of the private variables in the function's own frame.
uint64_t privateBytes(const llvm::Function &function);
/// Whether debug information describes a variable of the function.
bool describesVariables(const llvm::Function &function);

/// Calls `visit` for each direct call in the function; it may erase the call.
void forEachCall(llvm::Function &function, llvm::function_ref<void(llvm::CallInst &)> visit);

/// Gives `to` the attributes that say how to generate code (target-cpu and its like).
void copyTargetAttributes(const llvm::Function &from, llvm::Function &to);

/// For a function that holds a kernel's body, or a part of it, in another form: keeps what
/// is still true of attributes. Properties about memory go, and noalias unless told otherwise.
void retainValidAttributes(llvm::Function &function, bool keepNoAlias);

/// A list of functions such that callees come before callers. Recursion was rejected by
/// finalize; in a cycle the order is any.
llvm::SmallVector<llvm::Function *> calleesFirst(llvm::Module &module);

}  // namespace compiler::passes
