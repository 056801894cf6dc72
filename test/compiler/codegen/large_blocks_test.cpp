#include "codegen/large_blocks.h"

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Pass.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler {
namespace {

/// A function with a loop of one block with `size` instructions, behind a block with as many.
std::string function(unsigned size) {
  std::string text = "define i32 @f(i32 %x, i1 %c) {\nentry:\n  %a0 = add i32 %x, 1\n";
  for (unsigned step = 1; step < size; ++step) {
    if (step == 100) {
      text += "  %variable = alloca i32\n";
    }
    const std::string number = std::to_string(step);
    text += "  %a" + number + " = add i32 %a" + std::to_string(step - 1) + ", " + number + "\n";
  }
  const std::string last = std::to_string(size - 1);
  text += "  br label %loop\nloop:\n  %b0 = phi i32 [ %a" + last + ", %entry ], [ %b" + last +
          ", %loop ]\n";
  for (unsigned step = 1; step < size; ++step) {
    const std::string number = std::to_string(step);
    text += "  %b" + number + " = mul i32 %b" + std::to_string(step - 1) + ", " + number + "\n";
  }
  return text + "  br i1 %c, label %loop, label %end\nend:\n  ret i32 %b" + last + "\n}\n";
}

struct LargeBlocksTest : testing::Test {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;

  void parse(unsigned size) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(function(size), error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
  }

  bool run(BlockPlace place) {
    llvm::legacy::PassManager passes;
    passes.add(createSplitLargeBlocksPass(place));
    const bool changed = passes.run(*module);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return changed;
  }

  bool split(unsigned size) {
    parse(size);
    return run(BlockPlace::behindPreparation);
  }

  long blocksWithAddress() const {
    return llvm::count_if(*module->getFunction("f"),
                          [](const llvm::BasicBlock &block) { return block.hasAddressTaken(); });
  }
};

TEST_F(LargeBlocksTest, BecomeSeveral) {
  EXPECT_TRUE(split(5 * maxBlockSize));
  EXPECT_FALSE(hasLargeBlocks(*module));
  size_t instructions = 0;
  for (const llvm::BasicBlock &block : *module->getFunction("f")) {
    instructions += block.size();
    EXPECT_TRUE(block.isEntryBlock() || block.size() <= maxBlockSize + 2) << block.size();
    for (const llvm::Instruction &instruction : block) {
      EXPECT_TRUE(!llvm::isa<llvm::AllocaInst>(instruction) || block.isEntryBlock());
    }
  }
  EXPECT_GT(instructions, 10 * maxBlockSize);
}

TEST_F(LargeBlocksTest, AreLargeOnlyBeyondTwoOfTheOthers) {
  EXPECT_FALSE(split(2 * maxBlockSize - 2));
  EXPECT_EQ(module->getFunction("f")->size(), 3u);
  EXPECT_TRUE(split(2 * maxBlockSize + 1));
  EXPECT_EQ(module->getFunction("f")->size(), 5u);
}

// CodeGenPrepare does not join blocks with an address.
TEST_F(LargeBlocksTest, HaveAddressesUntilBehindPreparation) {
  parse(5 * maxBlockSize);
  EXPECT_TRUE(run(BlockPlace::beforePreparation));
  EXPECT_FALSE(hasLargeBlocks(*module));
  const size_t blocks = module->getFunction("f")->size();
  EXPECT_EQ(blocksWithAddress(), static_cast<long>(blocks) - 3);
  EXPECT_FALSE(run(BlockPlace::behindPreparation));
  EXPECT_EQ(module->getFunction("f")->size(), blocks);
  EXPECT_EQ(blocksWithAddress(), 0);
}

}  // namespace
}  // namespace compiler
