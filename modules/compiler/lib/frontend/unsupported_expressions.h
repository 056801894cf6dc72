// Rejects expressions that Clang accepts but cannot generate code for, or that no device supports.
#pragma once

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
}  // namespace clang

namespace compiler::frontend {

/// Makes a consumer that reports such expressions as errors and ends the translation unit. It has
/// to see each declaration before the code generator does:
///
/// * A kernel launches a kernel (device-side enqueue).
/// * Command queues are compared; Clang 22 crashes on it.
/// * __builtin_astype converts an object without a representation, such as an image; Clang 22 makes
///   an invalid module of it.
std::unique_ptr<clang::ASTConsumer> makeExpressionCheck(clang::CompilerInstance &instance);

}  // namespace compiler::frontend
