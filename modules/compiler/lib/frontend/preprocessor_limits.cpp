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

/// How often the most used parameter occurs in the macro's text.
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

/// The position after a backslash that continues a line, or `position` itself.
size_t skipContinuation(std::string_view text, size_t position) {
  if (text[position] != '\\') {
    return position;
  }
  size_t end = text.find_first_not_of(" \t\r", position + 1);
  return end != std::string_view::npos && text[end] == '\n' ? end + 1 : position;
}

/// The position after a comment or literal that starts here, or `position` itself.
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

/// The end of the logical line; stops once it is too long.
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

size_t findHash(std::string_view text, size_t position) {
  size_t hash = text.find('#', position);
  size_t digraph = text.substr(0, hash).find("%:", position);
  return std::min(hash, digraph);
}

/// True only for the plain spelling: any other is taken for a condition.
bool isDefine(std::string_view directive) {
  size_t name = directive.find_first_not_of(" \t", 1);
  return name != std::string_view::npos && directive.substr(name).starts_with("define ");
}

constexpr uint64_t saturated = maximumExpandedTokens + 1;

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

/// The tokens of an argument, each as often as the nested macro calls around it repeat it;
/// saturated where brackets are nested deeper than the parser would take.
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
