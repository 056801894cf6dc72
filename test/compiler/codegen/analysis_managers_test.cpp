#include "llvm_support/analysis_managers.h"

#include <gtest/gtest.h>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace compiler {
namespace {

/// One block of `length` multiplications.
void addFunction(llvm::Module &module, int length) {
  llvm::IRBuilder<> builder(module.getContext());
  auto *number = builder.getInt32Ty();
  auto *function = llvm::Function::Create(llvm::FunctionType::get(number, {number}, false),
                                          llvm::Function::ExternalLinkage, "f", module);
  builder.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", function));
  llvm::Value *value = function->getArg(0);
  for (int i = 0; i < length; ++i) {
    value = builder.CreateMul(value, function->getArg(0));
  }
  builder.CreateRet(value);
}

/// The passes of a pipeline run on a function of one block.
std::vector<std::string> passesOn(int length, const char *pipeline) {
  llvm::LLVMContext context;
  llvm::Module module("m", context);
  addFunction(module, length);
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
  EXPECT_EQ(passesOn(100, pipeline),
            (Names{"VectorCombinePass", "SLPVectorizerPass", "ReassociatePass"}));
  EXPECT_EQ(passesOn(20000, pipeline), Names{"ReassociatePass"});
}

}  // namespace
}  // namespace compiler
