// muxc and veczc do in one process, without compile threads and without the helper, what the driver
// does in steps. So a crash of a pass is a crash of the tool, with its stack, for a debugger or
// opt's tools.

#include "muxc/run.h"

#include <memory>

#include "codegen/step_options.h"
#include "frontend/frontend.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include "muxc/device.h"
#include "muxc/input.h"
#include "muxc/output.h"
#include "muxc/pass_runner.h"

namespace compiler::tools::muxc {
namespace {

/// Prints an error of the tool, and returns the exit code.
int fail(const char *tool, const llvm::Twine &message) {
  llvm::errs() << tool << ": error: " << llvm::StringRef(message.str()).rtrim() << "\n";
  return 1;
}

/// Prints diagnostics and sets `failed` at an error.
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

/// Does the work of run() on the thread with the large stack.
int runHere(const Options &options, const char *tool) {
  std::string error;
  Device device;
  if (!options.target.empty() && !device.open(options.target, options.deviceProperties, error)) {
    return fail(tool, error);
  }
  const auto buildOptions = frontend::parseBuildOptions(options.buildOptions, OptionsMode::build,
                                                        error, device.buildOptions());
  if (!buildOptions || (device.target() && !device.createMachine(*buildOptions, error))) {
    return fail(tool, error);
  }
  bool failed = false;
  StepGate gate(stepOptions(*buildOptions));
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  context.setDiagnosticHandler(std::make_unique<Diagnostics>(failed));
  // Diagnostics of any pass set `failed`.
  const auto module = readModule(options.input, context, *buildOptions, device.properties(), error);
  const bool done = module && runPasses(*module, device, options, *buildOptions, error) &&
                    !failed && writeOutput(*module, device, options, failed, error);
  if (!error.empty()) {
    return fail(tool, error);
  }
  return done ? 0 : 1;
}

}  // namespace

/// Waits for the thread; its exit code is the result.
int run(const Options &options, const char *tool) {
  // Clang and the passes recurse deeply: the stack is as large as in the driver.
  int exitCode = 1;
  llvm::thread thread(std::optional<unsigned>(frontend::requiredStackSize),
                      [&] { exitCode = runHere(options, tool); });
  thread.join();
  return exitCode;
}

}  // namespace compiler::tools::muxc
