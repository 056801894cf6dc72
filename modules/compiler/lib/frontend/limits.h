// Limits on what a translation unit may ask of Clang.
//
// Clang parses, checks and emits code by recursion, so the shape of a source decides how much
// stack it takes: a sum of 50,000 terms, 100,000 '~' in a row or 60,000 nested `if`s overflow
// 8 MB. -fbracket-depth limits brackets only. The limits here bound the depth of the syntax
// tree whatever it is made of, by counting on the stream of preprocessed tokens, before the
// parser acts on them; when a limit is reached, the parser sees the end of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/TokenKinds.h"

namespace clang {
class DiagnosticsEngine;
class Preprocessor;
class Token;
}  // namespace clang

namespace compiler::frontend {

/// Bytes of one source, and of one header.
inline constexpr size_t maximumSourceSize = size_t{32} << 20;
/// Preprocessed tokens of a translation unit.
inline constexpr uint64_t maximumTokens = 4'000'000;
/// Open brackets of all kinds (-fbracket-depth).
inline constexpr unsigned maximumBracketDepth = 1000;
/// `typedef`, `struct`, `union` and `typeof`: types that build on one another nest without
/// brackets.
inline constexpr uint64_t maximumTypes = 100'000;
/// Weights of operators and brackets that can depend on one another: an upper bound of the
/// depth of the syntax tree. An operator between operands weighs 1 and takes Clang up to
/// 1.4 KB of stack; one before its operand and a '(' weigh 2 and take up to 7.5 KB (a cast).
inline constexpr uint32_t maximumTreeDepth = 20'000;
/// What control statements count as. Their nesting is limited for time: optimising loops
/// within loops takes time in the cube of their depth.
inline constexpr uint32_t branchWeight = 5;
inline constexpr uint32_t loopWeight = 80;

/// An upper bound of the depth of the syntax tree, from the tokens alone.
///
/// Each open bracket is a frame that counts what may nest without brackets: operators
/// since the last ';' (or ',' in an initialiser), and control statements since the last
/// statement that ended without an `else` after it. The sum over the open frames, and the
/// deepest closed one in the innermost, bounds the tree's depth.
class TreeDepth {
 public:
  TreeDepth() : frames_(1) {}

  void add(clang::tok::TokenKind kind);
  /// After the last token.
  uint32_t depth() const;

 private:
  struct Frame {
    bool isBlock = true;         ///< ';' and '}' end statements in it
    bool isInitializer = false;  ///< ',' separates independent expressions in it
    uint32_t operators = 0;
    uint32_t statements = 0;  ///< weights of the control statements that are not complete
    uint32_t openDos = 0;     ///< of these, `do`s whose `while` has not come
    uint32_t deepestChild = 0;
    uint32_t deepest = 0;  ///< of the statements or elements that have ended

    uint32_t own() const { return operators + statements; }
  };

  void addControl(clang::tok::TokenKind kind);
  void endPreviousStatement(clang::tok::TokenKind next);
  void endExpression();
  void open(clang::tok::TokenKind bracket);
  void close();

  std::vector<Frame> frames_;
  uint32_t enclosing_ = 0;   ///< own() of all frames but the innermost
  bool isTailOfDo_ = false;  ///< of the token being added: the `while` of a do … while
  clang::tok::TokenKind previous_ = clang::tok::unknown;
};

/// The first limit that was reached, told to the user as a fatal error.
class LimitReport {
 public:
  explicit LimitReport(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  /// `format` has %0 for the limit.
  void fail(clang::SourceLocation location, const char *format, uint64_t limit);
  bool exceeded() const { return exceeded_; }

 private:
  clang::DiagnosticsEngine &diagnostics_;
  bool exceeded_ = false;
};

class PreprocessorLimits;

/// Watches the tokens of one translation unit.
class TokenLimits {
 public:
  /// Installs itself; it and `report` must outlive the preprocessor's last token.
  TokenLimits(clang::Preprocessor &preprocessor, LimitReport &report);
  TokenLimits(const TokenLimits &) = delete;

 private:
  void check(clang::Token &token);
  void checkCounts(const clang::Token &token);

  LimitReport &report_;
  PreprocessorLimits *expansions_;
  TreeDepth tree_;
  uint64_t tokens_ = 0;
  uint64_t types_ = 0;
};

}  // namespace compiler::frontend
