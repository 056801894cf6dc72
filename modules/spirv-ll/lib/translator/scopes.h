// Scopes and memory semantics, which SPIR-V gives as values.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// LLVM's ordering for the memory semantics of an atomic; sequentially consistent where they are
/// not a constant.
llvm::AtomicOrdering orderingOf(Translator &translator, uint32_t semanticsId);

/// memory_scope of OpenCL C (an i32) for a scope.
llvm::Value *openclScope(Translator &translator, uint32_t scopeId);
/// cl_mem_fence_flags for memory semantics.
llvm::Value *openclFenceFlags(Translator &translator, uint32_t semanticsId);
/// memory_order for memory semantics.
llvm::Value *openclOrder(Translator &translator, uint32_t semanticsId);

}  // namespace spirv_ll
