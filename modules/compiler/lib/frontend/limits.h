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

#include "clang/Basic/TokenKinds.h"

namespace clang {
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
/// Operators and control statements that can depend on one another: an upper bound
/// of the depth of the syntax tree.
inline constexpr uint32_t maximumTreeDepth = 12'000;

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
    uint32_t statements = 0;
    uint32_t deepestChild = 0;
    uint32_t deepest = 0;  ///< of the statements or elements that have ended

    uint32_t own() const { return operators + statements; }
  };

  void endPreviousStatement(clang::tok::TokenKind next);
  void endExpression();
  void open(clang::tok::TokenKind bracket);
  void close();

  std::vector<Frame> frames_;
  uint32_t enclosing_ = 0;  ///< own() of all frames but the innermost
  clang::tok::TokenKind previous_ = clang::tok::unknown;
};

/// Watches the tokens of one translation unit.
class TokenLimits {
 public:
  /// Installs itself; must outlive the preprocessor's last token.
  void attach(clang::Preprocessor &preprocessor);

  /// A limit was reached: an error has been reported.
  bool exceeded() const { return exceeded_; }

 private:
  void check(clang::Token &token);
  void fail(const clang::Token &token, const char *format, uint64_t limit);

  clang::Preprocessor *preprocessor_ = nullptr;
  TreeDepth tree_;
  uint64_t tokens_ = 0;
  bool exceeded_ = false;
};

}  // namespace compiler::frontend
