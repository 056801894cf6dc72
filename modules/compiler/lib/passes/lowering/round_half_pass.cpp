#include "passes/lowering/round_half_pass.h"

#include "ir/mux_builtins.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Returns true for declarations of the three intrinsics for half.
bool roundsHalf(const Function &function) {
  const Intrinsic::ID id = function.getIntrinsicID();
  return (id == Intrinsic::rint || id == Intrinsic::lrint || id == Intrinsic::llrint) &&
         function.getArg(0)->getType()->getScalarType()->isHalfTy();
}

// The result of rint is a half, and of the others an integer.
void replace(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *rounded = builder.CreateUnaryIntrinsic(Intrinsic::roundeven, call.getArgOperand(0));
  const bool isInteger = call.getType()->isIntOrIntVectorTy();
  call.replaceAllUsesWith(isInteger ? builder.CreateFPToSI(rounded, call.getType()) : rounded);
  call.eraseFromParent();
}

}  // namespace

PreservedAnalyses RoundHalfPass::run(Module &module, ModuleAnalysisManager &) {
  bool changed = false;
  for (Function &function : module) {
    if (!roundsHalf(function)) {
      continue;
    }
    for (CallInst *call : directCalls(function)) {
      replace(*call);
      changed = true;
    }
  }
  if (!changed) {
    return PreservedAnalyses::all();
  }
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

}  // namespace compiler::passes
