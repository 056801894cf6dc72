// Limits on what macros and #include may do before the parser sees a token.
//
// Three ways lead from a short source to unbounded work inside of the preprocessor, out of
// sight of TokenLimits: macros whose arguments double at each nested call, macros whose
// arguments expand one another recursively, and files that include themselves several times.
// They are counted in callbacks. A callback cannot stop an expansion, but it can leave it
// nothing to do: arguments are emptied, macros are undefined, files are marked as read.
#pragma once

#include <cstdint>
#include <string_view>

#include "clang/Lex/PPCallbacks.h"

namespace clang {
class MacroInfo;
class Preprocessor;
}  // namespace clang

namespace compiler::frontend {

class LimitReport;

/// Characters of an #if or #elif with its continuation lines, and tokens that macros make of
/// it. Both are for the stack: evaluating takes 1 KB for a token.
inline constexpr size_t maximumConditionSize = 64'000;
inline constexpr uint64_t maximumConditionTokens = 32'000;
/// Tokens that macro expansion makes in a translation unit, as an upper bound.
inline constexpr uint64_t maximumExpandedTokens = 20'000'000;
/// Macro expansions before a token reaches the parser: they may be nested, at 4 KB of stack.
inline constexpr uint32_t maximumPendingExpansions = 10'000;
inline constexpr uint32_t maximumIncludes = 20'000;

/// False if `text` has an #if or #elif longer than maximumConditionSize.
bool conditionsAreShort(std::string_view text);

/// Owned by the preprocessor; `report` must outlive it.
class PreprocessorLimits : public clang::PPCallbacks {
 public:
  PreprocessorLimits(clang::Preprocessor &preprocessor, LimitReport &report)
      : preprocessor_(preprocessor), report_(report) {}

  /// A token has reached the parser: no expansion is under way.
  void tokenDelivered() {
    pendingExpansions_ = 0;
    conditionTokens_ = 0;
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange range, const clang::MacroArgs *arguments) override;
  void InclusionDirective(clang::SourceLocation hash, const clang::Token &includeToken,
                          llvm::StringRef fileName, bool isAngled,
                          clang::CharSourceRange fileNameRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef searchPath, llvm::StringRef relativePath,
                          const clang::Module *suggestedModule, bool moduleImported,
                          clang::SrcMgr::CharacteristicKind fileType) override;

 private:
  uint64_t expandedTokens(const clang::MacroInfo &macro, const clang::MacroArgs *arguments);
  uint64_t weigh(const clang::Token *argument);
  void checkCounts(clang::SourceLocation location);
  void stopExpansion(const clang::MacroArgs *arguments);

  clang::Preprocessor &preprocessor_;
  LimitReport &report_;
  uint64_t expandedTokens_ = 0;
  uint64_t conditionTokens_ = 0;
  uint32_t pendingExpansions_ = 0;
  uint32_t includes_ = 0;
};

}  // namespace compiler::frontend
