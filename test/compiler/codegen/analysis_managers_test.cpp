#include "llvm_support/analysis_managers.h"

#include <gtest/gtest.h>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace compiler {
namespace {

/// Blocks of `length` multiplications each, one behind the other.
void addFunction(llvm::Module &module, int length, int blocks) {
  llvm::IRBuilder<> builder(module.getContext());
  auto *number = builder.getInt32Ty();
  auto *function = llvm::Function::Create(llvm::FunctionType::get(number, {number}, false),
                                          llvm::Function::ExternalLinkage, "f", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  llvm::Value *value = function->getArg(0);
  for (int block = 0; block < blocks; ++block) {
    for (int i = 0; i < length; ++i) {
      value = builder.CreateMul(value, function->getArg(0));
    }
    auto *next = llvm::BasicBlock::Create(module.getContext(), "", function);
    builder.CreateBr(next);
    builder.SetInsertPoint(next);
  }
  builder.CreateRet(value);
}

/// The passes of a pipeline run on a function.
std::vector<std::string> passesOn(int length, int blocks, const char *pipeline) {
  llvm::LLVMContext context;
  llvm::Module module("m", context);
  addFunction(module, length, blocks);
  std::vector<std::string> ran;
  llvm::PassInstrumentationCallbacks callbacks;
  callbacks.registerBeforeNonSkippedPassCallback([&](llvm::StringRef pass, const llvm::Any &unit) {
    if (llvm::any_cast<const llvm::Function *>(&unit)) {
      ran.push_back(pass.str());
    }
  });
  AnalysisManagers managers(nullptr, &callbacks);
  llvm::FunctionPassManager passes;
  EXPECT_FALSE(llvm::errorToBool(managers.builder.parsePassPipeline(passes, pipeline)));
  passes.run(*module.begin(), managers.functions);
  return ran;
}

using Names = std::vector<std::string>;

TEST(AnalysisManagers, SpareLongBlocksTheSearchForVectors) {
  const char *pipeline = "vector-combine,slp-vectorizer,reassociate";
  EXPECT_EQ(passesOn(100, 1, pipeline),
            (Names{"VectorCombinePass", "SLPVectorizerPass", "ReassociatePass"}));
  EXPECT_EQ(passesOn(20000, 1, pipeline), Names{"ReassociatePass"});
}

TEST(AnalysisManagers, SpareManyBlocksTheSearchAmongTheirConditions) {
  const char *pipeline = "instcombine,constraint-elimination,reassociate";
  EXPECT_EQ(passesOn(1, 400, pipeline),
            (Names{"InstCombinePass", "ConstraintEliminationPass", "ReassociatePass"}));
  EXPECT_EQ(passesOn(1, 900, pipeline), (Names{"InstCombinePass", "ReassociatePass"}));
  EXPECT_EQ(passesOn(1, 1100, pipeline), Names{"ReassociatePass"});
}

}  // namespace
}  // namespace compiler
