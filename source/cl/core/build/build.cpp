#include "core/build/build.h"

#include "compiler/program_dump.h"
#include "core/build/build_cache.h"
#include "support/environment.h"
#include "support/trace_events.h"

namespace cl {
namespace {

bool isDeferred(const compiler::Module &, Context &context, size_t device) {
  if (!support::environment().deferred) {
    return false;
  }
  auto target = context.target(device);
  return target && (*target)->info().supportsDeferredCompilation();
}

compiler::Result<void> compileInput(compiler::Module &module, const ProgramInput &input) {
  switch (input.language) {
    case ProgramInput::Language::spirv:
      return module.compileSPIRV(input.words, input.constants);
    case ProgramInput::Language::spir: {
      auto loaded = module.loadSPIR(input.bitcode);
      return loaded ? module.compileSPIR() : std::move(loaded);
    }
    case ProgramInput::Language::openClC:
      break;
  }
  std::vector<compiler::InputHeader> headers;
  for (const IncludedHeader &header : input.headers) {
    headers.push_back({header.name, header.source});
  }
  return module.compileOpenCLC(input.source, headers);
}

/// Returns the cache slot of a link; an unused one if an input cannot be written.
CachedBuild slotOfLink(const mux_device_info_s &device, std::span<const Ref<Build>> inputs,
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

/// Returns the source or intermediate language.
std::span<const std::byte> bytesOf(const ProgramInput &input) {
  switch (input.language) {
    case ProgramInput::Language::spirv:
      return std::as_bytes(input.words);
    case ProgramInput::Language::spir:
      return input.bitcode;
    case ProgramInput::Language::openClC:
      break;
  }
  return std::as_bytes(std::span(input.source));
}

compiler::ProgramDump dumpOf(std::span<const std::byte> origin, std::string_view options,
                             const mux_device_info_s &device) {
  return {origin, options, device.target, device.compiler_facts};
}

}  // namespace

void Build::fail(cl_int error, std::string_view message) {
  status_ = CL_BUILD_ERROR;
  error_ = error;
  if (!message.empty() && log_.find(message) == std::string::npos) {
    log_.append(message).append("\n");
  }
  module_.reset();
}

void Build::fail(const compiler::Failure &failure, Stage stage) {
  constexpr cl_int failed[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE,
                               CL_LINK_PROGRAM_FAILURE};
  cl_int error = failed[static_cast<int>(stage)];
  switch (failure.error) {
    case compiler::Error::invalidBuildOptions:
      error = CL_INVALID_BUILD_OPTIONS;
      break;
    case compiler::Error::invalidCompilerOptions:
      error = CL_INVALID_COMPILER_OPTIONS;
      break;
    case compiler::Error::invalidLinkerOptions:
      error = CL_INVALID_LINKER_OPTIONS;
      break;
    case compiler::Error::invalidBinary:
      error = CL_INVALID_BINARY;
      break;
    case compiler::Error::outOfMemory:
      error = CL_OUT_OF_HOST_MEMORY;
      break;
    default:
      break;
  }
  fail(error, failure.message);
}

/// Appends the compiler's log. Returns false, and fails the build, if the step failed.
bool Build::step(const compiler::Result<void> &result, Stage stage) {
  log_ += module_->log();
  if (!result) {
    fail(result.failure(), stage);
  }
  return static_cast<bool>(result);
}

bool Build::createModule() {
  auto target = context_.target(device_);
  if (!target) {
    fail(target.error().code, context_.whyNoTarget(device_));
    return false;
  }
  module_ = (*target)->createModule();
  return true;
}

void Build::succeed(cl_program_binary_type kind) {
  status_ = CL_BUILD_SUCCESS;
  kind_ = kind;
  if (module_) {
    info_ = module_->programInfo();
  }
}

/// Generates code for all kernels of a finalized module, unless compilation is deferred. Keeps the
/// module: binary() writes it as intermediate code.
void Build::finishExecutable(std::span<const std::byte> origin) {
  if (compiler::ProgramDump::isWanted()) {
    const auto own = module_->serialize();
    dumpOf(origin.empty() && own ? *own : origin, options_, context_.device(device_).info())
        .dumpFinalized(*module_);
  }
  // For intermediate code, only the generated binary shows if it initialises memory as the context
  // demands.
  const bool isKnown = !origin.empty() || context_.neededKernelFlags() == 0;
  isDeferred_ = isKnown && isDeferred(*module_, context_, device_);
  if (!isDeferred_) {
    const auto failure = makeExecutable();
    log_ += module_->log();
    if (failure) {
      fail(failure->atBuild, failure->text);
      return;
    }
  }
  succeed(CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
}

/// CL 3.0 §5.8.4 clBuildProgram: CL_BUILD_PROGRAM_FAILURE if no code can be generated or the device
/// refuses it; CL_INVALID_BINARY for intermediate code without the memory initialisation that the
/// context demands (cl_khr_initialize_memory).
std::optional<Build::CodeFailure> Build::makeExecutable() {
  auto binary = module_->createBinary();
  if (!binary) {
    return CodeFailure{CL_BUILD_PROGRAM_FAILURE, CL_BUILD_PROGRAM_FAILURE,
                       "The program could not be turned into code for the device."};
  }
  auto loaded = Executable::load(context_, device_, *binary);
  if (!loaded && loaded.error().code == CL_INVALID_BINARY) {
    return CodeFailure{
        CL_BUILD_PROGRAM_FAILURE, CL_INVALID_BINARY,
        "The device refuses the binary that was made for it: the target's runtime half and "
        "its compiler half do not agree on properties, machine, relocations or page size."};
  }
  if (!loaded) {
    const cl_int error = loaded.error().code;
    return CodeFailure{error, error, "The program could not be brought to the device."};
  }
  if (!hasNeededFlags(*loaded, module_->programInfo())) {
    return CodeFailure{
        CL_INVALID_BINARY, CL_INVALID_PROGRAM_EXECUTABLE,
        "The context initializes memory (CL_CONTEXT_MEMORY_INITIALIZE_KHR), and the binary was "
        "built without that: it needs -cl-kiln-zero-local-memory or -cl-kiln-zero-private-memory."};
  }
  code_ = std::move(*binary);
  executable_ = std::move(*loaded);
  return std::nullopt;
}

/// Tells if the code initialises memory as the context demands. All kernels of a program are alike
/// in this.
bool Build::hasNeededFlags(const Ref<Executable> &executable,
                           const compiler::ProgramInfo &info) const {
  const uint32_t needed = context_.neededKernelFlags();
  if (needed == 0 || info.kernels.empty()) {
    return true;
  }
  const auto kernel = LoadedKernel::find(executable, info.kernels.front().name.c_str());
  return kernel && ((*kernel)->descriptor().flags & needed) == needed;
}

Ref<Build> Build::begin(Context &context, size_t device, std::string_view options,
                        compiler::Trust trust) {
  auto self = make<Build>(context, device, options);
  self->trust_ = trust;
  (void)self->createModule();
  return self;
}

Ref<Build> Build::build(Context &context, size_t device, const ProgramInput &input,
                        std::string_view options) {
  BuildTrace traced("build", options);
  const std::string all = context.compilerOptions(options);
  const CachedBuild slot(context.device(device).info(), CachedBuild::Step::build, input, all);
  if (auto found = fromCache(context, device, slot, options, compiler::Trust::trusted)) {
    return found;
  }
  auto self = begin(context, device, options, compiler::Trust::trusted);
  if (!self->module_) {
    return self;
  }
  compiler::Module &module = *self->module_;
  if (self->step(module.parseOptions(all, compiler::OptionsMode::build), Stage::build) &&
      self->step(compileInput(module, input), Stage::build)) {
    if (compiler::ProgramDump::isWanted()) {
      dumpOf(bytesOf(input), options, context.device(device).info()).dumpCompiled(module);
    }
    self->recordFiles();
    if (self->step(module.finalize(), Stage::build)) {
      self->finishExecutable(bytesOf(input));
    }
  }
  self->embed(input);
  self->store(slot);
  return self;
}

/// Stores the build in the cache for later builds.
void Build::store(const CachedBuild &slot) {
  if (!slot.isUsed() || status_ != CL_BUILD_SUCCESS || isDeferred_) {
    return;
  }
  if (const auto container = binary()) {
    slot.store(*container, module_->dependencies());
  }
}

Ref<Build> Build::compile(Context &context, size_t device, const ProgramInput &input,
                          std::string_view options) {
  BuildTrace traced("compile", options);
  const std::string all = context.compilerOptions(options);
  const CachedBuild slot(context.device(device).info(), CachedBuild::Step::compile, input, all);
  if (auto found = fromCache(context, device, slot, options, compiler::Trust::trusted)) {
    return found;
  }
  auto self = begin(context, device, options, compiler::Trust::trusted);
  if (!self->module_) {
    return self;
  }
  compiler::Module &module = *self->module_;
  if (self->step(module.parseOptions(all, compiler::OptionsMode::compile), Stage::compile) &&
      self->step(compileInput(module, input), Stage::compile)) {
    self->recordFiles();
    self->succeed(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  }
  self->embed(input);
  self->store(slot);
  return self;
}

Ref<Build> Build::link(Context &context, size_t device, std::span<const Ref<Build>> inputs,
                       std::string_view options) {
  BuildTrace traced("link", options);
  const std::string all = context.compilerOptions(options);
  const CachedBuild slot = slotOfLink(context.device(device).info(), inputs, all);
  const bool isTrusted = std::ranges::all_of(
      inputs, [](const Ref<Build> &input) { return input->trust_ == compiler::Trust::trusted; });
  const auto trust = isTrusted ? compiler::Trust::trusted : compiler::Trust::untrusted;
  if (auto found = fromCache(context, device, slot, options, trust)) {
    return found;
  }
  auto self = begin(context, device, options, trust);
  if (!self->module_) {
    return self;
  }
  std::vector<const compiler::Module *> modules;
  for (const Ref<Build> &input : inputs) {
    std::lock_guard guard(input->mutex_);
    auto opened = input->openModule(self->log_);
    if (!opened) {
      const cl_int error = opened.error().code;
      self->fail(error == CL_BUILD_PROGRAM_FAILURE ? CL_LINK_PROGRAM_FAILURE : error,
                 error == CL_COMPILER_NOT_AVAILABLE ? context.whyNoTarget(device)
                                                    : "An input of the link could not be read.");
      return self;
    }
    modules.push_back(*opened);
  }
  const bool library = hasOption(options, "-create-library");
  compiler::Module &module = *self->module_;
  const bool linked =
      self->step(module.parseOptions(all, compiler::OptionsMode::link), Stage::link) &&
      self->step(module.link(modules, library), Stage::link);
  if (linked && library) {
    self->succeed(CL_PROGRAM_BINARY_TYPE_LIBRARY);
  } else if (linked && self->step(module.finalize(), Stage::link)) {
    self->finishExecutable();
  }
  if (self->error_ == CL_BUILD_PROGRAM_FAILURE) {
    self->error_ = CL_LINK_PROGRAM_FAILURE;
  }
  self->embed(inputs);
  self->store(slot);
  return self;
}

Result<Ref<Executable>> Build::executable() {
  std::lock_guard guard(mutex_);
  if (!executable_) {
    if (const auto failure = makeExecutable()) {
      return Error{failure->later};
    }
  }
  return executable_;
}

/// No clause: callers of Build::kernel treat every error as "no variant".
Result<std::unique_ptr<compiler::Kernel>> Build::kernel(std::string_view name) {
  std::lock_guard guard(mutex_);
  std::string log;
  auto module = openModule(log);
  if (!module) {
    return Error{CL_INVALID_OPERATION};
  }
  auto kernel = (*module)->createKernel(name);
  if (!kernel) {
    return Error{CL_INVALID_OPERATION};
  }
  return std::move(*kernel);
}

/// CL 3.0 §5.9.1 clCreateKernel: CL_OUT_OF_RESOURCES if the compiler fails.
Result<std::unique_ptr<compiler::Kernel>> Build::deferredKernel(std::string_view name) {
  std::lock_guard guard(mutex_);
  if (!isDeferred_) {
    return std::unique_ptr<compiler::Kernel>();
  }
  auto kernel = module_->createKernel(name);
  if (kernel) {
    return std::move(*kernel);
  }
  if (kernel.failure().error == compiler::Error::unsupported) {
    return std::unique_ptr<compiler::Kernel>();
  }
  return Error{CL_OUT_OF_RESOURCES};
}

}  // namespace cl
