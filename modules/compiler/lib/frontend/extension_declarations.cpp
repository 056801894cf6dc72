// Clang looks up its own builtins by name, in a table, so that it need not parse a header of
// thousands of declarations. The functions that it lacks are declared alike: where no declaration
// of a name is found, Clang asks an external source, and this one makes the declarations from
// the rows of the table that have the name.
#include "frontend/extension_declarations.h"

#include <algorithm>
#include <initializer_list>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

namespace compiler::frontend {
namespace {

using clang::ASTContext;
using clang::QualType;
using llvm::StringRef;

struct Row {
  StringRef extension, name, letters;
  std::initializer_list<unsigned> widths;
  StringRef signature;
};

#define KILN_WIDTHS(...) {__VA_ARGS__}
#define KILN_DECLARATION(extension, name, letters, widths, signature) \
  {extension, name, letters, KILN_WIDTHS widths, signature},
const Row rows[] = {
#include "builtins/declarations.def"
};
#undef KILN_DECLARATION
#undef KILN_WIDTHS

/// The element type that a letter of mangled names stands for; null if the device lacks it.
QualType elementType(const ASTContext &context, const DeviceProperties &properties, char letter) {
  switch (letter) {
    case 'c':
      return context.CharTy;
    case 'h':
      return context.UnsignedCharTy;
    case 's':
      return context.ShortTy;
    case 't':
      return context.UnsignedShortTy;
    case 'i':
      return context.IntTy;
    case 'j':
      return context.UnsignedIntTy;
    case 'l':
      return context.LongTy;
    case 'm':
      return context.UnsignedLongTy;
    case 'x':
      return properties.hasHalf ? context.HalfTy : QualType();
    case 'f':
      return context.FloatTy;
    case 'd':
      return properties.hasDouble ? context.DoubleTy : QualType();
    default:
      return {};
  }
}

/// Types of signatures, for one type T.
class SignatureTypes {
 public:
  SignatureTypes(clang::Sema &sema, QualType generic)
      : sema_(sema), context_(sema.Context), generic_(generic) {}

  static bool hasImage(StringRef signature) { return signature.contains("_image"); }

  QualType function(StringRef signature) {
    llvm::SmallVector<StringRef> words;
    signature.split(words, ' ');
    llvm::SmallVector<QualType> types;
    for (StringRef word : words) {
      types.push_back(type(word));
    }
    clang::FunctionProtoType::ExtProtoInfo information(
        context_.getDefaultCallingConvention(false, false));
    return context_.getFunctionType(types.front(), llvm::ArrayRef(types).drop_front(), information);
  }

 private:
  QualType type(StringRef word) {
    auto [space, pointee] = word.split(':');
    if (!pointee.empty()) {
      const auto where =
          space == "local" ? clang::LangAS::opencl_local : clang::LangAS::opencl_global;
      return context_.getPointerType(context_.getAddrSpaceQualType(type(pointee), where));
    }
    if (word.consume_front("const-")) {
      return type(word).withConst();
    }
    if (word == "T") {
      return generic_;
    }
    if (word == "E") {
      const auto *vector = generic_->getAs<clang::ExtVectorType>();
      return vector ? vector->getElementType() : generic_;
    }
    if (word == "memory_scope") {
      return memoryScope();
    }
    if (word.ends_with("_image")) {
      return word.starts_with("read_only")    ? context_.OCLImage2dROTy
             : word.starts_with("write_only") ? context_.OCLImage2dWOTy
                                              : context_.OCLImage2dRWTy;
    }
    return word == "int2"    ? context_.getExtVectorType(context_.IntTy, 2)
           : word == "void"  ? context_.VoidTy
           : word == "ulong" ? context_.UnsignedLongTy
           : word == "uint"  ? context_.UnsignedIntTy
                             : context_.OCLEventTy;
  }

  QualType memoryScope() {
    clang::LookupResult found(sema_, &context_.Idents.get("memory_scope"), clang::SourceLocation(),
                              clang::Sema::LookupOrdinaryName);
    sema_.LookupName(found, sema_.TUScope);
    auto *definition = found.getAsSingle<clang::TypedefNameDecl>();
    return definition ? definition->getUnderlyingType() : context_.IntTy;
  }

  clang::Sema &sema_;
  ASTContext &context_;
  QualType generic_;
};

clang::FunctionDecl *declare(ASTContext &context, clang::IdentifierInfo *name,
                             clang::SourceLocation place, QualType type) {
  auto *function =
      clang::FunctionDecl::Create(context, context.getTranslationUnitDecl(), place, place, name,
                                  type, nullptr, clang::SC_Extern, false, false, true);
  function->setImplicit();
  llvm::SmallVector<clang::ParmVarDecl *> parameters;
  for (QualType parameter : type->castAs<clang::FunctionProtoType>()->param_types()) {
    auto *declared = clang::ParmVarDecl::Create(context, function, clang::SourceLocation(),
                                                clang::SourceLocation(), nullptr, parameter,
                                                nullptr, clang::SC_None, nullptr);
    declared->setScopeInfo(0, parameters.size());
    parameters.push_back(declared);
  }
  function->setParams(parameters);
  function->addAttr(clang::ConvergentAttr::CreateImplicit(context));
  function->addAttr(clang::OverloadableAttr::CreateImplicit(context));
  return function;
}

class ExtensionDeclarations : public clang::ExternalSemaSource {
 public:
  ExtensionDeclarations(clang::Sema &sema, const DeviceProperties &properties)
      : sema_(sema), properties_(properties) {}

  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *) override {
    clang::IdentifierInfo *name = result.getLookupName().getAsIdentifierInfo();
    if (!name || result.getLookupKind() != clang::Sema::LookupOrdinaryName) {
      return false;
    }
    for (const Row &row : rows) {
      if (row.name == name->getName() && has(row.extension)) {
        declareAll(row, name, result);
      }
    }
    result.resolveKind();
    return !result.empty();
  }

 private:
  bool has(StringRef extension) const {
    return std::find(properties_.extensions.begin(), properties_.extensions.end(), extension) !=
           properties_.extensions.end();
  }

  void declareAll(const Row &row, clang::IdentifierInfo *name, clang::LookupResult &result) {
    ASTContext &context = sema_.Context;
    if (SignatureTypes::hasImage(row.signature) && !properties_.hasImages) {
      return;
    }
    for (char letter : row.letters) {
      const QualType element = elementType(context, properties_, letter);
      if (element.isNull()) {
        continue;
      }
      for (unsigned width : row.widths) {
        const QualType generic = width == 1 ? element : context.getExtVectorType(element, width);
        const QualType type = SignatureTypes(sema_, generic).function(row.signature);
        result.addDecl(declare(context, name, result.getNameLoc(), type));
      }
    }
  }

  clang::Sema &sema_;
  const DeviceProperties &properties_;
};

}  // namespace

void addExtensionDeclarations(clang::Sema &sema, const DeviceProperties &properties) {
  sema.addExternalSource(llvm::makeIntrusiveRefCnt<ExtensionDeclarations>(sema, properties));
}

}  // namespace compiler::frontend
