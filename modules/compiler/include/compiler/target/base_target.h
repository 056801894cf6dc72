// Base class of every target's compiler half.
//
// A target overrides codeModel() and linkModel(), and may add passes, builtins and support objects.
// BaseTarget implements compiler::Target with Clang, LLVM and lld.
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

/// The arguments of llvm::TargetMachine, in LLVM's names. Checked when a machine is created
/// (compiler/target/target_machine.h).
struct CodeModel {
  /// The triple, CPU and features of the generated code.
  /// As in `clang --target=`, for instance "riscv64-unknown-elf".
  std::string triple;
  /// LLVM's name of a processor; a level such as "x86-64-v3" counts as one.
  std::string cpu;
  std::string features;  ///< "+a,-b"
  enum class Size { tiny, small, medium, large } size = Size::small;
  /// The value of -target-abi, or empty for the triple's default.
  std::string abi;
};

/// The way from objects to a binary accepted by mux::elf::verify for `machine`.
struct LinkModel {
  /// The value of lld's option -m.
  std::string emulation;
  /// Options of lld, after the common ones.
  std::vector<std::string> flags;
  /// The machine of the device; the runtime half verifies binaries for the same one.
  mux::elf::Machine machine;
  /// Relocatable objects with the functions that code generation may call (memcpy, …). Only used
  /// functions are linked. Alive as long as the library.
  std::vector<std::span<const std::byte>> supportObjects;
};

struct ModuleData;
struct Operation;
struct Outcome;

/// A target by LLVM. Immutable after construction, except for state shared through its Context.
///
/// Virtual functions are called by any thread, several at once.
class BaseTarget : public Target {
 public:
  /// `targetProperties` is the text for the binaries' metadata. Context and Info outlive the
  /// target.
  BaseTarget(Context &context, const Info &info, std::string targetProperties);

  // The arguments of the constructor.
  const Info &info() const final { return info_; }
  Context &context() const final { return context_; }
  /// Returns an empty module of this target. The target outlives it. Any thread.
  std::unique_ptr<Module> createModule() override;
  size_t featureCount() const final;

  /// The text in each binary. The runtime half decides with it if its device can run the code.
  const std::string &targetProperties() const final { return targetProperties_; }

  /// Returns the code model for a build with these options.
  /// It has to name a CPU and features known to LLVM, else each build fails with a message.
  virtual CodeModel codeModel(const frontend::BuildOptions &options) const = 0;
  /// Returns the link model; the same each time.
  virtual LinkModel linkModel() const = 0;
  /// Makes the target's own passes known by name (muxc --passes=…), and may put passes at LLVM's
  /// extension points. Called for each pipeline that is built.
  virtual void registerPasses(llvm::PassBuilder &builder) const;
  /// Appends the target's passes for this point of the pipeline. `options` are the program's, with
  /// the target's own ones. An error goes through diagnostics and fails the build.
  virtual void extendPipeline(PipelinePoint point, llvm::ModulePassManager &passes,
                              const frontend::BuildOptions &options) const;
  /// Returns the target's builtin units, alive as long as the library; none by default.
  virtual std::span<const BuiltinUnit> builtins() const;
  /// Tells if masked loads and stores of vectors take longer than plain ones even with all lanes
  /// active. Kernels then get a version without masks, behind a test of the mask
  /// (TargetHooks::hasSlowMasks). LLVM's cost model has the same cost for both where the processor
  /// has instructions for masks, so the target has to say it. False by default.
  virtual bool hasSlowMasks() const;

  /// Library::buildId: only the same build can read serialized modules.
  std::string_view buildId() const;

  /// Performs the operation on a compile thread.
  ///
  /// Runs it in the helper process instead if the operation reads foreign bitcode, or this process
  /// is not to or cannot be trusted with it.
  Outcome run(const ModuleData &data, const Operation &operation) const;

 private:
  // The operation in this process, on a compile thread; called in the helper process as well.
  Outcome runHere(const ModuleData &data, const Operation &operation) const;

  Context &context_;
  const Info &info_;
  const std::string targetProperties_;
};

}  // namespace compiler
