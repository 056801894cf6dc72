// Limits the size and nesting of a translation unit, so that Clang cannot overflow its stack.
//
// Clang parses, checks and emits code by recursion, so the shape of a source decides how much stack
// it takes. A sum of 50,000 terms, 100,000 '~' in a row, or 60,000 nested `if`s overflow 8 MB.
// -fbracket-depth limits brackets only. The limits here bound the depth of the syntax tree,
// whatever it is made of. They count on the stream of preprocessed tokens, before the parser acts
// on them. When a limit is reached, the parser sees the end of the file.
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

/// Bytes of one source, and of one header. Reading and tokenising a text takes memory in
/// proportion.
inline constexpr size_t maximumSourceSize = size_t{32} << 20;
/// Preprocessed tokens of a translation unit. Real programs have some hundred thousand.
inline constexpr uint64_t maximumTokens = 4'000'000;
/// Open brackets of all kinds (-fbracket-depth).
inline constexpr unsigned maximumBracketDepth = 1000;
/// Uses of `typedef`, `struct`, `union` and `typeof`: types can nest in each other without
/// brackets.
inline constexpr uint64_t maximumTypes = 100'000;
/// Limit of TreeDepth: the sum of the weights of nested operators and brackets. An operator between
/// operands weighs 1 and takes up to 1.4 KB of Clang's stack. A prefix operator or a '(' weighs 2
/// and takes up to 7.5 KB (a cast).
inline constexpr uint32_t maximumTreeDepth = 20'000;
/// Weights of control statements. Their nesting is limited for time: optimising nested loops takes
/// time in the cube of their depth.
inline constexpr uint32_t branchWeight = 5;
/// Weight of for, while and do.
inline constexpr uint32_t loopWeight = 80;

/// An upper bound of the depth of the syntax tree, computed from the tokens alone.
///
/// Each open bracket has a frame. A frame counts what can nest without brackets: operators since
/// the last ';' (or ',' in an initialiser), and control statements since the last complete
/// statement. The bound is the sum over all open frames, plus the deepest closed frame inside of
/// the innermost one.
///
///   a + (b * -c)        tokens so far: a + ( b * -
///   frame 0: '+' 1, '(' 2   frame 1: '*' 1, '-' 2       depth 6
class TreeDepth {
 public:
  /// Starts outside of all brackets.
  TreeDepth() : frames_(1) {}

  /// Adds the next token. Takes constant time, amortised.
  void add(clang::tok::TokenKind kind);
  /// Returns the bound for the tokens so far.
  uint32_t depth() const;

 private:
  /// The counts within one open bracket, or within the file.
  struct Frame {
    /// ';' and '}' end statements in it.
    bool isBlock = true;
    /// ',' separates independent expressions in it.
    bool isInitializer = false;
    /// Weights of the operators in the current expression.
    uint32_t operators = 0;
    /// Weights of the control statements still incomplete.
    uint32_t statements = 0;
    /// `do`s among them without their `while`.
    uint32_t openDos = 0;
    /// The deepest closed bracket in the current expression.
    uint32_t deepestChild = 0;
    /// The deepest completed statement or element.
    uint32_t deepest = 0;

    /// Returns the frame's weight on the current path.
    uint32_t own() const { return operators + statements; }
  };

  /// Adds a control statement's weight.
  void addControl(clang::tok::TokenKind kind);
  /// Ends a statement, now that the token after its ';' or '}' is known.
  void endPreviousStatement(clang::tok::TokenKind next);
  /// Ends an expression: its operators no longer nest with later ones.
  void endExpression();
  /// Opens a frame for a bracket.
  void open(clang::tok::TokenKind bracket);
  /// Closes the innermost frame. A bracket without a partner is the parser's error and ignored
  /// here.
  void close();

  std::vector<Frame> frames_;  ///< innermost last; never empty
  uint32_t enclosing_ = 0;     ///< sum of own() of all frames but the innermost
  bool isTailOfDo_ = false;    ///< the token being added is the `while` of a do … while
  /// The last token added.
  clang::tok::TokenKind previous_ = clang::tok::unknown;
};

/// Reports the first limit reached as a fatal error of Clang; later ones are silent.
class LimitReport {
 public:
  /// `diagnostics` must outlive this object.
  explicit LimitReport(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  /// Reports a limit. `format` has %0 for its number. Clang stops after a fatal error, but not at
  /// once: the users of this class have to end the input.
  void fail(clang::SourceLocation location, const char *format, uint64_t limit);
  /// Returns true after fail(). The build's error is then outOfResources.
  bool exceeded() const { return exceeded_; }

 private:
  /// The compilation's diagnostics.
  clang::DiagnosticsEngine &diagnostics_;
  bool exceeded_ = false;
};

class PreprocessorLimits;

/// Watches the tokens of one translation unit, on their way from the preprocessor to the parser.
/// After the first limit it turns each token into the end of the file, so the parser returns from
/// its depth.
class TokenLimits {
 public:
  /// Installs itself. This object and `report` must outlive the preprocessor's last token.
  TokenLimits(clang::Preprocessor &preprocessor, LimitReport &report);
  TokenLimits(const TokenLimits &) = delete;

 private:
  /// Counts a token; turns it into the end of the file once a limit was reached.
  void check(clang::Token &token);
  /// Compares all counts with their limits.
  void checkCounts(const clang::Token &token);

  /// Where a reached limit is reported.
  LimitReport &report_;
  /// Owned by the preprocessor.
  PreprocessorLimits *expansions_;
  /// The tree's bound so far; checked after each token.
  TreeDepth tree_;
  /// Tokens delivered to the parser.
  uint64_t tokens_ = 0;
  /// Tokens with startsType().
  uint64_t types_ = 0;
};

}  // namespace compiler::frontend
