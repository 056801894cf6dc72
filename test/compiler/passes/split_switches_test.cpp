// Tests split-switches: a large switch leads to the same targets through small ones.

#include "passes/lowering/split_switches_pass.h"

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler::passes {
namespace {

constexpr uint32_t otherwise = 99;

/// Case i has the value 7 i, and ends with i % 3 in the phi; all others with 99. The cases of one
/// remainder share a block.
std::string switchOf(unsigned cases) {
  std::string text = "define i32 @f(i32 %v) {\nentry:\n  switch i32 %v, label %join [\n";
  for (unsigned i = 0; i < cases; ++i) {
    const std::string target = i % 3 == 2 ? "join.two" : i % 3 == 1 ? "one" : "zero";
    text += "    i32 " + std::to_string(7 * i) + ", label %" + target + "\n";
  }
  return text +
         "  ]\n"
         "zero:\n  br label %join\n"
         "one:\n  br label %join\n"
         "join.two:\n  %two = phi i32 [ 2, %entry ]" +
         [&] {
           std::string more;
           for (unsigned i = 5; i < cases; i += 3) {
             more += ", [ 2, %entry ]";
           }
           return more;
         }() +
         "\n  br label %join\n"
         "join:\n  %r = phi i32 [ 99, %entry ], [ 0, %zero ], [ 1, %one ], [ %two, %join.two ]\n"
         "  ret i32 %r\n}\n";
}

/// Runs branches, comparisons with constants, switches and phis.
class Walk {
 public:
  Walk(llvm::Function &function, uint32_t argument) : argument_(argument) {
    const llvm::BasicBlock *block = &function.getEntryBlock();
    while (!llvm::isa<llvm::ReturnInst>(block->getTerminator())) {
      enter(*block);
      const llvm::BasicBlock *next = successor(*block->getTerminator());
      before_ = block;
      block = next;
    }
    enter(*block);
  }

  uint32_t result() const { return phi_; }

 private:
  void enter(const llvm::BasicBlock &block) {
    for (const llvm::PHINode &phi : block.phis()) {
      if (const auto *number =
              llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValueForBlock(before_))) {
        phi_ = static_cast<uint32_t>(number->getZExtValue());
      }
    }
  }
  const llvm::BasicBlock *successor(const llvm::Instruction &branch) const {
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&branch)) {
      auto *type = llvm::cast<llvm::IntegerType>(choice->getCondition()->getType());
      return choice->findCaseValue(llvm::ConstantInt::get(type, argument_))->getCaseSuccessor();
    }
    const auto &jump = llvm::cast<llvm::BranchInst>(branch);
    if (jump.isUnconditional()) {
      return jump.getSuccessor(0);
    }
    const auto &compare = llvm::cast<llvm::ICmpInst>(*jump.getCondition());
    EXPECT_EQ(compare.getPredicate(), llvm::CmpInst::ICMP_ULT);
    const auto &limit = llvm::cast<llvm::ConstantInt>(*compare.getOperand(1));
    return jump.getSuccessor(argument_ < limit.getZExtValue() ? 0 : 1);
  }

  const uint32_t argument_;
  const llvm::BasicBlock *before_ = nullptr;
  uint32_t phi_ = 0;
};

/// Runs the pass and returns the number of switches; none may be large.
unsigned splitSwitches(llvm::Function &function) {
  llvm::FunctionAnalysisManager analyses;
  SplitSwitchesPass().run(function, analyses);
  EXPECT_FALSE(llvm::verifyFunction(function, &llvm::errs()));
  unsigned switches = 0;
  for (const llvm::BasicBlock &block : function) {
    if (const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
      EXPECT_LE(choice->getNumCases(), 256U);
      ++switches;
    }
  }
  return switches;
}

void expectSameWays(unsigned cases, unsigned switches) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseAssemblyString(switchOf(cases), error, context);
  ASSERT_TRUE(module) << error.getMessage().str();
  llvm::Function &function = *module->getFunction("f");
  EXPECT_EQ(splitSwitches(function), switches);
  for (unsigned i = 0; i < cases; ++i) {
    EXPECT_EQ(Walk(function, 7 * i).result(), i % 3) << i;
    EXPECT_EQ(Walk(function, 7 * i + 1).result(), otherwise) << i;
  }
  EXPECT_EQ(Walk(function, ~0U).result(), otherwise);
}

TEST(SplitSwitchesTest, SmallOnesStay) {
  expectSameWays(256, 1);
}
TEST(SplitSwitchesTest, LargeOnesAreTrees) {
  expectSameWays(257, 2);
  expectSameWays(1000, 4);
}

}  // namespace
}  // namespace compiler::passes
