// Expressions that Clang lets pass and cannot generate code for, or that no device has.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
}  // namespace clang

namespace compiler::frontend {

/// Has to see each declaration before the code generator does, and ends the translation unit with
/// an error at such an expression: a launch of a kernel by a kernel, a comparison of command queues
/// (Clang 22 crashes), __builtin_astype of an object without a representation, such as an image
/// (Clang 22 makes an invalid module).
std::unique_ptr<clang::ASTConsumer> makeExpressionCheck(clang::CompilerInstance &instance);

}  // namespace compiler::frontend
