// Writes Clang's diagnostics into the build log.
//
// Clang's own printer writes to a stream; this consumer limits the log's size, shortens the paths
// of virtual headers, and notices errors of the target's declarations.
#pragma once

#include <string>

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::frontend {

/// A consumer that formats diagnostics as Clang does on a terminal without colours. Once the log is
/// longer than maximumLogSize, warnings and notes are left out: a generated program can have a
/// million of them. Used by one compilation on one thread.
class LogDiagnostics : public clang::DiagnosticConsumer {
 public:
  /// `log` and `options` must outlive this object.
  LogDiagnostics(std::string &log, clang::DiagnosticOptions &options)
      : log_(log), stream_(log), printer_(stream_, options) {}

  /// Forwards to Clang's printer: it needs the language's options to print types.
  void BeginSourceFile(const clang::LangOptions &language,
                       const clang::Preprocessor *preprocessor) override;
  /// Forwards to Clang's printer, like BeginSourceFile().
  void EndSourceFile() override;
  /// Appends one diagnostic with its source line.
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

  /// Returns true after an error in DeviceProperties::declarations. The program is then not to
  /// blame.
  bool targetIsWrong() const { return targetIsWrong_; }

 private:
  /// Removes the virtual folder of input headers from the log's text behind `start`.
  void shortenHeaderPaths(size_t start);

  static constexpr size_t maximumLogSize = size_t{256} << 10;  ///< bytes

  /// The build log, shared with other writers.
  std::string &log_;
  /// Unbuffered view of the log for Clang's printer.
  llvm::raw_string_ostream stream_;
  /// Formats a diagnostic with its source line and a caret.
  clang::TextDiagnosticPrinter printer_;
  bool truncated_ = false;  ///< the line about left out warnings was written
  /// See targetIsWrong().
  bool targetIsWrong_ = false;
};

}  // namespace compiler::frontend
