// Declares and emits calls of the closed set of __mux_* functions (doc/compiler-spec.md).
//
// finalize replaces the builtins of OpenCL C and SPIR-V that depend on the work-item or synchronise
// by these. So all later passes know a short list of names, whatever the input language.
#pragma once

#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

/// Prefix of all of them; programs must not define such names.
inline constexpr llvm::StringLiteral muxPrefix = "__mux_";
/// The barriers of a work-group and of a sub-group, and the memory fence.
inline constexpr llvm::StringLiteral muxBarrier = "__mux_work_group_barrier";
inline constexpr llvm::StringLiteral muxSubGroupBarrier = "__mux_sub_group_barrier";
/// The memory fence.
inline constexpr llvm::StringLiteral muxFence = "__mux_mem_fence";
/// Questions asked by units of the builtins library, answered with constants when they are linked.
inline constexpr llvm::StringLiteral muxHasFma = "__mux_has_fma";
inline constexpr llvm::StringLiteral muxFiniteMath = "__mux_finite_math";
inline constexpr llvm::StringLiteral muxFlushesDenorms = "__mux_flushes_denorms";
/// Conversions between opaque types and their representation; lower-target-types replaces each call
/// by its argument. muxImageData gives the data of an image (mangled, one per type).
inline constexpr llvm::StringLiteral muxImageData = "__mux_image_data";
/// The word of a sampler.
inline constexpr llvm::StringLiteral muxSamplerWord = "__mux_sampler_word";
/// The sampler of a word.
inline constexpr llvm::StringLiteral muxSampler = "__mux_sampler";
/// Likewise for pipes to read and to write, and for reservations, in both directions.
inline constexpr llvm::StringLiteral muxPipeDataRead = "__mux_pipe_data_read";
inline constexpr llvm::StringLiteral muxPipeDataWrite = "__mux_pipe_data_write";
/// The pipes of such data.
inline constexpr llvm::StringLiteral muxPipeRead = "__mux_pipe_read";
inline constexpr llvm::StringLiteral muxPipeWrite = "__mux_pipe_write";
/// A pipe's reservation as a word, and back.
inline constexpr llvm::StringLiteral muxReserveWord = "__mux_reserve_word";
inline constexpr llvm::StringLiteral muxReserveId = "__mux_reserve_id";
/// The address of the printf buffer.
inline constexpr llvm::StringLiteral muxPrintfBuffer = "__mux_get_printf_buffer";

/// SPIR-V's encoding of scopes (SPIR-V 1.5 §3.27), as barriers and fences take it.
enum SpirvScope : uint32_t {
  /// memory_scope_all_devices.
  scopeCrossDevice = 0,
  /// memory_scope_device.
  scopeDevice = 1,
  scopeWorkGroup = 2,
  scopeSubGroup = 3,
  /// memory_scope_work_item.
  scopeInvocation = 4,
};
/// SPIR-V's encoding of memory semantics (SPIR-V 1.5 §3.25), a mask.
enum SpirvSemantics : uint32_t {
  semanticsAcquire = 0x2,
  semanticsRelease = 0x4,
  semanticsAcquireRelease = 0x8,
  semanticsSequentiallyConsistent = 0x10,
  /// CLK_LOCAL_MEM_FENCE.
  semanticsWorkGroupMemory = 0x100,
  /// CLK_GLOBAL_MEM_FENCE.
  semanticsCrossWorkGroupMemory = 0x200,
  /// CLK_IMAGE_MEM_FENCE.
  semanticsImageMemory = 0x800,
};

/// Returns the direct calls of a function, in the order in which a front end made them.
llvm::SmallVector<llvm::CallInst *> directCalls(llvm::Function &function);

/// Declares a function of the work-item alone: size_t or i32 `name`(i32 dimension), or `name`().
/// Equal calls of a work-item give equal values at any time, so it is speculatable and has no
/// memory effects.
llvm::Function *declareWorkItemBuiltin(llvm::Module &module, llvm::StringRef name,
                                       llvm::Type *result, bool takesDimension);
/// Declares the barriers: void (i32 id, i32 scope, i32 semantics), convergent.
llvm::Function *declareBarrier(llvm::Module &module);
llvm::Function *declareSubGroupBarrier(llvm::Module &module);
/// Declares the fence: void (i32 scope, i32 semantics).
llvm::Function *declareFence(llvm::Module &module);
/// Declares ptr addrspace(1) (): the address of the mux_printf_header_t, or null without printf.
llvm::Function *declarePrintfBuffer(llvm::Module &module);

}  // namespace compiler::passes
