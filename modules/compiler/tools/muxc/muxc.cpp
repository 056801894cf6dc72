// muxc runs any pass or pipeline of the compiler on a file, as LLVM's opt does.

#include "device.h"
#include "llvm/Support/raw_ostream.h"
#include "options.h"
#include "run.h"
#include "step_list.h"
#include "tool_main.h"

namespace compiler::tools {
namespace muxc {
namespace {

// The exit codes.
constexpr int exitSuccess = 0;
constexpr int exitFailure = 1;

/// Prints an error, and returns the exit code.
int fail(const llvm::Twine &message) {
  llvm::errs() << "muxc: error: " << llvm::StringRef(message.str()).rtrim() << "\n";
  return exitFailure;
}

/// Prints the target's own build options with their help.
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

/// Executes --help, for the target of --target if there is one.
int printHelp(const Options &options) {
  Device device;
  if (!options.target.empty()) {
    const auto opened = device.open(options.target, options.deviceProperties);
    if (!opened) {
      return fail(opened.error().message);
    }
  }
  // The target's build options come last: they depend on --target.
  llvm::outs() << helpText();
  if (device.target()) {
    llvm::outs() << "\nBuild options of the target " << options.target << ":\n";
    printBuildOptions(device);
  }
  llvm::outs().flush();
  return exitSuccess;
}

}  // namespace
}  // namespace muxc

/// The exit code is 0, or 1 after an error.
int muxcMain(Arguments arguments) {
  const auto options = muxc::parseOptions(arguments);
  if (!options) {
    return muxc::fail(options.error().message);
  }
  if (options->help) {
    return muxc::printHelp(*options);
  }
  if (options->listSteps) {
    llvm::outs() << listSteps();
    llvm::outs().flush();
    return muxc::exitSuccess;
  }
  return muxc::run(*options, "muxc");
}

}  // namespace compiler::tools
