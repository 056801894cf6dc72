// Translates barriers and memory fences (SPIR-V 1.5 §3.32.20) to OpenCL C builtins.
//
// OpControlBarrier becomes work_group_barrier or sub_group_barrier (OpenCL C 3.0 §6.15.8),
// OpMemoryBarrier atomic_work_item_fence. The passes of finalize recognise these calls and split
// kernels at them. The two halves of SPV_INTEL_split_barrier call intel_work_group_barrier_arrive
// and _wait.
//
// For example, barrier(CLK_LOCAL_MEM_FENCE) of OpenCL C:
//
//   OpControlBarrier %workgroup %workgroup %sequentiallyConsistentWorkgroupMemory
//   call void @_Z18work_group_barrierj12memory_scope(i32 1, i32 1)
//
// The first argument has the flags of the memory semantics, the second the memory scope
// (translator/scopes.h). A barrier must be reached by all work-items of its group, so the call is
// convergent: LLVM must not move it into a branch.
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/scopes.h"

namespace spirv_ll {
namespace {

/// Operands: the scope of execution, the scope of memory, the semantics.
void translateControlBarrier(Translator &translator, const Instruction &instruction) {
  const auto scope = executionScope(translator, instruction.operand(0),
                                    {spv::Scope::Workgroup, spv::Scope::Subgroup});
  llvm::Value *memoryScope = openclScope(translator, instruction.operand(1));
  llvm::Value *flags = openclFenceFlags(translator, instruction.operand(2));
  if (translator.failed()) {
    return;
  }
  const char *name = *scope == spv::Scope::Subgroup ? "_Z17sub_group_barrierj12memory_scope"
                                                    : "_Z18work_group_barrierj12memory_scope";
  if (auto *call =
          callBuiltin(translator, name, translator.builder().getVoidTy(), {flags, memoryScope})) {
    call->setConvergent();
  }
}

/// Translates one half of a split barrier (cl_intel_split_work_group_barrier).
/// Work between the two halves overlaps with the wait. Passes lower the arrival to a fence, and the
/// wait to the barrier.
template <bool isArrival>
void translateHalf(Translator &translator, const Instruction &instruction) {
  executionScope(translator, instruction.operand(0), {spv::Scope::Workgroup});
  llvm::Value *memoryScope = openclScope(translator, instruction.operand(1));
  llvm::Value *flags = openclFenceFlags(translator, instruction.operand(2));
  if (!translator.failed()) {
    callBuiltin(translator,
                isArrival ? "_Z31intel_work_group_barrier_arrivej12memory_scope"
                          : "_Z29intel_work_group_barrier_waitj12memory_scope",
                translator.builder().getVoidTy(), {flags, memoryScope});
  }
}

/// Operands: scope, semantics. Order and flags both come from the semantics (SPIR-V 1.6 §3.25).
void translateMemoryBarrier(Translator &translator, const Instruction &instruction) {
  llvm::Value *scope = openclScope(translator, instruction.operand(0));
  llvm::Value *order = openclOrder(translator, instruction.operand(1));
  llvm::Value *flags = openclFenceFlags(translator, instruction.operand(1));
  if (!translator.failed()) {
    callBuiltin(translator, "_Z22atomic_work_item_fencej12memory_order12memory_scope",
                translator.builder().getVoidTy(), {flags, order, scope});
  }
}

/// Named barriers of some sub-groups are refused (coverage/kernel_capabilities.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpControlBarrier, translateControlBarrier},
    {spv::Op::OpControlBarrierArriveINTEL, translateHalf<true>},
    {spv::Op::OpControlBarrierWaitINTEL, translateHalf<false>},
    {spv::Op::OpMemoryBarrier, translateMemoryBarrier},
};

}  // namespace

HandlerTable barrierHandlers() {
  return rows;
}

}  // namespace spirv_ll
