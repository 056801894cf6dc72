// veczc runs the vectoriser alone on a file. It is muxc with another command line.

#include "llvm/Support/raw_ostream.h"
#include "muxc/run.h"
#include "tool_main.h"
#include "veczc/options.h"

namespace compiler::tools {

/// The exit code is 0, or 1 after an error.
int veczcMain(Arguments arguments) {
  const auto options = veczc::parseOptions(arguments);
  if (!options) {
    llvm::errs() << "veczc: error: " << options.error().message << "\n";
    return 1;
  }
  if (options->help) {
    llvm::outs() << veczc::helpText();
    llvm::outs().flush();
    return 0;
  }
  return muxc::run(*options, "veczc");
}

}  // namespace compiler::tools
