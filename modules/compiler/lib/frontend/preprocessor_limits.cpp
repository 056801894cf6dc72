// Upper bounds for macro expansion
// --------------------------------
// The dangerous case is nesting: with `#define D(x) x x`, the call D(D(D(D(a)))) makes 16 tokens of
// one, and 30 levels make a billion. Clang expands the inner calls on its own, before a callback
// could stop it. So the callback for the outermost call bounds the size in advance: weigh()
// multiplies along the nested calls in the argument.
//
//   D(D(a b))     outer call: 2 * (2 * 2) tokens of `a b`, plus the macros' own
//
// The raw text's conditions are limited separately (conditionsAreShort): Clang reads a whole #if
// into memory and evaluates it recursively.

#include "frontend/preprocessor_limits.h"

#include <algorithm>
#include <vector>

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/MacroArgs.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "frontend/limits.h"

namespace compiler::frontend {
namespace {

namespace tok = clang::tok;

/// Returns how often the macro's most used parameter occurs in its text.
uint64_t multiplicity(const clang::MacroInfo &macro) {
  std::vector<uint64_t> uses(macro.getNumParams());
  for (const clang::Token &token : macro.tokens()) {
    const clang::IdentifierInfo *name = token.getIdentifierInfo();
    int index = name ? macro.getParameterNum(name) : -1;
    if (index >= 0) {
      ++uses[index];
    }
  }
  return uses.empty() ? 1 : std::max<uint64_t>(1, *std::max_element(uses.begin(), uses.end()));
}

/// Returns the position behind a backslash that continues a line, or `position` itself.
size_t skipContinuation(std::string_view text, size_t position) {
  if (text[position] != '\\') {
    return position;
  }
  size_t end = text.find_first_not_of(" \t\r", position + 1);
  return end != std::string_view::npos && text[end] == '\n' ? end + 1 : position;
}

/// Returns the position behind a comment or literal that starts here, or `position` itself.
size_t skipQuoted(std::string_view text, size_t position) {
  char c = text[position];
  if (c == '/' && text.substr(position, 2) == "/*") {
    size_t end = text.find("*/", position + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (c != '"' && c != '\'') {
    return position;
  }
  size_t end = position + 1;
  while (end < text.size() && text[end] != c && text[end] != '\n') {
    end += text[end] == '\\' && end + 1 < text.size() && text[end + 1] != '\n' ? 2 : 1;
  }
  return end < text.size() && text[end] == c ? end + 1 : end;
}

/// Returns the end of the logical line, or npos once it is too long.
size_t directiveEnd(std::string_view text, size_t position) {
  size_t length = 0;
  while (position < text.size() && text[position] != '\n' && length <= maximumConditionSize) {
    size_t next = skipContinuation(text, position);
    if (next == position) {
      next = skipQuoted(text, position);
      length += next == position ? 1 : 0;
    }
    position = next == position ? position + 1 : next;
  }
  return length > maximumConditionSize ? std::string_view::npos : position;
}

/// Finds the next '#' or its digraph.
size_t findHash(std::string_view text, size_t position) {
  size_t hash = text.find('#', position);
  size_t digraph = text.substr(0, hash).find("%:", position);
  return std::min(hash, digraph);
}

/// Returns true for the plain spelling of #define alone; any other directive counts as a condition.
bool isDefine(std::string_view directive) {
  size_t name = directive.find_first_not_of(" \t", 1);
  return name != std::string_view::npos && directive.substr(name).starts_with("define ");
}

/// Above the limit; products stop here, so they cannot overflow.
constexpr uint64_t saturated = maximumExpandedTokens + 1;

/// Multiplies with saturation; `b` is not 0.
uint64_t multiply(uint64_t a, uint64_t b) {
  return a > saturated / b ? saturated : std::min(a * b, saturated);
}

}  // namespace

bool conditionsAreShort(std::string_view text) {
  size_t position = findHash(text, 0);
  while (position < text.size()) {
    size_t end = directiveEnd(text, position);
    if (end == std::string_view::npos && !isDefine(text.substr(position))) {
      return false;
    }
    position = findHash(text, end == std::string_view::npos ? position + 1 : end);
  }
  return true;
}

// Each token counts as often as the nested macro calls around it repeat it. Brackets nested deeper
// than the parser allows saturate the result.
uint64_t PreprocessorLimits::weigh(const clang::Token *argument) {
  uint64_t sum = 0;
  uint64_t factor = 1;
  uint64_t ofNextBracket = 1;
  std::vector<uint64_t> outer;
  for (; argument->isNot(tok::eof); ++argument) {
    sum = std::min(sum + factor, saturated);
    if (argument->is(tok::l_paren)) {
      outer.push_back(factor);
      factor = multiply(factor, ofNextBracket);
    } else if (argument->is(tok::r_paren) && !outer.empty()) {
      factor = outer.back();
      outer.pop_back();
    }
    const clang::IdentifierInfo *name = argument->getIdentifierInfo();
    const clang::MacroInfo *macro = name ? preprocessor_.getMacroInfo(name) : nullptr;
    ofNextBracket = macro && macro->isFunctionLike() ? multiplicity(*macro) : 1;
    if (outer.size() > maximumBracketDepth) {
      return saturated;
    }
  }
  return sum;
}

uint64_t PreprocessorLimits::expandedTokens(const clang::MacroInfo &macro,
                                            const clang::MacroArgs *arguments) {
  uint64_t tokens = macro.getNumTokens();
  if (!arguments) {
    return tokens;
  }
  uint64_t factor = multiplicity(macro);
  for (unsigned i = 0; i < macro.getNumParams(); ++i) {
    tokens += multiply(weigh(arguments->getUnexpArgument(i)), factor);
  }
  return tokens;
}

void PreprocessorLimits::checkCounts(clang::SourceLocation location) {
  if (expandedTokens_ > maximumExpandedTokens) {
    report_.fail(location, "macros expand to more than %0 tokens", maximumExpandedTokens);
  } else if (pendingExpansions_ > maximumPendingExpansions) {
    report_.fail(location, "more than %0 macro expansions depend on one another",
                 maximumPendingExpansions);
  } else if (conditionTokens_ > maximumConditionTokens) {
    report_.fail(location, "a condition expands to more than %0 tokens", maximumConditionTokens);
  }
}

void PreprocessorLimits::stopExpansion(const clang::MacroArgs *arguments) {
  for (auto &entry : preprocessor_.getIdentifierTable()) {
    entry.second->setHasMacroDefinition(false);
  }
  for (unsigned i = 0; arguments && i < arguments->getNumMacroArguments(); ++i) {
    const_cast<clang::Token *>(arguments->getUnexpArgument(i))->setKind(tok::eof);
  }
}

void PreprocessorLimits::MacroExpands(const clang::Token &name,
                                      const clang::MacroDefinition &definition, clang::SourceRange,
                                      const clang::MacroArgs *arguments) {
  if (!report_.exceeded()) {
    uint64_t tokens = expandedTokens(*definition.getMacroInfo(), arguments);
    expandedTokens_ += tokens;
    ++pendingExpansions_;
    if (preprocessor_.isParsingIfOrElifDirective()) {
      conditionTokens_ += tokens;
    }
    checkCounts(name.getLocation());
  }
  if (report_.exceeded()) {
    stopExpansion(arguments);
  }
}

void PreprocessorLimits::InclusionDirective(clang::SourceLocation hash, const clang::Token &,
                                            llvm::StringRef, bool, clang::CharSourceRange,
                                            clang::OptionalFileEntryRef file, llvm::StringRef,
                                            llvm::StringRef, const clang::Module *, bool,
                                            clang::SrcMgr::CharacteristicKind) {
  if (++includes_ > maximumIncludes && !report_.exceeded()) {
    report_.fail(hash, "more than %0 files are included", maximumIncludes);
  }
  if (report_.exceeded() && file) {
    preprocessor_.getHeaderSearchInfo().MarkFileIncludeOnce(*file);
  }
}

}  // namespace compiler::frontend
