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

/// Instructions of a module whose passes, with the memory that they needed for it, are kept.
constexpr unsigned maxSmallModule = 2000;

const void *idOf(llvm::Pass *pass) {
  return std::unique_ptr<llvm::Pass>(pass)->getPassID();
}

/// LLVM's code generation as modules of ours need it.
class CodePassManager final : public llvm::legacy::PassManager {
 public:
  CodePassManager(bool splitsBlocks, bool isPartition)
      : isPartition_(isPartition), splitsBlocks_(splitsBlocks) {}

  void add(llvm::Pass *pass) override {
    // A fifth of the time of code generation for partitions of large kernels, whose loops are long
    // enough for an addition more or less not to count.
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
    PassManager::add(pass);  // deletes an analysis that it has already
    if (splitsBlocks_ && id == preparation) {
      PassManager::add(createSplitLargeBlocksPass());
    }
  }

 private:
  const bool isPartition_;
  const bool splitsBlocks_;
  std::vector<std::unique_ptr<llvm::Pass>> leftOut_;
};

/// Of a module that leaves little behind in the passes.
bool isSmall(const llvm::Module &module) {
  return module.getInstructionCount() <= maxSmallModule && !hasLargeBlocks(module) &&
         module.debug_compile_units().empty();
}

Failure cannotEmit() {
  return {Error::unsupported, "the target cannot write this kind of code"};
}

}  // namespace

/// All that makes code of one kind, for one module after the other.
class CodePasses {
 public:
  CodePasses(bool splitsBlocks, bool isPartition)
      : stream_(bytes_), manager_(splitsBlocks, isPartition) {}

  /// False if the target cannot.
  bool make(llvm::TargetMachine &machine, CodeKind kind) {
    const auto library = AnalysisManagers::libraryInfo(machine.getTargetTriple());
    manager_.add(new llvm::TargetLibraryInfoWrapperPass(library));
    const auto type = kind == CodeKind::object ? llvm::CodeGenFileType::ObjectFile
                                               : llvm::CodeGenFileType::AssemblyFile;
    return !machine.addPassesToEmitFile(manager_, stream_, nullptr, type);
  }

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
  // Nobody promises what passes are like that have failed.
  if (!module.getContext().getDiagHandlerPtr()->HasErrors) {
    kept_ = std::move(passes);
  }
  return object;
}

}  // namespace compiler
