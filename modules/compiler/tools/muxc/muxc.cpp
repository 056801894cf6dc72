// muxc: any pass or pipeline of the compiler, on a file.

#include <memory>

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"
#include "options.h"
#include "pass_runner.h"
#include "tool_main.h"

namespace compiler::tools {
namespace muxc {
namespace {

constexpr int exitSuccess = 0;
constexpr int exitFailure = 1;

int fail(const llvm::Twine &message) {
  llvm::errs() << "muxc: error: " << llvm::StringRef(message.str()).rtrim() << "\n";
  return exitFailure;
}

/// Prints diagnostics and remembers whether one was an error.
class Diagnostics : public llvm::DiagnosticHandler {
 public:
  explicit Diagnostics(bool &failed) : failed_(failed) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() == llvm::DS_Remark) {
      return true;
    }
    llvm::DiagnosticPrinterRawOStream printer(llvm::errs());
    llvm::errs() << llvm::LLVMContext::getDiagnosticMessagePrefix(info.getSeverity()) << ": ";
    info.print(printer);
    llvm::errs() << "\n";
    failed_ |= info.getSeverity() == llvm::DS_Error;
    return true;
  }

 private:
  bool &failed_;
};

std::unique_ptr<llvm::Module> readModule(const Options &options, llvm::LLVMContext &context,
                                         std::string &error) {
  const llvm::StringRef input = options.input;
  if (input.ends_with(".spv") || input.ends_with(".cl")) {
    error = "'" + options.input + "': this kind of input is not supported yet";
    return nullptr;
  }
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseIRFile(input, diagnostic, context);
  llvm::raw_string_ostream stream(error);
  if (!module) {
    diagnostic.print(nullptr, stream, false);
  } else if (llvm::verifyModule(*module, &stream)) {
    module.reset();
  }
  return module;
}

bool writeModule(const llvm::Module &module, const Options &options, llvm::raw_ostream &stream,
                 std::string &error) {
  switch (options.emit) {
    case Emit::ll:
      module.print(stream, nullptr);
      return true;
    case Emit::bc:
      llvm::WriteBitcodeToFile(module, stream);
      return true;
    case Emit::asm_:
    case Emit::object:
    case Emit::binary:
      break;
  }
  error = "this --emit is not supported yet";
  return false;
}

int run(const Options &options) {
  bool failed = false;
  std::string error;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<Diagnostics>(failed));
  if (!options.target.empty()) {
    return fail("--target is not supported yet");
  }
  const std::unique_ptr<llvm::Module> module = readModule(options, context, error);
  if (!module || !runPasses(*module, nullptr, options, error) || failed) {
    return error.empty() ? exitFailure : fail(error);
  }
  std::error_code failure;
  llvm::ToolOutputFile file(options.output, failure, llvm::sys::fs::OF_None);
  if (failure) {
    return fail("'" + options.output + "': " + failure.message());
  }
  if (!writeModule(*module, options, file.os(), error)) {
    return fail(error);
  }
  file.os().flush();
  if (file.os().has_error()) {
    failure = file.os().error();
    file.os().clear_error();
    return fail("'" + options.output + "': " + failure.message());
  }
  file.keep();
  return exitSuccess;
}

}  // namespace
}  // namespace muxc

int muxcMain(Arguments arguments) {
  std::string error;
  const auto options = muxc::parseOptions(arguments, error);
  if (!options) {
    return muxc::fail(error);
  }
  if (options->help) {
    llvm::outs() << muxc::helpText;
    return muxc::exitSuccess;
  }
  return muxc::run(*options);
}

}  // namespace compiler::tools
