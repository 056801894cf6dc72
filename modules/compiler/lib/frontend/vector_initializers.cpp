#include "frontend/vector_initializers.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"

namespace compiler::frontend {
namespace {

/// The consumer, which is its own visitor of syntax trees.
class Guard final : public clang::ASTConsumer, public clang::DynamicRecursiveASTVisitor {
 public:
  /// Code is generated from the semantic form of a list; Clang's visitors treat it as implicit.
  Guard() { ShouldVisitImplicitCode = true; }

  void Initialize(clang::ASTContext &context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group) {
      TraverseDecl(declaration);
    }
    return true;
  }

  /// Replaces element accesses in the list by the same in parentheses.
  bool VisitInitListExpr(clang::InitListExpr *list) override {
    if (list->getType().isNull() || !list->getType()->isVectorType()) {
      return true;
    }
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      clang::Expr *element = list->getInit(i);
      if (element && clang::isa<clang::ExtVectorElementExpr>(element)) {
        list->setInit(i, new (*context_) clang::ParenExpr(element->getBeginLoc(),
                                                          element->getEndLoc(), element));
      }
    }
    return true;
  }

 private:
  clang::ASTContext *context_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeVectorInitializerGuard() {
  return std::make_unique<Guard>();
}

}  // namespace compiler::frontend
