// Compilation of one translation unit by Clang, in this process
// -------------------------------------------------------------
//   limits of size -> file system -> Clang's arguments -> parse and emit IR -> checks of the IR
//
// Clang is used as a library, with its own actions replaced by EmitModule. Neither
// CompilerInstance::ExecuteAction nor ASTFrontendAction::ExecuteAction is called: they note the
// bottom of the stack, from which Clang concludes that it has 8 MB, and moves deep recursion to
// threads of its own. Here the thread has a large stack of known size, and limits (limits.h) bound
// the recursion. No crash recovery context exists, so Clang installs no signal handler in the
// application.
//
// Nothing is printed: diagnostics go to the log. No pass runs: finalize has to see the program's
// own divisions and calls first.

#include <algorithm>

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/ParseAST.h"
#include "clang/Sema/Sema.h"
#include "frontend/blocks.h"
#include "frontend/diagnostics.h"
#include "frontend/extension_declarations.h"
#include "frontend/frontend.h"
#include "frontend/invocation.h"
#include "frontend/limits.h"
#include "frontend/module_checks.h"
#include "frontend/preprocessor_limits.h"
#include "frontend/unsupported_expressions.h"
#include "frontend/vector_initializers.h"
#include "frontend/virtual_files.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "mux/target_support/extensions.h"

namespace compiler::frontend {
namespace {

/// The source's name in diagnostics, unless a #line directive names it.
constexpr char sourceName[] = "<source>";

/// Lets programs enable each extension of the device from its first version on. Clang warns of
/// those that it does not know, and of those without an effect.
void acceptPragmas(clang::Sema &sema, const DeviceProperties &properties) {
  const unsigned version = sema.getLangOpts().getOpenCLCompatibleVersion();
  clang::OpenCLOptions &options = sema.getOpenCLOptions();
  for (const std::string &name : properties.extensions) {
    const mux::Extension *row = mux::findExtension(name);
    if (row && row->since > version) {
      continue;
    }
    if (!options.isKnown(name)) {
      options.support(name);
    }
    options.acceptsPragma(name);
  }
}

/// The action: parses and checks a translation unit and emits IR, without passes.
class EmitModule : public clang::ASTFrontendAction {
 public:
  EmitModule(llvm::LLVMContext &context, const DeviceProperties &properties)
      : context_(context), properties_(properties) {}

  /// Returns the module after the action has ended; null after a failure.
  std::unique_ptr<llvm::Module> takeModule() { return std::move(module_); }

 protected:
  /// Each declaration passes through two consumers before the code generator: one rejects
  /// unsupported expressions, one repairs vector initialisers.
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef) override {
    auto generator = clang::CreateLLVMCodeGen(instance, sourceName, context_);
    generator_ = generator.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(makeExpressionCheck(instance));
    consumers.push_back(makeVectorInitializerGuard());
    consumers.push_back(std::move(generator));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

  void ExecuteAction() override {
    getCompilerInstance().createSema(getTranslationUnitKind(), /*CompletionConsumer=*/nullptr);
    addExtensionDeclarations(getCompilerInstance().getSema(), properties_);
    acceptPragmas(getCompilerInstance().getSema(), properties_);
    clang::ParseAST(getCompilerInstance().getSema());
  }

  void EndSourceFileAction() override {
    module_.reset(generator_->ReleaseModule().release());
    generator_ = nullptr;
  }

 private:
  llvm::LLVMContext &context_;
  const DeviceProperties &properties_;
  clang::CodeGenerator *generator_ = nullptr;
  std::unique_ptr<llvm::Module> module_;
};

/// An error of the program.
Failure compileFailure(const std::string &message) {
  return Failure{Error::compileFailure, message};
}

/// The failure for a program beyond a limit; the log names the limit.
Failure outOfResources() {
  return Failure{Error::outOfResources, "the source exceeds a limit"};
}

/// Checks a text before Clang sees it; adds a line to the log if it is too long.
bool isWithinLimits(std::string_view text, std::string_view name, std::string &log) {
  if (text.size() <= maximumSourceSize && conditionsAreShort(text)) {
    return true;
  }
  log += std::string(name) + ": error: the text, or a condition (#if) in it, is too long\n";
  return false;
}

/// Checks all headers.
bool areWithinLimits(std::span<const InputHeader> headers, std::string &log) {
  return std::all_of(headers.begin(), headers.end(), [&](const InputHeader &header) {
    return isWithinLimits(header.source, header.name, log);
  });
}

/// Makes Clang's settings. Diagnostics about the arguments go to `log`: the instance with the
/// program's own diagnostics does not exist yet.
std::shared_ptr<clang::CompilerInvocation> prepareInvocation(const BuildOptions &options,
                                                             const DeviceProperties &properties,
                                                             llvm::vfs::FileSystem &files,
                                                             std::string &log) {
  clang::DiagnosticOptions plain;
  LogDiagnostics consumer(log, plain);
  auto diagnostics = clang::CompilerInstance::createDiagnostics(files, plain, &consumer,
                                                                /*ShouldOwnClient=*/false);
  return makeInvocation(options, properties, *diagnostics);
}

/// Notes the expansion of macros with a value that depends on the time, so that caches leave the
/// program out.
class TimeMacros : public clang::PPCallbacks {
 public:
  explicit TimeMacros(bool &isExpanded) : isExpanded_(isExpanded) {}

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    const llvm::StringRef text = name.getIdentifierInfo()->getName();
    isExpanded_ |= text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__";
  }

 private:
  bool &isExpanded_;
};

/// Marks Kiln's own headers as system headers: warnings asked for by the user are not about them.
void hideWarningsOf(std::span<const std::string> headers, clang::CompilerInstance &instance) {
  clang::HeaderSearch &search = instance.getPreprocessor().getHeaderSearchInfo();
  for (const std::string &header : headers) {
    if (const auto file = instance.getFileManager().getOptionalFileRef(header)) {
      search.MarkFileSystemHeader(*file);
    }
  }
}

/// Runs the action on the source, with limits and time macros watched. Returns false after an
/// error.
bool runAction(clang::CompilerInstance &instance, clang::FrontendAction &action,
               const llvm::MemoryBuffer &source, const DeviceProperties &properties,
               LimitReport &report, bool &dependsOnTime) {
  clang::FrontendInputFile input(source.getMemBufferRef(), clang::Language::OpenCL);
  if (!instance.createTarget() || !action.BeginSourceFile(instance, input)) {
    return false;
  }
  hideWarningsOf(preincludedHeaders(properties), instance);
  TokenLimits limits(instance.getPreprocessor(), report);
  instance.getPreprocessor().addPPCallbacks(std::make_unique<TimeMacros>(dependsOnTime));
  llvm::Error error = action.Execute();
  bool ok = !error;
  llvm::consumeError(std::move(error));
  action.EndSourceFile();
  return ok && !instance.getDiagnostics().hasErrorOccurred();
}

/// Makes inline functions internal. In C99 `inline` alone promises an external definition
/// elsewhere, but an OpenCL C program has no elsewhere.
void keepInlineFunctions(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.hasAvailableExternallyLinkage()) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> compileOpenCLC(
    llvm::LLVMContext &context, std::string_view source, std::span<const InputHeader> headers,
    const BuildOptions &options, const DeviceProperties &properties, std::string &log,
    Dependencies &dependencies, const std::vector<GivenFile> *files) {
  if (!isWithinLimits(source, sourceName, log) || !areWithinLimits(headers, log)) {
    return outOfResources();
  }
  if (auto missing = missingFeature(options.language, properties); !missing.empty()) {
    log += "error: the device does not have " + std::string(missing) +
           ", which this language version (-cl-std=) requires\n";
    return Failure{Error::unsupported, "the device does not have the language version"};
  }
  std::vector<FileDependency> unused;
  auto fileSystem =
      makeFileSystem(headers, properties, log, files ? unused : dependencies.files, files);
  if (!fileSystem) {
    return compileFailure("a header has an impossible name");
  }
  auto invocation = prepareInvocation(options, properties, *fileSystem, log);
  if (!invocation) {
    return compileFailure("the options do not fit the source language");
  }
  // Clang needs a NUL character behind the text; the caller's view has none.
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(source.data(), source.size()),
                                                     sourceName);
  clang::CompilerInstance instance(std::move(invocation));
  LogDiagnostics consumer(log, instance.getDiagnosticOpts());
  instance.setVirtualFileSystem(fileSystem);
  instance.createDiagnostics(&consumer, /*ShouldOwnClient=*/false);
  instance.createFileManager();
  EmitModule action(context, properties);
  // Outlives the action, because the preprocessor reports until the end of the file.
  LimitReport report(instance.getDiagnostics());
  if (!runAction(instance, action, *buffer, properties, report, dependencies.onTime)) {
    if (consumer.targetIsWrong()) {
      log += "error: the target's own declarations do not compile\n";
      return Failure{Error::internalFailure, "the target's own declarations do not compile"};
    }
    return report.exceeded() ? outOfResources() : compileFailure("the source has errors");
  }
  auto module = action.takeModule();
  if (!module) {
    return Failure{Error::internalFailure, "Clang made no module"};
  }
  std::string unsupported = findUnsupported(*module);
  if (!unsupported.empty()) {
    log += unsupported;
    return compileFailure("the source uses constructs unknown to OpenCL C");
  }
  // From here on the module has the common form.
  keepInlineFunctions(*module);
  dropBlockPointers(*module);
  return module;
}

}  // namespace compiler::frontend
