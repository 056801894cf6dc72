// A compiler half is wrapped as a whole (Info, Target, Module, Kernel), so that a defect can sit
// behind any call; what a defect does not touch goes through to the wrapped object.

#include "defects.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "compiler/kernel.h"

namespace compiler::cts {
namespace {

constexpr std::array names = {
    std::string_view("unknown-options-accepted"),
    std::string_view("options-errors-mixed-up"),
    std::string_view("options-forgotten"),
    std::string_view("log-forgotten"),
    std::string_view("log-kept"),
    std::string_view("headers-ignored"),
    std::string_view("compiles-twice"),
    std::string_view("state-never-fails"),
    std::string_view("state-stays-linked"),
    std::string_view("link-forgets-an-input"),
    std::string_view("link-takes-anything"),
    std::string_view("info-shared"),
    std::string_view("info-out-of-order"),
    std::string_view("parameter-kind-wrong"),
    std::string_view("info-not-restored"),
    std::string_view("damage-accepted"),
    std::string_view("kernel-missing"),
    std::string_view("binary-damaged"),
    std::string_view("binary-for-other-properties"),
    std::string_view("any-kernel-name"),
    std::string_view("specialization-ignored"),
    std::string_view("deferred-flag-wrong"),
    std::string_view("extension-invented"),
    std::string_view("any-properties-accepted"),
    std::string_view("not-thread-safe"),
    std::string_view("bad-il-accepted"),
    std::string_view("plan-without-program"),
};

// The name of the only defect of the process; empty without one.
std::string_view active;

// True if this is the active defect.
bool is(std::string_view name) {
  return active == name;
}

// Passes all calls on; a defect changes the options of a specialisation.
class FaultyKernel final : public Kernel {
 public:
  explicit FaultyKernel(std::unique_ptr<Kernel> good) : good_(std::move(good)) {}

  std::string_view name() const override { return good_->name(); }
  Result<Bytes> createSpecializedKernel(const SpecializationOptions &options) override {
    return good_->createSpecializedKernel(is("specialization-ignored") ? SpecializationOptions{}
                                                                       : options);
  }
  void precacheLocalSize(const std::array<uint64_t, 3> &size) override {
    good_->precacheLocalSize(size);
  }
  uint32_t querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &size) override {
    return good_->querySubGroupSizeForLocalSize(size);
  }
  std::array<uint64_t, 3> queryLocalSizeForSubGroupCount(uint64_t count) override {
    return good_->queryLocalSizeForSubGroupCount(count);
  }
  uint64_t queryMaxSubGroupCount() override { return good_->queryMaxSubGroupCount(); }

 private:
  std::unique_ptr<Kernel> good_;
};

// Stores a source in one place for all modules, as code without thought of threads does.
std::string keepWhereAllDo(std::string_view source) {
  static std::mutex mutex;
  static std::string kept;
  {
    const std::lock_guard lock(mutex);
    kept = source;
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::lock_guard lock(mutex);
  return kept;
}

// A module around a good one. Inputs of a link are unwrapped, since the good module knows only its
// own kind.
class FaultyModule final : public Module {
 public:
  explicit FaultyModule(Target &target) : target_(target), good_(target.createModule()) {}

  Result<void> parseOptions(std::string_view options, OptionsMode mode) override;
  void setFiles(std::span<const GivenFile> files) override { good_->setFiles(files); }
  Result<void> compileOpenCLC(std::string_view source,
                              std::span<const InputHeader> headers) override;
  Result<void> compileSPIRV(std::span<const uint32_t> words,
                            std::span<const SpecializationConstant> constants) override;
  Result<void> compileShaders(std::span<const uint32_t> words,
                              std::span<const SpecializationConstant> constants) override {
    return good_->compileShaders(words, constants);
  }
  Result<void> loadSPIR(std::span<const std::byte> bitcode) override {
    return good_->loadSPIR(bitcode);
  }
  Result<void> compileSPIR() override { return good_->compileSPIR(); }
  Result<void> link(std::span<const Module *const> inputs, bool createLibrary) override;
  Result<void> finalize() override;
  Result<Bytes> createBinary() override;
  Result<std::unique_ptr<Kernel>> createKernel(std::string_view name) override;
  CodePlan codePlan() const override {
    return is("plan-without-program") ? CodePlan::kernels : good_->codePlan();
  }
  Result<Bytes> serialize() const override { return good_->serialize(); }
  Result<void> deserialize(std::span<const std::byte> bytes, Trust trust) override;
  Result<Bytes> emit(EmitKind kind, std::string_view kernel) override {
    return good_->emit(kind, kernel);
  }
  const Dependencies &dependencies() const override { return good_->dependencies(); }
  ModuleState getState() const override;
  std::string_view log() const override;
  const ProgramInfo &programInfo() const override;

 private:
  // The good target, for modules made anew.
  Target &target_;
  std::unique_ptr<Module> good_;
  // True after a successful deserialize().
  bool isRestored_ = false;
  // The logs of all calls so far, for the defect that never clears them.
  std::string allLogs_;
  mutable ProgramInfo faultyInfo_;
};

// Defects: options that are checked and not applied, unknown ones accepted, errors of the wrong
// mode.
Result<void> FaultyModule::parseOptions(std::string_view options, OptionsMode mode) {
  if (is("options-forgotten")) {
    auto result = target_.createModule()->parseOptions(options, mode);
    return result ? result : good_->parseOptions(options, mode);
  }
  auto result = good_->parseOptions(options, mode);
  if (!result && is("unknown-options-accepted")) {
    return {};
  }
  if (!result && is("options-errors-mixed-up")) {
    return Failure{Error::invalidBuildOptions, result.error().message};
  }
  return result;
}

// Defects: state shared by threads, a second source accepted, headers left out.
Result<void> FaultyModule::compileOpenCLC(std::string_view source,
                                          std::span<const InputHeader> headers) {
  if (is("not-thread-safe")) {
    return good_->compileOpenCLC(keepWhereAllDo(source), headers);
  }
  if (is("compiles-twice") && good_->getState() == ModuleState::compiled) {
    good_ = target_.createModule();
  }
  auto result = good_->compileOpenCLC(
      source, is("headers-ignored") ? std::span<const InputHeader>() : headers);
  allLogs_ += good_->log();
  return result;
}

// Defect: any words are a program.
Result<void> FaultyModule::compileSPIRV(std::span<const uint32_t> words,
                                        std::span<const SpecializationConstant> constants) {
  if (is("bad-il-accepted")) {
    return good_->compileOpenCLC("", {});
  }
  return good_->compileSPIRV(words, constants);
}

// Defects: the last input left out, inputs of a wrong state dropped in place of an error.
Result<void> FaultyModule::link(std::span<const Module *const> inputs, bool createLibrary) {
  std::vector<const Module *> unwrapped;
  for (const Module *input : inputs) {
    const auto *faulty = dynamic_cast<const FaultyModule *>(input);
    unwrapped.push_back(faulty ? faulty->good_.get() : input);
  }
  if (is("link-forgets-an-input") && unwrapped.size() > 1) {
    unwrapped.pop_back();
  }
  if (is("link-takes-anything")) {
    std::erase_if(unwrapped, [](const Module *input) {
      return input && input->getState() != ModuleState::compiled &&
             input->getState() != ModuleState::library;
    });
  }
  auto result = good_->link(unwrapped, createLibrary);
  allLogs_ += good_->log();
  return result;
}

// Only collects the log, for the defect that returns all logs.
Result<void> FaultyModule::finalize() {
  auto result = good_->finalize();
  allLogs_ += good_->log();
  return result;
}

// Defects: all kernels but the first left out, a damaged header.
Result<Bytes> FaultyModule::createBinary() {
  const auto &kernels = good_->programInfo().kernels;
  if (is("kernel-missing") && kernels.size() > 1) {
    if (auto first = good_->createKernel(kernels[0].name)) {
      return (*first)->createSpecializedKernel({});
    }
  }
  auto binary = good_->createBinary();
  if (binary && is("binary-damaged")) {
    constexpr size_t elfType = 16;  // e_type
    (*binary)[elfType] = std::byte{1};
  }
  return binary;
}

// Defect: any name is the first kernel.
Result<std::unique_ptr<Kernel>> FaultyModule::createKernel(std::string_view name) {
  auto kernel = good_->createKernel(name);
  const auto &kernels = good_->programInfo().kernels;
  if (!kernel && is("any-kernel-name") && !kernels.empty()) {
    kernel = good_->createKernel(kernels[0].name);
  }
  if (kernel) {
    return std::unique_ptr<Kernel>(std::make_unique<FaultyKernel>(std::move(*kernel)));
  }
  return kernel;
}

// Defect: damaged bytes are accepted.
Result<void> FaultyModule::deserialize(std::span<const std::byte> bytes, Trust trust) {
  auto result = good_->deserialize(bytes, trust);
  isRestored_ = static_cast<bool>(result);
  if (!result && result.error().code == Error::invalidBinary && is("damage-accepted")) {
    return {};
  }
  return result;
}

// Defects: a wrong state after a failure, or after finalize.
ModuleState FaultyModule::getState() const {
  const ModuleState state = good_->getState();
  if (state == ModuleState::failed && is("state-never-fails")) {
    return ModuleState::empty;
  }
  if (state == ModuleState::finalized && is("state-stays-linked")) {
    return ModuleState::linked;
  }
  return state;
}

// Defects: no log, or the logs of all calls together.
std::string_view FaultyModule::log() const {
  if (is("log-forgotten")) {
    return {};
  }
  return is("log-kept") ? allLogs_ : good_->log();
}

// Defects: shared by all modules, lost by deserialize, or with changed contents.
const ProgramInfo &FaultyModule::programInfo() const {
  faultyInfo_ = good_->programInfo();
  if (is("info-shared")) {
    static ProgramInfo shared;
    if (shared.kernels.empty()) {
      shared = good_->programInfo();
    }
    return shared;
  }
  if (is("info-not-restored") && isRestored_) {
    faultyInfo_ = {};
  }
  if (is("info-out-of-order")) {
    std::ranges::reverse(faultyInfo_.kernels);
  }
  if (is("parameter-kind-wrong")) {
    for (KernelInfo &kernel : faultyInfo_.kernels) {
      for (ArgumentInfo &argument : kernel.arguments) {
        argument.kind =
            argument.kind == ArgumentKind::localPointer ? ArgumentKind::pointer : argument.kind;
      }
    }
  }
  return faultyInfo_;
}

class FaultyTarget final : public Target {
 public:
  FaultyTarget(const Info &info, std::unique_ptr<Target> good)
      : info_(info), good_(std::move(good)) {}

  const Info &info() const override { return info_; }
  Context &context() const override { return good_->context(); }
  const std::string &targetProperties() const override { return good_->targetProperties(); }
  size_t featureCount() const override { return good_->featureCount(); }
  std::unique_ptr<Module> createModule() override { return std::make_unique<FaultyModule>(*good_); }

 private:
  const Info &info_;
  std::unique_ptr<Target> good_;
};

class FaultyInfo final : public Info {
 public:
  explicit FaultyInfo(Info &good) : good_(good), properties_(good.properties()) {
    if (is("extension-invented")) {
      properties_.extensions.emplace_back("cl_khr_not_there");
    }
  }

  std::string_view name() const override { return good_.name(); }
  const DeviceProperties &properties() const override { return properties_; }
  bool supportsDeferredCompilation() const override {
    return good_.supportsDeferredCompilation() != is("deferred-flag-wrong");
  }
  std::vector<DeviceOption> deviceOptions() const override { return good_.deviceOptions(); }
  Result<std::unique_ptr<Target>> createTarget(Context &context,
                                               std::string_view properties) override {
    auto target = good_.createTarget(context, is("binary-for-other-properties") ? "" : properties);
    if (!target && is("any-properties-accepted")) {
      target = good_.createTarget(context, "");
    }
    if (target) {
      return std::unique_ptr<Target>(std::make_unique<FaultyTarget>(*this, std::move(*target)));
    }
    return target;
  }

 private:
  Info &good_;
  DeviceProperties properties_;
};

}  // namespace

// For the test of the suite, which runs it once for each name.
std::span<const std::string_view> defectNames() {
  return names;
}

Info *withDefect(Info &info, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    return nullptr;
  }
  active = *found;
  static FaultyInfo faulty(info);
  return &faulty;
}

}  // namespace compiler::cts
