#include "vector_length_pass.h"

#include "llvm/IR/Module.h"

namespace riscv {
namespace {

constexpr unsigned bitsPerVscale = 64;
constexpr unsigned maxBits = 65536;  ///< of any implementation of the V extension

}  // namespace

llvm::PreservedAnalyses VectorLengthPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  if (bits_ < bitsPerVscale) {
    return llvm::PreservedAnalyses::all();
  }
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      function.addFnAttr(llvm::Attribute::getWithVScaleRangeArgs(
          module.getContext(), bits_ / bitsPerVscale, maxBits / bitsPerVscale));
    }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace riscv
