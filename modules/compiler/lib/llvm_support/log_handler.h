// LLVM's diagnostics as text in the build log. Nothing is printed.
#pragma once

#include <string>

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"

namespace compiler {

/// Collects what is reported on an LLVMContext between its construction and destruction.
class DiagnosticLog {
 public:
  /// `log` gets a line for each error, warning and remark of Kiln's passes.
  DiagnosticLog(llvm::LLVMContext &context, std::string &log);
  ~DiagnosticLog();
  DiagnosticLog(const DiagnosticLog &) = delete;
  DiagnosticLog &operator=(const DiagnosticLog &) = delete;

  bool hasErrors() const { return hasErrors_; }
  /// What was collected elsewhere.
  void add(const std::string &text, bool hasErrors);

 private:
  class Handler;
  llvm::LLVMContext &context_;
  std::string &log_;
  bool hasErrors_ = false;
};

}  // namespace compiler
