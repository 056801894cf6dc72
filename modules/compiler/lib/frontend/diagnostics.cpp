#include "frontend/diagnostics.h"

namespace compiler::frontend {

void LogDiagnostics::BeginSourceFile(const clang::LangOptions &language,
                                     const clang::Preprocessor *preprocessor) {
  printer_.BeginSourceFile(language, preprocessor);
}

void LogDiagnostics::EndSourceFile() {
  printer_.EndSourceFile();
}

void LogDiagnostics::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                      const clang::Diagnostic &diagnostic) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  stream_.flush();
  if (log_.size() > maximumLogSize && level < clang::DiagnosticsEngine::Error) {
    if (!truncated_) {
      log_ += "further warnings are left out\n";
      truncated_ = true;
    }
    return;
  }
  printer_.HandleDiagnostic(level, diagnostic);
  stream_.flush();
}

}  // namespace compiler::frontend
