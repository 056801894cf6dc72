#include "vecz/linearize_pass.h"

#include "passes/diagnostics.h"
#include "passes/kernel_conventions.h"
#include "vecz/linearize.h"

namespace compiler::vecz {

using namespace llvm;

PreservedAnalyses LinearizePass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.hasFnAttribute(passes::itemBodyAttribute))
    return PreservedAnalyses::all();
  Packet packet;
  packet.width = 8;
  packet.masked = masked_;
  if (std::string error = linearize(function, packet); !error.empty())
    passes::reportError(function, error);
  return PreservedAnalyses::none();
}

}  // namespace compiler::vecz
