// muxc: any pass or pipeline of the compiler, on a file.

#include <memory>

#include "device.h"
#include "frontend/frontend.h"
#include "input.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include "options.h"
#include "output.h"
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
    // Remarks of LLVM's own passes are of other kinds.
    if (info.getSeverity() == llvm::DS_Remark && info.getKind() != llvm::DK_Generic) {
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

/// The device's own build options, a line each.
void printBuildOptions(const Device &device) {
  for (const DeviceOption &option : device.buildOptions()) {
    std::string values;
    for (const std::string &value : option.values) {
      values += (values.empty() ? "" : "|") + value;
    }
    llvm::outs() << "  " << option.name << values << "\n"
                 << "                         " << option.help << "\n";
  }
}

int printHelp(const Options &options) {
  std::string error;
  Device device;
  if (!options.target.empty() && !device.open(options.target, options.deviceFacts, error)) {
    return fail(error);
  }
  llvm::outs() << helpText;
  if (device.target()) {
    llvm::outs() << "\nBuild options of the target " << options.target << ":\n";
    printBuildOptions(device);
  }
  llvm::outs().flush();
  return exitSuccess;
}

int run(const Options &options) {
  std::string error;
  Device device;
  if (!options.target.empty() && !device.open(options.target, options.deviceFacts, error)) {
    return fail(error);
  }
  const auto buildOptions = frontend::parseBuildOptions(options.buildOptions, OptionsMode::build,
                                                        error, device.buildOptions());
  if (!buildOptions || (device.target() && !device.createMachine(*buildOptions, error))) {
    return fail(error);
  }
  bool failed = false;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<Diagnostics>(failed));
  const auto module = readModule(options.input, context, *buildOptions, device.facts(), error);
  const bool done = module && runPasses(*module, device, options, *buildOptions, error) &&
                    !failed && writeOutput(*module, device, options, failed, error);
  if (!error.empty()) {
    return fail(error);
  }
  return done ? exitSuccess : exitFailure;
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
    return muxc::printHelp(*options);
  }
  int exitCode = muxc::exitFailure;
  llvm::thread thread(std::optional<unsigned>(frontend::requiredStackSize),
                      [&] { exitCode = muxc::run(*options); });
  thread.join();
  return exitCode;
}

}  // namespace compiler::tools
