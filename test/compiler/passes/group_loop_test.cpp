// Tests the loop over work-groups: it visits each group of its range once, in ascending order.

#include "passes/abi/group_loop.h"

#include <gtest/gtest.h>

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

namespace compiler::passes {
namespace {

/// Position and number of the groups of one iteration.
struct Visit {
  uint64_t x, y, z, count;
  bool operator==(const Visit &) const = default;
};

constexpr uint64_t grid[3] = {3, 2, 2};
constexpr uint64_t groups = 12;

/// The group with a linear number, by itself.
Visit groupAt(uint64_t linear) {
  return {linear % grid[0], linear / grid[0] % grid[1], linear / grid[0] / grid[1], 1};
}

/// A function with the loop, and an interpreter for it. The loop calls `visit(x, y, z, count)`.
class Walk {
 public:
  explicit Walk(bool merges) : module_("walk", context_) {
    llvm::IRBuilder<> builder(context_);
    llvm::Type *i64 = builder.getInt64Ty();
    const llvm::FunctionCallee visit =
        module_.getOrInsertFunction("visit", builder.getVoidTy(), i64, i64, i64, i64);
    function_ = llvm::Function::Create(
        llvm::FunctionType::get(builder.getVoidTy(), {i64, i64, i64, i64, i64}, false),
        llvm::GlobalValue::ExternalLinkage, "walk", module_);
    builder.SetInsertPoint(llvm::BasicBlock::Create(context_, "entry", function_));
    llvm::BasicBlock *done = llvm::BasicBlock::Create(context_, "done", function_);
    GroupLoop loop(
        builder, {.first = function_->getArg(0),
                  .last = function_->getArg(1),
                  .numGroups = {function_->getArg(2), function_->getArg(3), function_->getArg(4)}});
    llvm::Value *count = merges ? loop.groupsInRow() : builder.getInt64(1);
    builder.CreateCall(visit, {loop.id(0), loop.id(1), loop.id(2), count});
    loop.end(count, done);
    builder.SetInsertPoint(done);
    builder.CreateRetVoid();
    EXPECT_FALSE(llvm::verifyModule(module_, &llvm::errs()));
  }

  /// Runs the groups [first, last) of the grid.
  std::vector<Visit> run(uint64_t first, uint64_t last) {
    values_.clear();
    visits_.clear();
    const uint64_t arguments[] = {first, last, grid[0], grid[1], grid[2]};
    for (llvm::Argument &argument : function_->args()) {
      values_[&argument] =
          llvm::ConstantInt::get(argument.getType(), arguments[argument.getArgNo()]);
    }
    llvm::BasicBlock *before = nullptr;
    for (llvm::BasicBlock *block = &function_->getEntryBlock(); block;) {
      llvm::BasicBlock *next = runBlock(*block, before);
      before = block;
      block = next;
    }
    return visits_;
  }

 private:
  llvm::Constant *constant(llvm::Value *value) const {
    auto *known = llvm::dyn_cast<llvm::Constant>(value);
    return known ? known : values_.lookup(value);
  }
  uint64_t number(llvm::Value *value) const {
    return llvm::cast<llvm::ConstantInt>(constant(value))->getZExtValue();
  }

  /// Returns the next block, or null at the end.
  llvm::BasicBlock *runBlock(llvm::BasicBlock &block, llvm::BasicBlock *before) {
    llvm::DenseMap<llvm::Value *, llvm::Constant *> entered;
    for (llvm::PHINode &phi : block.phis()) {
      entered[&phi] = constant(phi.getIncomingValueForBlock(before));
    }
    for (auto [phi, value] : entered) {
      values_[phi] = value;
    }
    for (llvm::Instruction &instruction :
         llvm::make_range(block.getFirstNonPHIIt(), block.getTerminator()->getIterator())) {
      runInstruction(instruction);
    }
    llvm::Instruction *end = block.getTerminator();
    if (end->getNumSuccessors() == 0) {
      return nullptr;
    }
    const bool takesSecond = end->getNumSuccessors() == 2 && number(end->getOperand(0)) == 0;
    return end->getSuccessor(takesSecond ? 1 : 0);
  }

  void runInstruction(llvm::Instruction &instruction) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && !call->getCalledFunction()->isIntrinsic()) {
      visits_.push_back({number(call->getArgOperand(0)), number(call->getArgOperand(1)),
                         number(call->getArgOperand(2)), number(call->getArgOperand(3))});
      return;
    }
    llvm::SmallVector<llvm::Constant *> operands;
    for (llvm::Value *operand : instruction.operands()) {
      operands.push_back(constant(operand));
    }
    values_[&instruction] =
        llvm::ConstantFoldInstOperands(&instruction, operands, module_.getDataLayout());
    ASSERT_TRUE(values_[&instruction]);
  }

  llvm::LLVMContext context_;
  llvm::Module module_;
  llvm::Function *function_ = nullptr;
  llvm::DenseMap<llvm::Value *, llvm::Constant *> values_;
  std::vector<Visit> visits_;
};

TEST(GroupLoopTest, VisitsEachGroupOnceInOrder) {
  Walk walk(/*merges=*/false);
  for (uint64_t first = 0; first < groups; ++first) {
    for (uint64_t last = first + 1; last <= groups; ++last) {
      std::vector<Visit> expected;
      for (uint64_t linear = first; linear < last; ++linear) {
        expected.push_back(groupAt(linear));
      }
      EXPECT_EQ(walk.run(first, last), expected) << first << " to " << last;
    }
  }
}

TEST(GroupLoopTest, MergesNeighboursUpToTheEndOfTheRow) {
  Walk walk(/*merges=*/true);
  for (uint64_t first = 0; first < groups; ++first) {
    for (uint64_t last = first + 1; last <= groups; ++last) {
      std::vector<Visit> expected;
      for (uint64_t linear = first; linear < last; ++linear) {
        const Visit group = groupAt(linear);
        if (linear == first || group.x == 0) {
          expected.push_back(group);
        } else {
          ++expected.back().count;
        }
      }
      EXPECT_EQ(walk.run(first, last), expected) << first << " to " << last;
    }
  }
}

}  // namespace
}  // namespace compiler::passes
