// Clang's diagnostics as text in the build log.
#pragma once

#include <string>

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::frontend {

/// Formats as Clang does on a terminal without colours. Once the log is longer than
/// maximumLogSize, warnings and notes are left out.
class LogDiagnostics : public clang::DiagnosticConsumer {
 public:
  LogDiagnostics(std::string &log, clang::DiagnosticOptions &options)
      : log_(log), stream_(log), printer_(stream_, options) {}

  void BeginSourceFile(const clang::LangOptions &language,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

  /// There was an error in DeviceProperties::declarations.
  bool targetIsWrong() const { return targetIsWrong_; }

 private:
  void shortenHeaderPaths(size_t start);

  static constexpr size_t maximumLogSize = size_t{256} << 10;

  std::string &log_;
  llvm::raw_string_ostream stream_;
  clang::TextDiagnosticPrinter printer_;
  bool truncated_ = false;
  bool targetIsWrong_ = false;
};

}  // namespace compiler::frontend
