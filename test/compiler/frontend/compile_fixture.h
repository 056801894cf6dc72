// Compiles a source for a device of the test's choice.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>

#include "frontend/frontend.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace compiler::frontend {

class CompileTest : public testing::Test {
 protected:
  /// True if `source` compiles; module, log and error are set.
  bool compile(std::string_view source, std::string_view optionText = "") {
    log.clear();
    auto options = parseBuildOptions(optionText, OptionsMode::build, log);
    if (!options) {
      ADD_FAILURE() << log;
      return false;
    }
    auto result = compileOpenCLC(context, source, headers, *options, properties, log, dependencies);
    if (!result) {
      error = result.error().code;
      return false;
    }
    module = std::move(*result);
    return true;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  DeviceProperties properties;
  std::vector<InputHeader> headers;
  std::string log;
  Dependencies dependencies;
  Error error = Error::invalidValue;
};

}  // namespace compiler::frontend
