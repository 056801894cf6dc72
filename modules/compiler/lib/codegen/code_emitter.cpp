// LLVM's legacy code generation pipeline, adjusted in three places while it is being built:
//
// * Strength reduction of loops skips rarely executed loops (reduce_strength.h), and is left out
//   for partitions of large kernels.
// * Very long basic blocks are split in front of CodeGenPrepare and behind (large_blocks.h).
// * No function counts as the C library's (AnalysisManagers::libraryInfo).
//
// TargetMachine::addPassesToEmitFile() has no hooks for this. So a pass manager with an overridden
// add() recognises the passes by their ids.

#include "codegen/code_emitter.h"

#include "codegen/large_blocks.h"
#include "codegen/reduce_strength.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopPass.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar.h"
#include "llvm_support/analysis_managers.h"

namespace compiler {
namespace {

/// Instructions of modules whose passes are stored afterwards. Passes keep their working memory, so
/// those of a large module would pin it.
constexpr unsigned maxSmallModule = 2000;

/// Returns a pass's id and deletes the pass.
const void *idOf(llvm::Pass *pass) {
  return std::unique_ptr<llvm::Pass>(pass)->getPassID();
}

/// The pass manager with the adjustments of the file's comment.
class CodePassManager final : public llvm::legacy::PassManager {
 public:
  CodePassManager(bool splitsBlocks, bool isPartition)
      : isPartition_(isPartition), splitsBlocks_(splitsBlocks) {}

  void add(llvm::Pass *pass) override {
    // Strength reduction is a fifth of code generation for partitions of large kernels. Their loop
    // bodies are so long that one more addition does not count.
    static const void *const strengthReduction = idOf(llvm::createLoopStrengthReducePass());
    static const void *const preparation = idOf(llvm::createCodeGenPrepareLegacyPass());
    const void *const id = pass->getPassID();
    if (isPartition_ && id == strengthReduction) {
      leftOut_.emplace_back(pass);
      return;
    }
    if (id == strengthReduction) {
      PassManager::add(createInductionUsersPass());
      pass = createReduceStrengthPass(
          std::unique_ptr<llvm::LoopPass>(static_cast<llvm::LoopPass *>(pass)));
    }
    const bool splitsHere = splitsBlocks_ && id == preparation;
    if (splitsHere) {
      PassManager::add(createSplitLargeBlocksPass(BlockPlace::beforePreparation));
    }
    // Deletes the pass if it is an analysis the manager has already.
    PassManager::add(pass);
    if (splitsHere) {
      PassManager::add(createSplitLargeBlocksPass(BlockPlace::behindPreparation));
    }
  }

 private:
  const bool isPartition_;
  const bool splitsBlocks_;
  std::vector<std::unique_ptr<llvm::Pass>> leftOut_;  ///< add() owns its argument, used or not
};

/// Returns true for modules that leave little memory behind in the passes.
bool isSmall(const llvm::Module &module) {
  return module.getInstructionCount() <= maxSmallModule && !hasLargeBlocks(module) &&
         module.debug_compile_units().empty();
}

/// The failure of a target without this kind of output.
Failure cannotEmit() {
  return {Error::unsupported, "the target cannot write this kind of code"};
}

}  // namespace

/// A pipeline with its output buffer, for one module after the other.
class CodePasses {
 public:
  CodePasses(bool splitsBlocks, bool isPartition)
      : stream_(bytes_), manager_(splitsBlocks, isPartition) {}

  /// Builds the pipeline. False if the target cannot write this kind of code.
  bool make(llvm::TargetMachine &machine, CodeKind kind) {
    const auto library = AnalysisManagers::libraryInfo(machine.getTargetTriple());
    manager_.add(new llvm::TargetLibraryInfoWrapperPass(library));
    const auto type = kind == CodeKind::object ? llvm::CodeGenFileType::ObjectFile
                                               : llvm::CodeGenFileType::AssemblyFile;
    return !machine.addPassesToEmitFile(manager_, stream_, nullptr, type);
  }

  /// Generates code for a module.
  Bytes run(llvm::Module &module) {
    bytes_.clear();
    manager_.run(module);
    const auto bytes = std::as_bytes(std::span(bytes_.data(), bytes_.size()));
    return Bytes(bytes.begin(), bytes.end());
  }

 private:
  llvm::SmallVector<char, 0> bytes_;
  llvm::raw_svector_ostream stream_;
  CodePassManager manager_;
};

Result<Bytes> emitCode(llvm::Module &module, llvm::TargetMachine &machine, CodeKind kind,
                       bool isPartition) {
  CodePasses passes(hasLargeBlocks(module), isPartition);
  return passes.make(machine, kind) ? Result<Bytes>(passes.run(module)) : cannotEmit();
}

ObjectEmitter::ObjectEmitter(llvm::TargetMachine &machine) : machine_(machine) {}

ObjectEmitter::~ObjectEmitter() = default;

Result<Bytes> ObjectEmitter::emit(llvm::Module &module) {
  if (!isSmall(module)) {
    return emitCode(module, machine_, CodeKind::object);
  }
  auto passes = std::move(kept_);
  if (!passes) {
    passes = std::make_unique<CodePasses>(/*splitsBlocks=*/false, /*isPartition=*/false);
    if (!passes->make(machine_, CodeKind::object)) {
      return cannotEmit();
    }
  }
  Bytes object = passes->run(module);
  // LLVM does not promise that passes can be used again after an error.
  if (!module.getContext().getDiagHandlerPtr()->HasErrors) {
    kept_ = std::move(passes);
  }
  return object;
}

}  // namespace compiler
