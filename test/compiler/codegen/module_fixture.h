// Modules of LLVM from text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler {

struct ModuleFixture : testing::Test {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;

  llvm::Module &parse(const std::string &text) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return *module;
  }
};

inline bool isDefined(const llvm::Module &module, llvm::StringRef name) {
  const llvm::GlobalValue *value = module.getNamedValue(name);
  return value && !value->isDeclaration();
}

}  // namespace compiler
