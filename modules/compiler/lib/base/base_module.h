// Implements Module for every target: checks the order of the operations and stores the module's
// data.
#pragma once

#include <initializer_list>
#include <memory>

#include "compiler/target/base_target.h"
#include "operations/operation.h"

namespace compiler {

/// A program between its build operations. Not thread-safe; one thread at a time uses a module.
///
/// The class holds plain data (ModuleData) instead of an llvm::Module, so an operation may run on
/// any thread or in the helper process. Each public function checks the state, makes an Operation
/// and has BaseTarget::run perform it. doc/compiler-spec.md has the table of states and errors.
///
/// A failed operation that changes the module leaves it in the state `failed`, without code. A
/// failed step with an output leaves the module as it was.
class BaseModule final : public Module {
 public:
  /// `target` must outlive the module.
  explicit BaseModule(const BaseTarget &target) : target_(target) {}

  /// Checks and stores the options for the operations that follow. Allowed in each state. On
  /// failure the module is unchanged, and log() names the wrong option.
  Result<void> parseOptions(std::string_view options, OptionsMode mode) override;
  /// Gives compileOpenCLC these files in place of the file system.
  void setFiles(std::span<const GivenFile> files) override;
  /// Empty → compiled; dependencies() then lists the files that were read.
  Result<void> compileOpenCLC(std::string_view source,
                              std::span<const InputHeader> headers) override;
  /// Empty → compiled.
  Result<void> compileSPIRV(std::span<const uint32_t> words,
                            std::span<const SpecializationConstant> constants) override;
  /// Empty → compiled, from a Vulkan module.
  Result<void> compileShaders(std::span<const uint32_t> words,
                              std::span<const SpecializationConstant> constants) override;
  /// Empty → loaded, in the helper process.
  Result<void> loadSPIR(std::span<const std::byte> bitcode) override;
  /// Loaded → compiled, in the helper process.
  Result<void> compileSPIR() override;
  /// Empty or compiled → linked or library. The inputs are not changed.
  Result<void> link(std::span<const Module *const> inputs, bool createLibrary) override;
  /// Compiled or linked → finalized.
  Result<void> finalize() override;
  /// Returns the binary of a finalized module.
  Result<Bytes> createBinary() override;
  /// Returns a kernel of a finalized module, independent of the module from then on. All kernels
  /// share one copy of the module's data.
  Result<std::unique_ptr<Kernel>> createKernel(std::string_view name) override;
  /// The plan found by finalize. Foreign bitcode is compiled at the build: the compiler may crash
  /// on it.
  CodePlan codePlan() const override;
  /// Returns the module's bytes for deserialize() in the same driver build.
  Result<Bytes> serialize() const override;
  /// Empty → the state of the serialized module. Untrusted bytes make a foreign module.
  Result<void> deserialize(std::span<const std::byte> bytes, Trust trust) override;
  /// Returns the module, or one kernel of a finalized one, as text or bytes.
  Result<Bytes> emit(EmitKind kind, std::string_view kernel) override;
  /// The state that the module has reached.
  ModuleState getState() const override { return data_.state; }
  /// Messages of the last operation; valid until the next one.
  std::string_view log() const override { return log_; }
  /// Files of the last compileOpenCLC; valid until the next one.
  const Dependencies &dependencies() const override { return dependencies_; }
  /// Kernels and arguments; valid until the next operation.
  const ProgramInfo &programInfo() const override { return data_.info; }

 private:
  /// Returns true if the module's state is one of these.
  bool isIn(std::initializer_list<ModuleState> states) const;
  /// Performs an operation that changes the module, and stores log, data and dependencies.
  Result<void> perform(const Operation &operation);
  /// Performs an operation with an output. The module stays as it is, but for its log.
  Result<Bytes> output(const Operation &operation);

  const BaseTarget &target_;
  ModuleData data_;  ///< state, options, bitcode and program information
  /// A copy of data_ for the kernels; null until the first one, and after a change of data_.
  std::shared_ptr<const ModuleData> shared_;
  /// Messages of the last operation.
  std::string log_;
  /// Files of the last compileOpenCLC.
  Dependencies dependencies_;
  /// A file of setFiles(), copied: the caller's views end with the call.
  struct OwnedFile {
    std::string path, text;
  };
  /// Files of setFiles(). Without them the file system is read.
  std::optional<std::vector<OwnedFile>> files_;
};

}  // namespace compiler
