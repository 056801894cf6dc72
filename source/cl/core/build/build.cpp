// The steps of a build, from source to loaded code. Each way of building (clBuildProgram,
// clCompileProgram, clLinkProgram) is a list of steps; build_binary.cpp has the ways that begin
// with a binary.
//
// A step works on the compiler's module and returns false if it fails, which ends the list. The
// outcome collects the compiler's log and translates a failure to the error of the call.
#include "core/build/build.h"

#include <algorithm>

#include "compiler/program_dump.h"
#include "core/build/build_cache.h"
#include "core/process/compiler_loader.h"
#include "support/environment.h"
#include "support/trace_events.h"

namespace cl {
namespace {

using compiler::CodePlan;
using compiler::OptionsMode;
using compiler::Trust;

/// Returns the cache entry of a link; an unused one if an input cannot be written.
CachedBuild cacheEntryOfLink(const mux_device_info_s &device, std::span<const Ref<Build>> inputs,
                             std::string_view options) {
  if (!CachedBuild::isOn()) {
    return {};
  }
  std::vector<std::vector<std::byte>> contents;
  for (const Ref<Build> &input : inputs) {
    auto bytes = input->binary();
    if (!bytes) {
      return {};
    }
    contents.push_back(std::move(*bytes));
  }
  return {device, CachedBuild::Step::link, contents, options};
}

/// Reports a build with its options to KILN_PROFILE.
class BuildTrace {
 public:
  BuildTrace(std::string_view name, std::string_view options) : span_("build", name) {
    if (span_.isOn()) {
      span_.setArguments(support::traceArgument("options", options));
    }
  }

 private:
  support::TraceSpan span_;
};

compiler::ProgramDump dumpOf(std::span<const std::byte> origin, std::string_view options,
                             const mux_device_info_s &device) {
  return {origin, options, device.target, device.target_properties};
}

}  // namespace

Ref<Build> Build::build(Context &context, size_t device, const ProgramInput &input,
                        std::string_view options) {
  BuildTrace traced("build", options);
  const std::string all = context.compilerOptions(options);
  CachedBuild cacheEntry(context.device(device).info(), CachedBuild::Step::build, input, all);
  if (auto found = fromCache(context, device, cacheEntry, options, Trust::trusted)) {
    return found;
  }
  auto self = make<Build>(context, device, Call::build, options, Trust::trusted);
  (void)(self->createModule() && self->parse(all, OptionsMode::build) &&
         self->compileInput(input) && self->finalize() && self->generateCode(input.bytes()));
  self->embed(input);
  self->store(cacheEntry);
  return self;
}

Ref<Build> Build::compile(Context &context, size_t device, const ProgramInput &input,
                          std::string_view options) {
  BuildTrace traced("compile", options);
  const std::string all = context.compilerOptions(options);
  CachedBuild cacheEntry(context.device(device).info(), CachedBuild::Step::compile, input, all);
  if (auto found = fromCache(context, device, cacheEntry, options, Trust::trusted)) {
    return found;
  }
  auto self = make<Build>(context, device, Call::compile, options, Trust::trusted);
  (void)(self->createModule() && self->parse(all, OptionsMode::compile) &&
         self->compileInput(input) && self->succeed(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  self->embed(input);
  self->store(cacheEntry);
  return self;
}

Ref<Build> Build::link(Context &context, size_t device, std::span<const Ref<Build>> inputs,
                       std::string_view options) {
  BuildTrace traced("link", options);
  const std::string all = context.compilerOptions(options);
  CachedBuild cacheEntry = cacheEntryOfLink(context.device(device).info(), inputs, all);
  const bool isTrusted = std::ranges::all_of(
      inputs, [](const Ref<Build> &input) { return input->trust_ == Trust::trusted; });
  const auto trust = isTrusted ? Trust::trusted : Trust::untrusted;
  if (auto found = fromCache(context, device, cacheEntry, options, trust)) {
    return found;
  }
  auto self = make<Build>(context, device, Call::link, options, trust);
  const bool isLibrary = hasOption(options, "-create-library");
  std::vector<const compiler::Module *> modules;
  const bool isLinked = self->createModule() && self->openInputs(inputs, modules) &&
                        self->parse(all, OptionsMode::link) &&
                        self->endStep(self->module_->link(modules, isLibrary));
  (void)(isLinked && (isLibrary ? self->succeed(CL_PROGRAM_BINARY_TYPE_LIBRARY)
                                : self->finalize() && self->generateCode()));
  self->embed(inputs);
  self->store(cacheEntry);
  return self;
}

/// Creates an empty module. The first one of the process loads the compiler.
bool Build::createModule() {
  auto opened = target();
  if (!opened) {
    return fail(opened.error());
  }
  module_ = (*opened)->createModule();
  return true;
}

bool Build::parse(std::string_view options, OptionsMode mode) {
  return endStep(module_->parseOptions(options, mode));
}

/// Compiles source or IL to a translation unit, and records the files that the front end has read.
bool Build::compileInput(const ProgramInput &input) {
  if (!endStep(input.compileWith(*module_))) {
    return false;
  }
  if (outcome_.call() == Call::build && compiler::ProgramDump::isWanted()) {
    dumpOf(input.bytes(), options_, context_.device(device_).info()).dumpCompiled(*module_);
  }
  if (EmbeddedSource::isWanted(options_)) {
    source_.recordFiles(*module_);
  }
  return true;
}

/// Appends the modules of all inputs. Each input's lock is held only while its module is opened:
/// linking reads a module and never changes it.
bool Build::openInputs(std::span<const Ref<Build>> inputs,
                       std::vector<const compiler::Module *> &modules) {
  for (const Ref<Build> &input : inputs) {
    std::lock_guard guard(input->mutex_);
    std::string log;
    auto opened = input->openModule(log);
    outcome_.append(log);
    if (!opened) {
      const compiler::Failure &failure = opened.error();
      return fail(failure.code == compiler::Error::notAvailable
                      ? failure
                      : compiler::Failure{failure.code, "An input of the link could not be read."});
    }
    modules.push_back(*opened);
  }
  return true;
}

/// Generates code for all kernels of a finalized module, or makes their jobs if that can wait.
/// Keeps the module: binary() writes it as intermediate code. `origin` is the source or IL of a
/// compilation; empty otherwise.
bool Build::generateCode(std::span<const std::byte> origin) {
  if (compiler::ProgramDump::isWanted()) {
    const auto own = module_->serialize();
    dumpOf(origin.empty() && own ? *own : origin, options_, context_.device(device_).info())
        .dumpFinalized(*module_);
  }
  // For intermediate code, only the generated binary shows if it initialises memory as the context
  // demands.
  const bool isKnown = !origin.empty() || context_.neededKernelFlags() == 0;
  const bool mayWait =
      isKnown && (generateTime() != GenerateTime::build || support::environment().deferred);
  const CodePlan plan = mayWait ? module_->codePlan() : CodePlan::atBuild;
  if (plan == CodePlan::atBuild && !code_.generate(*module_, outcome_)) {
    module_.reset();
    return false;
  }
  if (plan != CodePlan::atBuild) {
    onDemand_.begin(module_->programInfo(), plan == CodePlan::kernels);
  }
  return succeed(CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
}

/// Ends a step of the module: adds its log, and fails the build if it has failed.
bool Build::endStep(const compiler::Result<void> &result) {
  outcome_.append(module_->log());
  return result ? true : fail(result.error());
}

bool Build::fail(const compiler::Failure &failure) {
  outcome_.fail(failure);
  module_.reset();
  return false;
}

bool Build::succeed(cl_program_binary_type kind) {
  outcome_.succeed();
  kind_ = kind;
  if (module_) {
    info_ = module_->programInfo();
  }
  return true;
}

/// Embeds the source or IL of a compilation, if the options ask for it.
void Build::embed(const ProgramInput &input) {
  if (outcome_.isSuccess() && EmbeddedSource::isWanted(options_)) {
    const bool isObject = kind_ == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    source_.embed(input, isObject ? OptionsMode::compile : OptionsMode::build, options_);
  }
}

/// Embeds the sources of a link, if all inputs have theirs.
void Build::embed(std::span<const Ref<Build>> inputs) {
  EmbeddedSource::Program program;
  program.mode = OptionsMode::link;
  program.options = options_;
  for (const Ref<Build> &input : inputs) {
    auto own = input->embedded();
    if (!own || !outcome_.isSuccess()) {
      return;
    }
    std::ranges::move(own->units, std::back_inserter(program.units));
  }
  source_.embed(program);
}

/// Stores a successful build in the cache for later builds. On demand, code follows in entries of
/// its own.
void Build::store(CachedBuild cacheEntry) {
  if (cacheEntry.isUsed() && outcome_.isSuccess()) {
    if (const auto container = onDemand_.isOn() ? write({}) : binary()) {
      cacheEntry.store(*container, onDemand_.areSeparable(), module_->dependencies());
    }
  }
  onDemand_.start(std::move(cacheEntry));
}

Result<Ref<Executable>> Build::codeOf(std::string_view kernel) {
  if (onDemand_.isOn()) {
    return onDemand_.codeOf(kernel);
  }
  std::lock_guard guard(mutex_);
  return code_.executable();
}

/// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY.
Result<Ref<Executable>> Build::generate(const std::string &name) {
  const support::TraceSpan span("code", name);
  const mux_device_info_s &device = code_.device().info();
  if (const auto found = onDemand_.cacheEntry().findKernel(name)) {
    const auto container = ProgramContainer::read(*found);
    const auto code =
        container ? container->codeFor(device) : std::vector<const compiler::ContainerEntry *>();
    if (auto loaded = code.empty() ? Result<Ref<Executable>>(Error{CL_INVALID_BINARY})
                                   : code_.open(code[0]->payload, code[0]->info)) {
      return loaded;
    }
  }
  compiler::Result<compiler::Bytes> binary =
      compiler::Failure{compiler::Error::internalFailure, {}};
  if (auto single = kernel(name)) {
    const JobQueue::Outside outside;
    binary = (*single)->createSpecializedKernel({});
  } else {
    binary = single.error();
  }
  compiler::ContainerEntry common;
  common.info.kernels.push_back(*info_.find(name));
  BuildOutcome outcome(Call::later);
  auto code = code_.open(binary, common.info, outcome);
  if (!code) {
    reportFailure(name, outcome.log());
    return outcome.result().error();
  }
  if (auto library = CompilerLoader::load()) {
    common.driverBuild = (*library)->buildId();
    common.options = options_;
    onDemand_.cacheEntry().storeKernel(
        name, writeContainer(std::move(common), device, {.code = *binary}));
  }
  return code;
}

/// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_OUT_OF_RESOURCES.
Result<Ref<Executable>> Build::generateBaseline(const std::string &name) {
  const support::TraceSpan span("baseline code", name);
  const std::string variant = name + "\nbaseline";
  compiler::ProgramInfo info;
  info.kernels.push_back(*info_.find(name));
  if (const auto cached = cachedVariant(variant)) {
    if (auto code = code_.open(*cached, info)) {
      return code;
    }
  }
  compiler::Kernel *const single = onDemand_.baselineCompiler(name);
  if (!single) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  compiler::SpecializationOptions options;
  options.variant = compiler::CodeVariant::baseline;
  const auto binary = single->createSpecializedKernel(options);
  auto code =
      binary ? code_.open(*binary, info) : Result<Ref<Executable>>(Error{CL_OUT_OF_RESOURCES});
  if (code) {
    cacheVariant(variant, *binary);
  }
  return code;
}

void Build::reportFailure(const std::string &kernel, std::string_view reason) {
  std::string lines = "error: no code can be generated for kernel '" + kernel + "':\n";
  onDemand_.addToLog(lines.append(reason));
}

Result<Ref<Executable>> Build::generateAll() {
  const support::TraceSpan span("code", "all kernels");
  std::lock_guard guard(mutex_);
  if (code_.executable()) {
    return code_.executable();
  }
  BuildOutcome outcome(Call::later);
  std::string log;
  auto module = openModule(log);
  if (!module) {
    outcome.fail(module.error());
  }
  const bool isGenerated = module && code_.generate(**module, outcome);
  onDemand_.addToLog(outcome.log());
  if (!isGenerated) {
    return outcome.result().error();
  }
  if (const auto container = write(code_.binary())) {
    onDemand_.cacheEntry().replace(*container);
  }
  return code_.executable();
}

compiler::Result<std::unique_ptr<compiler::Kernel>> Build::kernel(std::string_view name) {
  std::lock_guard guard(mutex_);
  std::string log;
  auto module = openModule(log);
  if (!module) {
    return module.error();
  }
  return (*module)->createKernel(name);
}

/// CL 3.0 §5.9.1 clCreateKernel: CL_OUT_OF_RESOURCES if the compiler fails.
Result<std::unique_ptr<compiler::Kernel>> Build::deferredKernel(std::string_view name) {
  std::lock_guard guard(mutex_);
  if (!support::environment().deferred || !onDemand_.isOn()) {
    return std::unique_ptr<compiler::Kernel>();
  }
  auto kernel = module_->createKernel(name);
  if (kernel) {
    return std::move(*kernel);
  }
  if (kernel.error().code == compiler::Error::unsupported) {
    return std::unique_ptr<compiler::Kernel>();
  }
  return Error{CL_OUT_OF_RESOURCES};
}

}  // namespace cl
