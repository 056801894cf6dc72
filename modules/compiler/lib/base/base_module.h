// The Module of every target.
#pragma once

#include <initializer_list>

#include "compiler/target/base_target.h"
#include "steps/operation.h"

namespace compiler {

/// Keeps ModuleData and checks what its state allows; the work is done by perform().
class BaseModule final : public Module {
 public:
  explicit BaseModule(const BaseTarget &target) : target_(target) {}

  Result<void> parseOptions(std::string_view options, OptionsMode mode) override;
  void setFiles(std::span<const GivenFile> files) override;
  Result<void> compileOpenCLC(std::string_view source,
                              std::span<const InputHeader> headers) override;
  Result<void> compileSPIRV(std::span<const uint32_t> words,
                            std::span<const SpecializationConstant> constants) override;
  Result<void> compileShaders(std::span<const uint32_t> words,
                              std::span<const SpecializationConstant> constants) override;
  Result<void> loadSPIR(std::span<const std::byte> bitcode) override;
  Result<void> compileSPIR() override;
  Result<void> link(std::span<const Module *const> inputs, bool createLibrary) override;
  Result<void> finalize() override;
  Result<Bytes> createBinary() override;
  Result<std::unique_ptr<Kernel>> createKernel(std::string_view name) override;
  Result<Bytes> serialize() const override;
  Result<void> deserialize(std::span<const std::byte> bytes, Trust trust) override;
  Result<Bytes> emit(EmitKind kind, std::string_view kernel) override;
  ModuleState getState() const override { return data_.state; }
  std::string_view log() const override { return log_; }
  const Dependencies &dependencies() const override { return dependencies_; }
  const ProgramInfo &programInfo() const override { return data_.info; }

 private:
  bool isIn(std::initializer_list<ModuleState> states) const;
  Result<void> step(const Operation &operation);
  Result<Bytes> output(const Operation &operation);

  const BaseTarget &target_;
  ModuleData data_;
  std::string log_;
  Dependencies dependencies_;
  struct OwnedFile {
    std::string path, text;
  };
  std::optional<std::vector<OwnedFile>> files_;  ///< of setFiles
};

}  // namespace compiler
