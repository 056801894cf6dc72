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

/// Opens the target of --target, if there is one.
support::Status open(const Options &options, Device &device) {
  return options.target.empty() ? support::Status()
                                : device.open(options.target, options.deviceProperties);
}

/// Reads the input, runs the passes and writes the output. Diagnostics of any step set `failed`.
support::Status process(const Options &options, const Device &device,
                        const frontend::BuildOptions &buildOptions, llvm::LLVMContext &context,
                        const bool &failed) {
  const auto module = readModule(options.input, context, buildOptions, device.properties());
  if (!module) {
    return module.error();
  }
  auto ran = runPasses(**module, device, options, buildOptions);
  return ran && !failed ? writeOutput(**module, device, options, failed) : std::move(ran);
}

/// Does the work of run() on the thread with the large stack.
int runHere(const Options &options, const char *tool) {
  Device device;
  if (const auto opened = open(options, device); !opened) {
    return fail(tool, opened.error().message);
  }
  std::string log;
  const auto buildOptions = frontend::parseBuildOptions(options.buildOptions, OptionsMode::build,
                                                        log, device.buildOptions());
  if (!buildOptions) {
    return fail(tool, log);
  }
  if (device.target()) {
    if (const auto created = device.createMachine(*buildOptions); !created) {
      return fail(tool, created.error().message);
    }
  }
  bool failed = false;
  StepGate gate(stepOptions(*buildOptions));
  llvm::LLVMContext context;
  context.setOptPassGate(gate);
  context.setDiagnosticHandler(std::make_unique<Diagnostics>(failed));
  const auto done = process(options, device, *buildOptions, context, failed);
  if (!done) {
    return fail(tool, done.error().message);
  }
  return failed ? 1 : 0;
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
