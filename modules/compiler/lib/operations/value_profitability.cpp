// Profitability of argument values
// --------------------------------
// Kernels are often written for any radius of a stencil, degree of a polynomial or number of
// dimensions, and launched with one. If the number is known at compile time, the loop over it is
// unrolled, its addresses become constant offsets, and the arrays indexed by it become registers. A
// division by a known number becomes a multiplication.
//
// The analysis is a forward data flow over def-use chains, one per kernel parameter:
//
//   kernel void f(global float *p, int radius) {     radius
//     for (int i = -radius; i <= radius; ++i)   ->    icmp of the loop's only exit: ifSmall
//     ... x / radius ...                        ->    divisor: always
//
// A value reaches its users through arithmetic, calls of defined functions (argument to parameter,
// return value to call) and calls without memory access. It ends at memory: loads, stores and
// atomics are not followed. Three results, in rising order: `none`; `ifSmall`, the value ends a
// loop, so a small one may let it be unrolled; `always`, the value divides, so any one pays.
//
// Invariants: each value is visited once per parameter (seen_), so the time is linear in the number
// of uses. The module is not changed.
//
// The idea is partial evaluation's binding-time analysis, cut down to two uses.

#include "operations/value_profitability.h"

#include <algorithm>
#include <map>
#include <memory>

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace compiler {
namespace {

/// Width of the widest integers in SpecializationOptions::values.
constexpr unsigned maxBits = 64;

/// Loop information of the functions met, computed on demand and shared by all parameters.
class LoopsOfFunctions {
 public:
  /// Returns true if the block is the only exit of its innermost loop. The condition of such a
  /// block bounds the trip count. A loop with an early exit has no known trip count, and is rarely
  /// unrolled.
  bool endsLoop(const llvm::BasicBlock &block) {
    Analyses &found = functions_[block.getParent()];
    if (!found.loops) {
      // The analyses take a non-const function and do not change it.
      auto &function = const_cast<llvm::Function &>(*block.getParent());
      found.dominators = std::make_unique<llvm::DominatorTree>(function);
      found.loops = std::make_unique<llvm::LoopInfo>(*found.dominators);
    }
    const llvm::Loop *loop = found.loops->getLoopFor(&block);
    return loop && loop->getExitingBlock() == &block;
  }

 private:
  /// The two analyses of one function; null until they are needed.
  struct Analyses {
    std::unique_ptr<llvm::DominatorTree> dominators;
    std::unique_ptr<llvm::LoopInfo> loops;
  };
  std::map<const llvm::Function *, Analyses> functions_;
};

/// Returns true for integer divisions and remainders.
bool isDivision(const llvm::Instruction &instruction) {
  return llvm::is_contained({llvm::Instruction::UDiv, llvm::Instruction::SDiv,
                             llvm::Instruction::URem, llvm::Instruction::SRem},
                            instruction.getOpcode());
}

/// Follows one kernel parameter through the program. One object per parameter.
class ValueFlow {
 public:
  explicit ValueFlow(LoopsOfFunctions &loops) : loops_(loops) {}

  /// Returns the best use of the parameter's value.
  ValueProfitability follow(const llvm::Argument &parameter) {
    kernel_ = parameter.getParent();
    add(&parameter);
    while (!open_.empty()) {
      for (const llvm::Use &use : open_.pop_back_val()->uses()) {
        visit(use);
      }
    }
    return profitability_;
  }

 private:
  /// Returns true if the value is computed from the kernel's parameters and constants alone,
  /// through at most six operations. All work-items then have the same divisor. A divisor that
  /// depends on the work-item's id would stay a division in the specialised code.
  bool isOfParameters(const llvm::Value *value, unsigned depth = 0) const {
    constexpr unsigned maxDepth = 6;
    if (const auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
      return argument->getParent() == kernel_ || ofParameters_.contains(argument);
    }
    if (llvm::isa<llvm::Constant>(value)) {
      return true;
    }
    const bool isArithmetic = llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst,
                                        llvm::CmpInst, llvm::FreezeInst, llvm::InsertElementInst,
                                        llvm::ShuffleVectorInst, llvm::IntrinsicInst>(value);
    return isArithmetic && depth < maxDepth &&
           llvm::all_of(
               llvm::cast<llvm::Instruction>(value)->operands(),
               [&](const llvm::Use &use) { return isOfParameters(use.get(), depth + 1); });
  }

  /// Queues an integer value, unless it was seen.
  void add(const llvm::Value *value) {
    if (value->getType()->isIntOrIntVectorTy() && seen_.insert(value).second) {
      open_.push_back(value);
    }
  }

  /// Judges one use and queues the user's own value.
  void visit(const llvm::Use &use) {
    const auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user) {
      return;
    }
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      visitCall(*call, use);
    } else if (llvm::isa<llvm::ReturnInst>(user)) {
      visitReturn(*user->getFunction());
    } else if (user->isTerminator()) {
      raise(loops_.endsLoop(*user->getParent()) ? ValueProfitability::ifSmall
                                                : ValueProfitability::none);
    } else {
      if (isDivision(*user) && use.getOperandNo() == 1 && isOfParameters(use.get())) {
        raise(ValueProfitability::always);
      }
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
              user)) {
        add(user);
      }
    }
  }

  /// Goes on in a defined callee's parameter, or behind a call without memory access. A parameter
  /// whose argument is uniform counts as a kernel parameter in isOfParameters().
  void visitCall(const llvm::CallBase &call, const llvm::Use &use) {
    const llvm::Function *callee = call.getCalledFunction();
    if (!callee || !call.isArgOperand(&use)) {
      return;
    }
    if (callee->isDeclaration()) {
      if (call.doesNotAccessMemory()) {
        add(&call);
      }
    } else if (call.getArgOperandNo(&use) < callee->arg_size()) {
      const llvm::Argument *parameter = callee->getArg(call.getArgOperandNo(&use));
      if (isOfParameters(use.get())) {
        ofParameters_.insert(parameter);
      }
      add(parameter);
    }
  }

  /// Goes on at all calls of the function.
  void visitReturn(const llvm::Function &function) {
    for (const llvm::User *user : function.users()) {
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
        add(call);
      }
    }
  }

  /// Keeps the better of two results.
  void raise(ValueProfitability profitability) {
    profitability_ = std::max(profitability_, profitability);
  }

  LoopsOfFunctions &loops_;
  const llvm::Function *kernel_ = nullptr;
  llvm::SmallPtrSet<const llvm::Argument *, 8> ofParameters_;  ///< uniform parameters of callees
  ValueProfitability profitability_ = ValueProfitability::none;
  llvm::SmallPtrSet<const llvm::Value *, 32> seen_;
  llvm::SmallVector<const llvm::Value *> open_;
};

}  // namespace

void findValueProfitability(const llvm::Module &module, ProgramInfo &info) {
  LoopsOfFunctions loops;
  for (KernelInfo &kernel : info.kernels) {
    const llvm::Function *function = module.getFunction(kernel.name);
    if (!function || function->arg_size() != kernel.arguments.size()) {
      continue;
    }
    for (const llvm::Argument &parameter : function->args()) {
      if (parameter.getType()->isIntegerTy() &&
          parameter.getType()->getIntegerBitWidth() <= maxBits) {
        kernel.arguments[parameter.getArgNo()].valueProfitability =
            ValueFlow(loops).follow(parameter);
      }
    }
  }
}

}  // namespace compiler
