// Counting on the token stream. The bound is conservative: it may count operators that do not nest
// (a + b + c nests, a + b, c + d does not), but never too few. Programs within the limits by a wide
// margin are not affected.

#include "frontend/limits.h"

#include <algorithm>

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "frontend/preprocessor_limits.h"

namespace compiler::frontend {
namespace {

namespace tok = clang::tok;

/// Returns the weight of a control statement that starts with this token, or 0.
uint32_t controlWeight(tok::TokenKind kind) {
  switch (kind) {
    case tok::kw_if:
    case tok::kw_switch:
      return branchWeight;
    case tok::kw_for:
    case tok::kw_while:
    case tok::kw_do:
      return loopWeight;
    default:
      return 0;
  }
}

/// Returns true for keywords after which types can nest.
bool startsType(tok::TokenKind kind) {
  return kind == tok::kw_typedef || kind == tok::kw_struct || kind == tok::kw_union ||
         kind == tok::kw_typeof;
}

/// Returns true for tokens that make the tree deeper: all punctuators, and keywords with an
/// operand.
bool isOperator(tok::TokenKind kind) {
  switch (kind) {
    case tok::kw_case:
    case tok::kw_default:
    case tok::kw_sizeof:
    case tok::kw___extension__:
    case tok::kw__Alignof:
    case tok::kw_alignof:
    case tok::kw___alignof:
    case tok::kw_vec_step:
    case tok::kw___real:
    case tok::kw___imag:
      return true;
    default:
      return tok::getPunctuatorSpelling(kind) != nullptr;
  }
}

/// Returns an operator's weight. Prefix operators, casts and brackets are parsed by recursion, and
/// take several times the stack of a binary operator.
uint32_t operatorWeight(tok::TokenKind kind, tok::TokenKind previous) {
  if (kind == tok::l_paren) {
    return 2;
  }
  bool afterOperand = !isOperator(previous) || previous == tok::r_paren ||
                      previous == tok::r_square || previous == tok::r_brace;
  return afterOperand ? 1 : 2;
}

/// Returns true for the three opening brackets.
bool isOpening(tok::TokenKind kind) {
  return kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace;
}

/// Returns true for the three closing brackets.
bool isClosing(tok::TokenKind kind) {
  return kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace;
}

}  // namespace

uint32_t TreeDepth::depth() const {
  const Frame &top = frames_.back();
  return enclosing_ + top.own() + top.deepestChild;
}

void TreeDepth::endExpression() {
  Frame &top = frames_.back();
  top.deepest = std::max(top.deepest, top.own() + top.deepestChild);
  top.operators = 0;
  top.deepestChild = 0;
}

// A '}' ends a statement or a compound literal, and `else` and the tail of do … while continue one;
// only the next token tells.
void TreeDepth::endPreviousStatement(tok::TokenKind next) {
  Frame &top = frames_.back();
  if (!top.isBlock || (previous_ != tok::semi && previous_ != tok::r_brace)) {
    return;
  }
  // After the '}' of a compound literal the expression goes on, with an operator.
  bool goesOn = previous_ == tok::r_brace && isOperator(next) && next != tok::kw_case &&
                next != tok::kw_default && next != tok::l_brace && next != tok::r_brace &&
                next != tok::semi;
  if (goesOn) {
    return;
  }
  endExpression();
  // `else` belongs to the statement before, and so does the `while` of a do … while.
  isTailOfDo_ = next == tok::kw_while && top.openDos != 0;
  if (next != tok::kw_else && !isTailOfDo_) {
    top.statements = 0;
    top.openDos = 0;
  }
}

void TreeDepth::addControl(tok::TokenKind kind) {
  Frame &top = frames_.back();
  if (isTailOfDo_) {
    --top.openDos;
    return;
  }
  top.statements += controlWeight(kind);
  top.openDos += kind == tok::kw_do ? 1 : 0;
}

void TreeDepth::open(tok::TokenKind bracket) {
  Frame &top = frames_.back();
  top.operators += operatorWeight(bracket, previous_);
  Frame frame;
  frame.isBlock = bracket == tok::l_brace;
  frame.isInitializer = frame.isBlock && (previous_ == tok::equal ||
                                          (top.isInitializer && previous_ != tok::r_paren));
  enclosing_ += top.own();
  frames_.push_back(frame);
}

void TreeDepth::close() {
  if (frames_.size() == 1) {
    return;
  }
  endExpression();
  uint32_t deepest = frames_.back().deepest;
  frames_.pop_back();
  Frame &top = frames_.back();
  enclosing_ -= top.own();
  top.deepestChild = std::max(top.deepestChild, deepest);
}

void TreeDepth::add(tok::TokenKind kind) {
  isTailOfDo_ = false;
  endPreviousStatement(kind);
  Frame &top = frames_.back();
  if (isOpening(kind)) {
    open(kind);
  } else if (isClosing(kind)) {
    close();
  } else if (kind == tok::semi || (kind == tok::comma && top.isInitializer)) {
    // In a block, the statement ends when the next token is known.
    if (!top.isBlock || kind == tok::comma) {
      endExpression();
    }
  } else if (controlWeight(kind) != 0) {
    addControl(kind);
  } else if (isOperator(kind)) {
    top.operators += operatorWeight(kind, previous_);
  }
  previous_ = kind;
}

void LimitReport::fail(clang::SourceLocation location, const char *format, uint64_t limit) {
  exceeded_ = true;
  unsigned id =
      diagnostics_.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Fatal, format);
  diagnostics_.Report(location, id) << std::to_string(limit);
}

TokenLimits::TokenLimits(clang::Preprocessor &preprocessor, LimitReport &report) : report_(report) {
  auto expansions = std::make_unique<PreprocessorLimits>(preprocessor, report);
  expansions_ = expansions.get();
  preprocessor.addPPCallbacks(std::move(expansions));
  // The watcher gets the preprocessor's own token, about to be handed to the parser; changing it
  // here changes the parser's input.
  preprocessor.setTokenWatcher(
      [this](const clang::Token &token) { check(const_cast<clang::Token &>(token)); });
}

void TokenLimits::check(clang::Token &token) {
  if (!report_.exceeded() && !token.isAnnotation()) {
    expansions_->tokenDelivered();
    checkCounts(token);
  }
  if (report_.exceeded()) {
    token.startToken();
    token.setKind(tok::eof);
  }
}

void TokenLimits::checkCounts(const clang::Token &token) {
  tok::TokenKind kind = token.getKind();
  tree_.add(kind);
  types_ += startsType(kind) ? 1 : 0;
  if (++tokens_ > maximumTokens) {
    report_.fail(token.getLocation(), "program too large: more than %0 tokens", maximumTokens);
  } else if (types_ > maximumTypes) {
    report_.fail(token.getLocation(), "program too large: more than %0 types", maximumTypes);
  } else if (tree_.depth() > maximumTreeDepth) {
    if (uint32_t weight = controlWeight(kind)) {
      report_.fail(token.getLocation(),
                   "statements nested too deeply: more than %0 of them depend on one another",
                   maximumTreeDepth / weight);
    } else {
      report_.fail(token.getLocation(),
                   "expression too complex: more than %0 operators depend on one another",
                   maximumTreeDepth);
    }
  }
}

}  // namespace compiler::frontend
