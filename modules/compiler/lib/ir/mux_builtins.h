// Declares and emits calls of the closed set of __mux_* functions (doc/compiler-spec.md).
#pragma once

#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

inline constexpr llvm::StringLiteral muxPrefix = "__mux_";
inline constexpr llvm::StringLiteral muxBarrier = "__mux_work_group_barrier";
inline constexpr llvm::StringLiteral muxSubGroupBarrier = "__mux_sub_group_barrier";
inline constexpr llvm::StringLiteral muxFence = "__mux_mem_fence";
/// Asked by units of the builtins library, answered when they are linked.
inline constexpr llvm::StringLiteral muxHasFma = "__mux_has_fma";
inline constexpr llvm::StringLiteral muxFiniteMath = "__mux_finite_math";
inline constexpr llvm::StringLiteral muxFlushesDenorms = "__mux_flushes_denorms";
/// What stands for an image (mangled, one for each type) and for a sampler, and the sampler that a
/// word stands for; lower-target-types puts the argument in the place of the call.
inline constexpr llvm::StringLiteral muxImageData = "__mux_image_data";
inline constexpr llvm::StringLiteral muxSamplerWord = "__mux_sampler_word";
inline constexpr llvm::StringLiteral muxSampler = "__mux_sampler";
/// Likewise of pipes, to read and to write, and of reservations, each to and fro.
inline constexpr llvm::StringLiteral muxPipeDataRead = "__mux_pipe_data_read";
inline constexpr llvm::StringLiteral muxPipeDataWrite = "__mux_pipe_data_write";
inline constexpr llvm::StringLiteral muxPipeRead = "__mux_pipe_read";
inline constexpr llvm::StringLiteral muxPipeWrite = "__mux_pipe_write";
inline constexpr llvm::StringLiteral muxReserveWord = "__mux_reserve_word";
inline constexpr llvm::StringLiteral muxReserveId = "__mux_reserve_id";
inline constexpr llvm::StringLiteral muxPrintfBuffer = "__mux_get_printf_buffer";

/// SPIR-V's encodings, of which barriers and fences take a scope and semantics.
enum SpirvScope : uint32_t {
  scopeCrossDevice = 0,
  scopeDevice = 1,
  scopeWorkGroup = 2,
  scopeSubGroup = 3,
  scopeInvocation = 4,
};
enum SpirvSemantics : uint32_t {
  semanticsAcquire = 0x2,
  semanticsRelease = 0x4,
  semanticsAcquireRelease = 0x8,
  semanticsSequentiallyConsistent = 0x10,
  semanticsWorkGroupMemory = 0x100,
  semanticsCrossWorkGroupMemory = 0x200,
  semanticsImageMemory = 0x800,
};

/// The calls of a function, in the order in which a front end has made them.
llvm::SmallVector<llvm::CallInst *> directCalls(llvm::Function &function);

/// A value that depends on the work-item alone: size_t or i32 `name`(i32 dimension) or
/// `name`(). Declares it at the first use.
llvm::Function *declareWorkItemBuiltin(llvm::Module &module, llvm::StringRef name,
                                       llvm::Type *result, bool takesDimension);
/// void(i32 id, i32 scope, i32 semantics), convergent.
llvm::Function *declareBarrier(llvm::Module &module);
llvm::Function *declareSubGroupBarrier(llvm::Module &module);
/// void(i32 scope, i32 semantics).
llvm::Function *declareFence(llvm::Module &module);
/// ptr addrspace(1)(): the address of the mux_printf_header_t, or null.
llvm::Function *declarePrintfBuffer(llvm::Module &module);

}  // namespace compiler::passes
