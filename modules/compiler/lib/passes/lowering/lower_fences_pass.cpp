#include "passes/lowering/lower_fences_pass.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/Constants.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// SPIR-V 1.5 §3.25 (Memory Semantics) and §3.27 (Scope).
constexpr uint64_t scopeInvocation = 4;
constexpr uint64_t semanticsAcquire = 0x2;
constexpr uint64_t semanticsRelease = 0x4;
constexpr uint64_t semanticsAcquireRelease = 0x8;
constexpr uint64_t semanticsSequential = 0x10;
constexpr uint64_t semanticsOrders =
    semanticsAcquire | semanticsRelease | semanticsAcquireRelease | semanticsSequential;
constexpr uint64_t semanticsWorkgroupMemory = 0x100;
constexpr uint64_t semanticsOtherMemory = 0x40 | 0x80 | 0x200 | 0x400 | 0x800;

// The ordering of the semantics' order bits. At least one has to be set.
AtomicOrdering ordering(uint64_t semantics) {
  if (semantics & semanticsSequential) {
    return AtomicOrdering::SequentiallyConsistent;
  }
  bool acquire = semantics & (semanticsAcquire | semanticsAcquireRelease);
  bool release = semantics & (semanticsRelease | semanticsAcquireRelease);
  if (acquire && release) {
    return AtomicOrdering::AcquireRelease;
  }
  return acquire ? AtomicOrdering::Acquire : AtomicOrdering::Release;
}

}  // namespace

void emitFence(IRBuilderBase &builder, Value *scope, Value *semantics, bool atBarrier) {
  auto *scopeValue = dyn_cast<ConstantInt>(scope);
  auto *semanticsValue = dyn_cast<ConstantInt>(semantics);
  // Operands unknown at compile time count as the strongest.
  uint64_t bits =
      semanticsValue ? semanticsValue->getZExtValue() : semanticsSequential | semanticsOtherMemory;
  if ((scopeValue && scopeValue->getZExtValue() == scopeInvocation) || !(bits & semanticsOrders)) {
    return;
  }
  bool localOnly = (bits & semanticsWorkgroupMemory) && !(bits & semanticsOtherMemory);
  if (localOnly && atBarrier) {
    return;
  }
  AtomicOrdering order = ordering(bits);
  if (atBarrier && order == AtomicOrdering::SequentiallyConsistent) {
    order = AtomicOrdering::AcquireRelease;
  }
  builder.CreateFence(order, localOnly ? SyncScope::SingleThread : SyncScope::System);
}

PreservedAnalyses LowerFencesPass::run(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  forEachCall(function, [&](CallInst &call) {
    if (calledName(call) != fenceName) {
      return;
    }
    IRBuilder<> builder(&call);
    emitFence(builder, call.getArgOperand(0), call.getArgOperand(1), /*atBarrier=*/false);
    call.eraseFromParent();
    changed = true;
  });
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
