// A guard against a fault of Clang 22's in initialisers of vectors.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
}

namespace compiler::frontend {

/// Has to see each declaration before the code generator does. Puts parentheses around elements
/// of vector values inside of vector initialisers, as in `(long8)(x, f(y).s0, ...)`. For a bare
/// one, Clang turns the initialiser into a shuffle, and takes what it has so far for a shuffle
/// too, even where that was folded to a constant: it then reads past that object and crashes.
/// Parentheses change nothing else; the optimiser finds the same shuffle.
std::unique_ptr<clang::ASTConsumer> makeVectorInitializerGuard();

}  // namespace compiler::frontend
