// A visitor of Clang's syntax tree, in front of the code generator. Only declarations with
// expressions are visited: the builtins' header consists of thousands of function declarations.

#include "frontend/unsupported_expressions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Builtins.h"
#include "clang/Frontend/CompilerInstance.h"

namespace compiler::frontend {
namespace {

/// Returns true for images, samplers, events, pipes and queues: handles with device-specific bits.
bool isOpaque(clang::QualType type) {
  return type->isOpenCLSpecificType();
}

/// Returns true for Clang's builtins of device-side enqueue.
bool launchesKernels(unsigned builtin) {
  switch (builtin) {
    case clang::Builtin::BIenqueue_kernel:
    case clang::Builtin::BIget_kernel_work_group_size:
    case clang::Builtin::BIget_kernel_preferred_work_group_size_multiple:
    case clang::Builtin::BIget_kernel_max_sub_group_size_for_ndrange:
    case clang::Builtin::BIget_kernel_sub_group_count_for_ndrange:
      return true;
    default:
      return false;
  }
}

/// Returns true for declarations without expressions, as in the builtins' header.
bool hasNoExpressions(const clang::Decl &declaration) {
  const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  return function ? !function->doesThisDeclarationHaveABody()
                  : llvm::isa<clang::TypedefNameDecl, clang::EnumDecl>(declaration);
}

/// The consumer, which is its own visitor.
class Check final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  explicit Check(clang::DiagnosticsEngine &diagnostics) : diagnostics_(diagnostics) {}

  /// False keeps the declaration from the consumers after this one and ends parsing.
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group) {
      if (!hasNoExpressions(*declaration) && !TraverseDecl(declaration)) {
        return false;
      }
    }
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) override {
    return !launchesKernels(call->getBuiltinCallee()) ||
           reject(call, "device-side enqueue is not supported");
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) override {
    return !operation->getLHS()->getType()->isQueueT() ||
           reject(operation, "device-side enqueue is not supported");
  }

  bool VisitAsTypeExpr(clang::AsTypeExpr *cast) override {
    return (!isOpaque(cast->getType()) && !isOpaque(cast->getSrcExpr()->getType())) ||
           reject(cast, "images, samplers, events, pipes and queues cannot be reinterpreted");
  }

 private:
  template <size_t N>
  bool reject(const clang::Expr *expression, const char (&message)[N]) {
    diagnostics_.Report(expression->getExprLoc(),
                        diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Error, message));
    return false;
  }

  clang::DiagnosticsEngine &diagnostics_;
};

}  // namespace

/// The consumer reports through the instance's diagnostics engine.
std::unique_ptr<clang::ASTConsumer> makeExpressionCheck(clang::CompilerInstance &instance) {
  return std::make_unique<Check>(instance.getDiagnostics());
}

}  // namespace compiler::frontend
