#include "frontend/diagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "frontend/virtual_files.h"

namespace compiler::frontend {
namespace {

/// Returns true for a diagnostic in the target's own declarations.
bool isInDeclarations(const clang::Diagnostic &diagnostic) {
  if (!diagnostic.hasSourceManager() || !diagnostic.getLocation().isValid()) {
    return false;
  }
  const clang::SourceManager &sources = diagnostic.getSourceManager();
  return sources.getFilename(sources.getExpansionLoc(diagnostic.getLocation())) == declarationsFile;
}

}  // namespace

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
  targetIsWrong_ |= level >= clang::DiagnosticsEngine::Error && isInDeclarations(diagnostic);
  if (log_.size() > maximumLogSize && level < clang::DiagnosticsEngine::Error) {
    if (!truncated_) {
      log_ += "further warnings are left out\n";
      truncated_ = true;
    }
    return;
  }
  size_t start = log_.size();
  printer_.HandleDiagnostic(level, diagnostic);
  stream_.flush();
  shortenHeaderPaths(start);
}

// The user knows headers of clCompileProgram by their names, not by their paths in the virtual file
// system.
void LogDiagnostics::shortenHeaderPaths(size_t start) {
  const std::string folder = std::string(inputHeaderFolder) + "/";
  while ((start = log_.find(folder, start)) != std::string::npos) {
    log_.erase(start, folder.size());
  }
}

}  // namespace compiler::frontend
