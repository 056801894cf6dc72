// Gains of values
// ---------------
// A window's radius, a polynomial's degree, the number of a cluster's dimensions: kernels are
// written for any, and run with one. What a loop over it costs goes if the number is known: the
// loop is unrolled, its addresses become offsets, arrays that it indexes become registers. And a
// division by a number that is known is a multiplication. So integers are followed from a kernel's
// parameters through arithmetic and calls to where loops end, and to divisors.
#include "steps/value_profitability.h"

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

constexpr unsigned maxBits = 64;

/// The loops of functions, found when they are asked for.
class LoopsOfFunctions {
 public:
  /// Whether a loop ends here and nowhere else: one that may be left earlier says nothing of its
  /// rounds, and is seldom unrolled to advantage.
  bool endsLoop(const llvm::BasicBlock &block) {
    Analyses &found = functions_[block.getParent()];
    if (!found.loops) {
      // Neither of them changes it.
      auto &function = const_cast<llvm::Function &>(*block.getParent());
      found.dominators = std::make_unique<llvm::DominatorTree>(function);
      found.loops = std::make_unique<llvm::LoopInfo>(*found.dominators);
    }
    const llvm::Loop *loop = found.loops->getLoopFor(&block);
    return loop && loop->getExitingBlock() == &block;
  }

 private:
  struct Analyses {
    std::unique_ptr<llvm::DominatorTree> dominators;
    std::unique_ptr<llvm::LoopInfo> loops;
  };
  std::map<const llvm::Function *, Analyses> functions_;
};

bool isDivision(const llvm::Instruction &instruction) {
  return llvm::is_contained({llvm::Instruction::UDiv, llvm::Instruction::SDiv,
                             llvm::Instruction::URem, llvm::Instruction::SRem},
                            instruction.getOpcode());
}

/// The way of one parameter through the program.
class ValueFlow {
 public:
  explicit ValueFlow(LoopsOfFunctions &loops) : loops_(loops) {}

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
  /// Whether it is computed from the kernel's parameters and constants alone: work-items agree on
  /// it.
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

  void add(const llvm::Value *value) {
    if (value->getType()->isIntOrIntVectorTy() && seen_.insert(value).second) {
      open_.push_back(value);
    }
  }

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

  void visitReturn(const llvm::Function &function) {
    for (const llvm::User *user : function.users()) {
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
        add(call);
      }
    }
  }

  void raise(ValueProfitability profitability) {
    profitability_ = std::max(profitability_, profitability);
  }

  LoopsOfFunctions &loops_;
  const llvm::Function *kernel_ = nullptr;
  llvm::SmallPtrSet<const llvm::Argument *, 8> ofParameters_;  // of functions that it calls
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
