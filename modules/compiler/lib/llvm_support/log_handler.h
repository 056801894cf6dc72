// Collects LLVM's diagnostics as lines of the build log, instead of LLVM's printing to stderr.
//
//   error: <message>
//   warning: <message>
//   remark: <message>            of Kiln's passes alone
#pragma once

#include <string>

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"

namespace compiler {

/// Replaces an LLVMContext's diagnostic handler between its construction and its destruction. Used
/// on the context's thread. Without it LLVM's default handler would print errors and exit the
/// process.
///
///   std::string log;
///   llvm::LLVMContext context;
///   const DiagnosticLog diagnostics(context, log);
///   … passes …
///   if (diagnostics.hasErrors()) { … }
class DiagnosticLog {
 public:
  /// `log` gets a line for each error, each warning, and each remark of Kiln's passes. Both
  /// arguments must outlive this object.
  DiagnosticLog(llvm::LLVMContext &context, std::string &log);
  /// Removes the handler: a diagnostic after it would end the process.
  ~DiagnosticLog();
  DiagnosticLog(const DiagnosticLog &) = delete;
  DiagnosticLog &operator=(const DiagnosticLog &) = delete;

  /// Returns true once an error was reported. Passes cannot return failures, so the caller asks
  /// after each pipeline. Warnings and remarks do not count.
  bool hasErrors() const { return hasErrors_; }
  /// Adds lines collected on another context, as of a code-generation partition.
  void add(const std::string &text, bool hasErrors);

 private:
  /// Writes LLVM's diagnostics into `log_`; the context owns it.
  class Handler;
  /// The context with the handler; must outlive this object.
  llvm::LLVMContext &context_;
  /// Receives the lines; must outlive this object.
  std::string &log_;
  /// Set by the handler; never cleared.
  bool hasErrors_ = false;
};

}  // namespace compiler
