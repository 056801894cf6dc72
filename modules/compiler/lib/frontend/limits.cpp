#include "frontend/limits.h"

#include <algorithm>

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"

namespace compiler::frontend {
namespace {

namespace tok = clang::tok;

bool isControl(tok::TokenKind kind) {
  switch (kind) {
    case tok::kw_if:
    case tok::kw_for:
    case tok::kw_while:
    case tok::kw_do:
    case tok::kw_switch:
      return true;
    default:
      return false;
  }
}

/// Makes the tree deeper without a bracket.
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

bool isOpening(tok::TokenKind kind) {
  return kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace;
}

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

/// Decides, now that the next token is known, whether a ';' or '}' ended a statement.
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
  // `else` belongs to the statement before; so may `while` (do … while).
  if (next != tok::kw_else && next != tok::kw_while) {
    top.statements = 0;
  }
}

void TreeDepth::open(tok::TokenKind bracket) {
  Frame &top = frames_.back();
  ++top.operators;
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
  } else if (isControl(kind)) {
    ++top.statements;
  } else if (isOperator(kind)) {
    ++top.operators;
  }
  previous_ = kind;
}

void TokenLimits::attach(clang::Preprocessor &preprocessor) {
  preprocessor_ = &preprocessor;
  // The token is the preprocessor's own result, about to be handed to the parser.
  preprocessor.setTokenWatcher(
      [this](const clang::Token &token) { check(const_cast<clang::Token &>(token)); });
}

void TokenLimits::check(clang::Token &token) {
  if (!exceeded_ && !token.isAnnotation()) {
    ++tokens_;
    tree_.add(token.getKind());
    if (tokens_ > maximumTokens) {
      fail(token, "program too large: more than %0 tokens", maximumTokens);
    } else if (tree_.depth() > maximumTreeDepth) {
      fail(token,
           isControl(token.getKind())
               ? "statements nested too deeply: more than %0 control statements and operators"
               : "expression too complex: more than %0 operators depend on one another",
           maximumTreeDepth);
    }
  }
  if (exceeded_) {
    token.startToken();
    token.setKind(tok::eof);
  }
}

void TokenLimits::fail(const clang::Token &token, const char *format, uint64_t limit) {
  exceeded_ = true;
  clang::DiagnosticsEngine &diagnostics = preprocessor_->getDiagnostics();
  unsigned id =
      diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Fatal, format);
  diagnostics.Report(token.getLocation(), id) << std::to_string(limit);
}

}  // namespace compiler::frontend
