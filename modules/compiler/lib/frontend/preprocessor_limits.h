// Limits the work of macros and #include, before the parser sees a token.
//
// A short source can cause unbounded work inside of the preprocessor, out of sight of TokenLimits.
// There are three ways: macros whose arguments double at each nested call, macros whose arguments
// expand one another recursively, and files that include themselves several times. Clang's
// callbacks count them. A callback cannot stop an expansion, but it can leave nothing to do: it
// empties arguments, undefines macros, and marks files as read.
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

/// Characters of an #if or #elif with its continuation lines. It protects the stack: evaluating a
/// condition takes 1 KB per token.
inline constexpr size_t maximumConditionSize = 64'000;
/// Tokens that macros make of one condition.
inline constexpr uint64_t maximumConditionTokens = 32'000;
/// Upper bound of the tokens made by macro expansion in a translation unit.
inline constexpr uint64_t maximumExpandedTokens = 20'000'000;
/// Macro expansions before the next token reaches the parser. They may be nested, with 4 KB of
/// stack each.
inline constexpr uint32_t maximumPendingExpansions = 10'000;
/// #include directives of a translation unit.
inline constexpr uint32_t maximumIncludes = 20'000;

/// Returns false if `text` has an #if or #elif longer than maximumConditionSize. Checked on the raw
/// text, because Clang collects a condition before any callback runs. Comments, literals and
/// continued lines are understood; in doubt a directive counts as a condition.
bool conditionsAreShort(std::string_view text);

/// The callbacks of one preprocessor, which owns them. `report` must outlive it.
class PreprocessorLimits : public clang::PPCallbacks {
 public:
  PreprocessorLimits(clang::Preprocessor &preprocessor, LimitReport &report)
      : preprocessor_(preprocessor), report_(report) {}

  /// Called for each token that reaches the parser: no expansion is then under way.
  void tokenDelivered() {
    pendingExpansions_ = 0;
    conditionTokens_ = 0;
  }

  /// Called before Clang expands a macro. Beyond a limit the expansion is emptied.
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange range, const clang::MacroArgs *arguments) override;
  /// Called for each #include. Beyond the limit the file is marked as read, so it is not entered.
  void InclusionDirective(clang::SourceLocation hash, const clang::Token &includeToken,
                          llvm::StringRef fileName, bool isAngled,
                          clang::CharSourceRange fileNameRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef searchPath, llvm::StringRef relativePath,
                          const clang::Module *suggestedModule, bool moduleImported,
                          clang::SrcMgr::CharacteristicKind fileType) override;

 private:
  /// Returns an upper bound of the tokens of one expansion.
  uint64_t expandedTokens(const clang::MacroInfo &macro, const clang::MacroArgs *arguments);
  /// Returns an upper bound of the tokens that an argument expands to, itself counted once.
  uint64_t weigh(const clang::Token *argument);
  /// Reports the first count above its limit.
  void checkCounts(clang::SourceLocation location);
  /// Undefines all macros and empties the arguments, so that the expansion ends at once.
  void stopExpansion(const clang::MacroArgs *arguments);

  /// The owner; outlives this object.
  clang::Preprocessor &preprocessor_;
  /// Shared with TokenLimits: whichever reaches a limit first reports it.
  LimitReport &report_;
  /// Bound of the tokens expanded so far in the translation unit.
  uint64_t expandedTokens_ = 0;
  /// Tokens that macros made of the current #if.
  uint64_t conditionTokens_ = 0;
  /// Expansions since the last token that reached the parser.
  uint32_t pendingExpansions_ = 0;
  /// #include directives so far.
  uint32_t includes_ = 0;
};

}  // namespace compiler::frontend
