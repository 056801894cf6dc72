// Converts SPIR-V scopes and memory semantics to the arguments of OpenCL C's builtins.
//
// Scopes (SPIR-V 1.6 §3.27) and memory semantics (§3.25) are ids of 32-bit values, normally
// constants. A memory scope or semantics known only at run time becomes a chain of selects. A scope
// of execution decides which function is called, so it has to be constant.
#pragma once

#include <initializer_list>
#include <optional>

#include "translator/translator.h"

namespace spirv_ll {

/// The scope of execution of an instruction. Nothing, and an error, if it is not constant or not
/// one of those permitted.
std::optional<spv::Scope> executionScope(Translator &translator, uint32_t scopeId,
                                         std::initializer_list<spv::Scope> permitted);

/// LLVM's atomic ordering for memory semantics; sequentially consistent if they are not constant.
/// An unknown value has to be safe for every order, and LLVM wants the order at compile time.
llvm::AtomicOrdering orderingOf(Translator &translator, uint32_t semanticsId);

/// The memory_scope of OpenCL C (OpenCL C 3.0 §6.15.12.4) for a scope, as an i32. Zero and an
/// error if the operand is not 32 bits wide; the same holds below.
/// SPIR-V numbers scopes from the widest to the narrowest: cross-device 0, device 1, work-group 2,
/// sub-group 3, work-item 4.
llvm::Value *openclScope(Translator &translator, uint32_t scopeId);
/// The cl_mem_fence_flags (OpenCL C 3.0 §6.15.8) for the storage classes in memory semantics.
/// Without a storage class the flags are 0.
llvm::Value *openclFenceFlags(Translator &translator, uint32_t semanticsId);
/// The memory_order (OpenCL C 3.0 §6.15.12.3) for memory semantics.
llvm::Value *openclOrder(Translator &translator, uint32_t semanticsId);

}  // namespace spirv_ll
