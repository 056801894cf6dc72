// Works around a defect of Clang 22 in initialisers of vectors.
//
// test/compiler/frontend has programs that crash Clang without it.
#pragma once

#include <memory>

namespace clang {
/// Clang's interface for users of syntax trees.
class ASTConsumer;
}  // namespace clang

namespace compiler::frontend {

/// Makes a consumer that puts parentheses around elements of vector values inside of vector
/// initialisers, as in `(long8)(x, f(y).s0, ...)`. It has to see each declaration before the code
/// generator does.
///
/// For a bare element, Clang turns the initialiser into a shuffle. It takes the value so far for a
/// shuffle too, even if that was folded to a constant, reads past the object and crashes.
/// Parentheses change nothing else: the optimiser finds the same shuffle. Delete this when Clang is
/// fixed.
std::unique_ptr<clang::ASTConsumer> makeVectorInitializerGuard();

}  // namespace compiler::frontend
