// Builtins declared on demand
// ---------------------------
// Clang finds its own OpenCL builtins by name in a table (-fdeclare-opencl-builtins). Parsing a
// header with thousands of overloads takes longer than most programs. Builtins missing in Clang are
// declared in the same way: if a name has no declaration, Sema asks its external source. The one
// here searches the rows of builtins/declarations.def for the name, and declares all overloads:
//
//   row:  cl_khr_work_group_uniform_arithmetic, "work_group_reduce_and", letters "ijlm", widths
//   (1),
//         signature "T T"
//   ->    int work_group_reduce_and(int), uint …(uint), long …(long), ulong …(ulong)
//
// Clang's table has the collective functions of work-groups for OpenCL C 2.0 and later, and ends
// the search for their names in every version. So programs for earlier versions see other names, by
// macros (addCollectiveNames), and the declaration found for such a name has the function's own.
//
// A signature is a list of types, result first. T is the overload's type, E its element type,
// ushortN a ushort in its width, `global:T` a pointer; the rest are names (SignatureTypes::type).

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

/// A row of the table.
struct Row {
  StringRef extension, name, letters;  ///< letters: element types in their mangled names
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

/// The feature with the collective functions of work-groups, and the prefix of their names in
/// programs before OpenCL C 2.0.
constexpr StringRef collectives = "__opencl_c_work_group_collective_functions";
constexpr char collectivePrefix[] = "cl12_";

/// Returns the element type of a letter of the Itanium mangling; null if the device lacks it.
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

/// Translates signatures to Clang's types, for one overload's type T.
class SignatureTypes {
 public:
  SignatureTypes(clang::Sema &sema, QualType generic)
      : sema_(sema), context_(sema.Context), generic_(generic) {}

  /// Returns true if a type of the signature is an image.
  static bool hasImage(StringRef signature) { return signature.contains("_image"); }

  /// Returns the function's type.
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
  /// Returns the type of one word of a signature.
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
    if (word == "ushortN") {
      const auto *vector = generic_->getAs<clang::ExtVectorType>();
      return vector ? context_.getExtVectorType(context_.UnsignedShortTy, vector->getNumElements())
                    : QualType(context_.UnsignedShortTy);
    }
    if (word == "memory_scope") {
      return memoryScope();
    }
    if (word.ends_with("_image")) {
      return word.starts_with("read_only")    ? context_.OCLImage2dROTy
             : word.starts_with("write_only") ? context_.OCLImage2dWOTy
                                              : context_.OCLImage2dRWTy;
    }
    return word == "int2"     ? context_.getExtVectorType(context_.IntTy, 2)
           : word == "void"   ? context_.VoidTy
           : word == "size_t" ? QualType(context_.getSizeType())
           : word == "ulong"  ? context_.UnsignedLongTy
           : word == "uint"   ? context_.UnsignedIntTy
                              : context_.OCLEventTy;
  }

  /// Returns the type of memory_scope, from Clang's base header; int in versions without it.
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

/// Makes an implicit, overloadable and convergent declaration.
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

/// The external source of Sema.
class ExtensionDeclarations : public clang::ExternalSemaSource {
 public:
  ExtensionDeclarations(clang::Sema &sema, const DeviceProperties &properties)
      : sema_(sema), properties_(properties) {}

  /// Called by Sema for names without a declaration; adds all overloads of the device's extensions.
  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *) override {
    const clang::IdentifierInfo *asked = result.getLookupName().getAsIdentifierInfo();
    if (!asked || result.getLookupKind() != clang::Sema::LookupOrdinaryName) {
      return false;
    }
    StringRef name = asked->getName();
    const bool isCollective = name.consume_front(collectivePrefix);
    for (const Row &row : rows) {
      if (row.name == name && isCollective == (row.extension == collectives) &&
          (isCollective || has(row.extension))) {
        declareAll(row, &sema_.Context.Idents.get(name), result);
      }
    }
    result.resolveKind();
    return !result.empty();
  }

 private:
  /// Returns true if the device has the extension.
  bool has(StringRef extension) const {
    return std::find(properties_.extensions.begin(), properties_.extensions.end(), extension) !=
           properties_.extensions.end();
  }

  /// Declares a row's overloads, without types the device lacks.
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

void addCollectiveNames(std::vector<std::string> &arguments, const DeviceProperties &properties) {
  if (std::find(properties.features.begin(), properties.features.end(), collectives) ==
      properties.features.end()) {
    return;
  }
  StringRef last;
  for (const Row &row : rows) {
    if (row.extension == collectives && row.name != last) {  // overloads stand together
      arguments.push_back(("-D" + row.name + "=" + collectivePrefix + row.name).str());
      last = row.name;
    }
  }
}

void addExtensionDeclarations(clang::Sema &sema, const DeviceProperties &properties) {
  sema.addExternalSource(llvm::makeIntrusiveRefCnt<ExtensionDeclarations>(sema, properties));
}

}  // namespace compiler::frontend
