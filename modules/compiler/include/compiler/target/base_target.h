// Base class of every target's compiler half: a target overrides codeModel() and linkModel(), and
// may add passes, builtins and support objects. BaseTarget implements compiler::Target with Clang,
// LLVM and lld.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/info.h"
#include "compiler/target.h"
#include "compiler/target/build_options.h"
#include "compiler/target/target_hooks.h"
#include "llvm/IR/PassManager.h"
#include "mux/target_support/elf.h"

namespace llvm {
class PassBuilder;
}

namespace compiler {

/// The arguments of llvm::TargetMachine, in LLVM's names.
struct CodeModel {
  std::string triple;
  std::string cpu;
  std::string features;  ///< "+a,-b"
  enum class Size { tiny, small, medium, large } size = Size::small;
  std::string abi;  ///< as -target-abi, or empty
};

/// How objects become a binary that mux::elf::verify accepts for `machine`.
struct LinkModel {
  std::string emulation;           ///< as ld -m
  std::vector<std::string> flags;  ///< the target's own, after the common ones
  mux::elf::Machine machine;
  /// Relocatable objects with the functions that code generation may call (memcpy, …); only
  /// what is referred to is linked.
  std::vector<std::span<const std::byte>> supportObjects;
};

struct ModuleData;
struct Operation;
struct Outcome;

/// Immutable after construction, but for what its Context shares.
class BaseTarget : public Target {
 public:
  BaseTarget(Context &context, const Info &info, std::string targetProperties);

  const Info &info() const final { return info_; }
  Context &context() const final { return context_; }
  std::unique_ptr<Module> createModule() override;
  size_t featureCount() const final;

  const std::string &targetProperties() const final { return targetProperties_; }

  virtual CodeModel codeModel(const frontend::BuildOptions &options) const = 0;
  virtual LinkModel linkModel() const = 0;
  /// Makes the target's own passes known by name (muxc --passes=…), and may put passes at
  /// LLVM's extension points.
  virtual void registerPasses(llvm::PassBuilder &builder) const;
  /// Appends the target's passes for this point of the pipeline.
  virtual void extendPipeline(PipelinePoint point, llvm::ModulePassManager &passes,
                              const frontend::BuildOptions &options) const;
  /// Alive as long as the library.
  virtual std::span<const BuiltinUnit> builtins() const;
  /// Tells if masked loads and stores of vectors take longer than plain ones even with all lanes
  /// active. Kernels then get a version without masks, behind a test of the mask
  /// (TargetHooks::hasSlowMasks). LLVM's cost model has the same cost for both where the processor
  /// has instructions for masks, so the target has to say it. False by default.
  virtual bool hasSlowMasks() const;

  /// Of the driver: who can read what a module serializes.
  std::string_view buildId() const;

  /// Performs the operation on a compile thread, or in the helper process if this process
  /// is not to or cannot be trusted with it, or the operation reads foreign bitcode.
  Outcome run(const ModuleData &data, const Operation &operation) const;

 private:
  Outcome runHere(const ModuleData &data, const Operation &operation) const;

  Context &context_;
  const Info &info_;
  const std::string targetProperties_;
};

}  // namespace compiler
