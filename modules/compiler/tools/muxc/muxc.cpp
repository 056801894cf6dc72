// muxc: any pass or pipeline of the compiler, on a file.

#include <memory>

#include "frontend/frontend.h"
#include "input.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
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

bool writeModule(const llvm::Module &module, Emit emit, llvm::raw_ostream &stream,
                 std::string &error) {
  switch (emit) {
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

/// To a file that appears when it is complete.
int writeOutput(const llvm::Module &module, const Options &options) {
  std::error_code failure;
  llvm::ToolOutputFile file(options.output, failure, llvm::sys::fs::OF_None);
  if (failure) {
    return fail("'" + options.output + "': " + failure.message());
  }
  std::string error;
  if (!writeModule(module, options.emit, file.os(), error)) {
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

int run(const Options &options) {
  std::string error;
  if (!options.target.empty()) {
    return fail("--target is not supported yet");
  }
  const auto buildOptions =
      frontend::parseBuildOptions(options.buildOptions, OptionsMode::build, error);
  if (!buildOptions) {
    return fail(error);
  }
  bool failed = false;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<Diagnostics>(failed));
  const auto module = readModule(options.input, context, *buildOptions, DeviceFacts(), error);
  if (!module || !runPasses(*module, nullptr, options, *buildOptions, error) || failed) {
    return error.empty() ? exitFailure : fail(error);
  }
  return writeOutput(*module, options);
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
  int exitCode = muxc::exitFailure;
  llvm::thread thread(std::optional<unsigned>(frontend::requiredStackSize),
                      [&] { exitCode = muxc::run(*options); });
  thread.join();
  return exitCode;
}

}  // namespace compiler::tools
