// Work-items for baseline code
// ----------------------------
// Let a kernel have S instructions, and a work-item take at most W steps, counted with the rounds
// of loops and with calls. Optimised code takes fixed + S * perInstruction to compile, and baseline
// code W * perStep for a work-item. An eighth of the former divided by the latter is the number of
// work-items. More of them are better off with optimised code, which they may need several times.
//
//   kernel void k(global float *p) {           S = 13, W = 13 + 16 * 4 * 5
//     for (int i = 0; i < 16; ++i) {...}       trip count by scalar evolution: 16
//
// The constants were measured on Zen 4. Kernels of barriers and mathematics
// (test/compiler/growth/programs.py) take 0.12 ms for an instruction and 5 ms for any kernel, where
// baseline code takes 0.02 ms and 1 ms. Instructions of baseline code take 0.1 to 0.2 ns, and in
// loops up to 1.5 ns: the values of one round reach the next by memory.

#include "codegen/baseline_items.h"

#include <map>
#include <optional>

#include "ir/mux_builtins.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

namespace compiler {
namespace {

/// Steps of a work-item; nothing without a known bound. Saturated.
using Steps = std::optional<uint64_t>;

/// Nanoseconds to compile optimised code of any kernel, and for each of its instructions.
constexpr uint64_t fixedTime = 5'000'000;
constexpr uint64_t timePerInstruction = 120'000;
/// Steps of baseline code in a nanosecond, and of an instruction in a loop.
constexpr uint64_t stepsPerNanosecond = 4;
constexpr uint64_t stepsInLoop = 4;
/// Baseline code may run for one n-th of the compile time.
constexpr uint64_t part = 8;
/// Steps of one element of a function of the builtins library, and of a function of work-items.
constexpr uint64_t stepsOfBuiltin = 64;
constexpr uint64_t stepsOfMuxFunction = 8;
/// Bytes that a step copies.
constexpr uint64_t bytesPerStep = 8;

/// Returns the steps of a function without a body. The builtins library has loops over data of any
/// size in its copies alone. The functions that work-items perform together depend on their number,
/// and sub-groups may have another size in baseline code.
Steps stepsOfDeclared(const llvm::CallBase &call) {
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const llvm::Type *type = call.getType();
  const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const uint64_t elements = vector ? vector->getNumElements() : 1;
  if (name.starts_with(passes::muxPrefix)) {
    const bool isTogether =
        name.contains("sub_group") || (name.contains("work_group") && name != passes::muxBarrier);
    return isTogether ? Steps() : stepsOfMuxFunction;
  }
  const bool isBuiltin = name.starts_with("_Z") && !name.contains("async_work_group");
  return isBuiltin ? Steps(stepsOfBuiltin * elements) : std::nullopt;
}

/// Returns the steps of an intrinsic function: more than one for copies.
Steps stepsOfIntrinsic(const llvm::IntrinsicInst &call) {
  const auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call);
  if (!memory) {
    return 1;
  }
  const auto *length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
  return length ? Steps(1 + length->getLimitedValue() / bytesPerStep) : std::nullopt;
}

/// Counts the steps of functions, each once.
class StepCounter {
 public:
  explicit StepCounter(llvm::FunctionAnalysisManager &analyses) : analyses_(analyses) {}

  /// Returns the most steps of a call of the function, which has a body.
  Steps count(llvm::Function &function) {
    const auto [found, isNew] = counted_.try_emplace(&function);
    if (isNew) {
      const Steps steps = sumOfBlocks(function);
      counted_[&function] = steps;
      return steps;
    }
    // Nothing during the count: the function calls itself.
    return found->second;
  }

 private:
  /// Returns the rounds of all loops around a block, multiplied, and the cost of being in one.
  Steps roundsOf(const llvm::BasicBlock &block, llvm::Function &function) {
    const llvm::Loop *loop = analyses_.getResult<llvm::LoopAnalysis>(function).getLoopFor(&block);
    uint64_t rounds = loop ? stepsInLoop : 1;
    for (; loop; loop = loop->getParentLoop()) {
      auto &evolution = analyses_.getResult<llvm::ScalarEvolutionAnalysis>(function);
      const unsigned most = evolution.getSmallConstantMaxTripCount(loop);
      if (most == 0) {
        return std::nullopt;
      }
      rounds = llvm::SaturatingMultiply<uint64_t>(rounds, most);
    }
    return rounds;
  }

  /// Adds up the steps of all blocks, as if all were executed. Cycles without a header have no
  /// bound.
  Steps sumOfBlocks(llvm::Function &function) {
    const auto &loops = analyses_.getResult<llvm::LoopAnalysis>(function);
    const llvm::ReversePostOrderTraversal<const llvm::Function *> order(&function);
    if (llvm::containsIrreducibleCFG<const llvm::BasicBlock *>(order, loops)) {
      return std::nullopt;
    }
    uint64_t sum = 0;
    for (const llvm::BasicBlock &block : function) {
      const Steps rounds = roundsOf(block, function);
      const Steps steps = rounds ? stepsOf(block) : std::nullopt;
      if (!steps) {
        return std::nullopt;
      }
      sum = llvm::SaturatingMultiplyAdd(*rounds, *steps, sum);
    }
    return sum;
  }

  /// Adds up the steps of a block's instructions.
  Steps stepsOf(const llvm::BasicBlock &block) {
    uint64_t sum = block.size();
    for (const llvm::Instruction &instruction : block) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const Steps steps = call ? stepsOfCall(*call) : 0;
      if (!steps) {
        return std::nullopt;
      }
      sum = llvm::SaturatingAdd(sum, *steps);
    }
    return sum;
  }

  Steps stepsOfCall(const llvm::CallBase &call) {
    if (const auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
      return stepsOfIntrinsic(*intrinsic);
    }
    llvm::Function *callee = call.getCalledFunction();
    return !callee                   ? std::nullopt
           : callee->isDeclaration() ? stepsOfDeclared(call)
                                     : count(*callee);
  }

  llvm::FunctionAnalysisManager &analyses_;
  std::map<const llvm::Function *, Steps> counted_;
};

}  // namespace

void findBaselineItems(llvm::Module &module, llvm::FunctionAnalysisManager &analyses,
                       ProgramInfo &info) {
  StepCounter counter(analyses);
  for (KernelInfo &kernel : info.kernels) {
    llvm::Function *function = module.getFunction(kernel.name);
    if (!function || function->isDeclaration()) {
      continue;
    }
    if (const Steps steps = counter.count(*function)) {
      const uint64_t compiling = fixedTime + timePerInstruction * function->getInstructionCount();
      kernel.baselineItems = compiling / part * stepsPerNanosecond / std::max<uint64_t>(*steps, 1);
    }
  }
}

}  // namespace compiler
