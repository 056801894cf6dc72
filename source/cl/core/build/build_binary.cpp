// Builds that begin with a binary: a container of the application's (clCreateProgramWithBinary) or
// of the cache. A container holds a program in up to three forms. From the cheapest to use to the
// most general: code for the device, intermediate code for this build of the driver, and embedded
// source or IL.

#include <algorithm>

#include "compiler/program_dump.h"
#include "core/build/build.h"
#include "core/build/build_cache.h"
#include "core/process/compiler_loader.h"
#include "support/trace_events.h"

namespace cl {
namespace {

using compiler::OptionsMode;

/// Returns the compiler's module state for a kind of program.
compiler::ModuleState stateOf(compiler::ProgramKind kind) {
  switch (kind) {
    case compiler::ProgramKind::object:
      return compiler::ModuleState::compiled;
    case compiler::ProgramKind::library:
      return compiler::ModuleState::library;
    case compiler::ProgramKind::executable:
      break;
  }
  return compiler::ModuleState::finalized;
}

}  // namespace

/// Takes the first code in the container that the device accepts. CL 3.0 §5.8.1
/// clCreateProgramWithBinary: CL_INVALID_BINARY if there is none, or another error that is not the
/// code's fault.
Status Build::loadCode(const ProgramContainer &container) {
  for (const compiler::ContainerEntry *entry : container.codeFor(code_.device().info())) {
    const Status status = code_.load(entry->payload, entry->info);
    if (status) {
      kind_ = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
      options_ = entry->options;
      outcome_.append(entry->log);
      info_ = entry->info;
      const auto *program = container.completeProgram();
      ir_ = program ? program->payload : std::span<const std::byte>();
      return success();
    }
    if (status.error().code != CL_INVALID_BINARY) {
      return status;
    }
  }
  return Error{CL_INVALID_BINARY};
}

/// Takes the compiled object or library from a container of this very driver build.
bool Build::loadObject(const ProgramContainer &container) {
  const compiler::ContainerEntry *entry = container.object();
  if (!entry) {
    return false;
  }
  ir_ = entry->payload;
  kind_ = typeOf(entry->programKind);
  outcome_.append(entry->log);
  info_ = entry->info;
  return true;
}

/// Reads the first intermediate code that the compiler accepts for the device.
compiler::Result<void> Build::loadIntermediateCode(const ProgramContainer &container) {
  compiler::Failure failure = {compiler::Error::invalidBinary,
                               "it has no code for the device and no intermediate code"};
  for (const compiler::ContainerEntry *entry : container.intermediateCode()) {
    if (!ProgramContainer::isOfThisBuild(*entry)) {
      failure.message = "the intermediate code was made by another build of the driver";
      continue;
    }
    auto opened = target();
    if (!opened) {
      failure.message =
          "it has no code for the device, and there is no compiler for its intermediate code";
      return failure;
    }
    auto module = (*opened)->createModule();
    if (auto read = module->deserialize(entry->payload, trust_); !read) {
      failure = read.error();
    } else if (module->getState() != stateOf(entry->programKind)) {
      failure.message = "its intermediate code is not of the kind that it says";
    } else {
      module_ = std::move(module);
      ir_ = entry->payload;
      kind_ = typeOf(entry->programKind);
      options_ = entry->options;
      info_ = module_->programInfo();
      return {};
    }
  }
  return failure;
}

/// Takes the embedded source or IL. The container has one.
compiler::Result<void> Build::loadEmbeddedSource(const ProgramContainer &container) {
  const compiler::ContainerEntry &entry = *container.embeddedSource();
  if (!CompilerLoader::isInstalled()) {
    return compiler::Failure{
        compiler::Error::notAvailable,
        "it has no code for the device, and there is no compiler for its embedded source or IL"};
  }
  if (auto program = compiler::readEmbedded(entry.payload); !program) {
    return program.error();
  }
  source_.assign(entry.payload);
  kind_ = typeOf(entry.programKind);
  options_ = entry.options;
  info_ = entry.info;
  return {};
}

/// Takes intermediate code, or else the embedded source or IL. Finalized intermediate code cannot
/// gain the memory initialisation that the context demands; embedded source can, and so comes first
/// then.
compiler::Result<void> Build::loadInput(const ProgramContainer &container) {
  const bool isFinal = context_.neededKernelFlags() != 0 && container.completeProgram();
  if (isFinal && container.embeddedSource() && loadEmbeddedSource(container)) {
    return {};
  }
  auto loaded = loadIntermediateCode(container);
  return loaded || !container.embeddedSource() ? std::move(loaded) : loadEmbeddedSource(container);
}

/// CL 3.0 §5.8.1 clCreateProgramWithBinary: CL_INVALID_BINARY if the device can use nothing in the
/// container.
Result<Ref<Build>> Build::load(Context &context, size_t device, std::span<const std::byte> bytes) {
  auto self = make<Build>(context, device, Call::build, "", compiler::Trust::untrusted);
  self->loaded_ = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  if (isBitcode(bytes)) {
    self->kind_ = CL_PROGRAM_BINARY_TYPE_INTERMEDIATE;
    return self;
  }
  const auto container = ProgramContainer::read(*self->loaded_);
  if (container) {
    const Status status = self->loadCode(*container);
    if (status) {
      return self;
    }
    if (status.error().code != CL_INVALID_BINARY) {
      return status.error();
    }
  }
  const auto loaded =
      container ? self->loadInput(*container) : compiler::Result<void>(container.error());
  if (loaded) {
    return self;
  }
  context.report("Kiln: clCreateProgramWithBinary, device " +
                 std::string(context.device(device).info().name) + ": " + loaded.error().message);
  return Error{CL_INVALID_BINARY};
}

/// Returns the cached build, or null if there is none that the device accepts. Reads intermediate
/// code on demand. `trust` is the trust in the inputs of the build.
Ref<Build> Build::fromCache(Context &context, size_t device, CachedBuild &cacheEntry,
                            std::string_view options, compiler::Trust trust) {
  auto found = compiler::ProgramDump::isWanted() ? std::nullopt : cacheEntry.find();
  if (!found) {
    return nullptr;
  }
  auto self = make<Build>(context, device, Call::build, options, trust);
  self->loaded_ = std::make_shared<std::vector<std::byte>>(std::move(found->container));
  const auto container = ProgramContainer::read(*self->loaded_);
  if (!container || !(self->loadCode(*container) || self->loadObject(*container) ||
                      self->loadOnDemand(*container, found->hasKernels, cacheEntry))) {
    return nullptr;
  }
  if (!self->onDemand_.isOn()) {
    self->onDemand_.start(cacheEntry);
  }
  self->succeed(self->kind_);
  return self;
}

/// The background generates nothing here: the process that built the program had no need of the
/// rest, and this one may do without the compiler.
bool Build::loadOnDemand(const ProgramContainer &container, bool hasKernels,
                         CachedBuild &cacheEntry) {
  const compiler::ContainerEntry *program = container.completeProgram();
  if (!program || !ProgramContainer::isOfThisBuild(*program)) {
    return false;
  }
  kind_ = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  options_ = program->options;
  outcome_.append(program->log);
  info_ = program->info;
  ir_ = program->payload;
  if (const auto *source = container.embeddedSource()) {
    source_.assign(source->payload);
  }
  onDemand_.begin(info_, hasKernels);
  onDemand_.start(cacheEntry);
  return generateTime() != GenerateTime::build || onDemand_.codeOfAll();
}

/// A build with the loaded code, the cached build, or a new one from the most specific form in the
/// binary.
Ref<Build> Build::rebuild(Context &context, size_t device, Build &loaded,
                          std::string_view options) {
  auto self = make<Build>(context, device, Call::build, options, compiler::Trust::untrusted);
  std::lock_guard guard(loaded.mutex_);
  if (self->reuse(loaded)) {
    return self;
  }
  CachedBuild cacheEntry(context.device(device).info(), CachedBuild::Step::rebuild,
                         std::span(loaded.loaded_.get(), 1), context.compilerOptions(options));
  if (auto found = fromCache(context, device, cacheEntry, options, loaded.trust_)) {
    return found;
  }
  const support::TraceSpan span("build", "build of intermediate code");
  if (loaded.ir_.empty()) {
    (void)self->recompile(loaded, options);
  } else if (loaded.kind_ == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    (void)self->regenerate(loaded, options);
  } else {
    (void)self->relink(loaded, options);
  }
  self->store(cacheEntry);
  return self;
}

/// Shares the loaded code, if there is any. The caller holds the lock of `loaded`.
bool Build::reuse(const Build &loaded) {
  if (!loaded.code_.executable()) {
    return false;
  }
  info_ = loaded.info_;
  outcome_.append(loaded.outcome_.log());
  loaded_ = loaded.loaded_;
  ir_ = loaded.ir_;
  code_.share(loaded.code_);
  return succeed(CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
}

/// Generates code from the intermediate code of an executable. It keeps the options of its first
/// build; new options, if any, affect code generation alone. The caller holds the lock of `loaded`.
bool Build::regenerate(Build &loaded, std::string_view options) {
  (void)embedFrom(loaded);
  if (!createModule()) {
    return false;
  }
  if (auto read = module_->deserialize(loaded.ir_, loaded.trust_); !read) {
    return fail({compiler::Error::invalidBinary, read.error().message});
  }
  return (options.empty() || parse(options, OptionsMode::build)) && generateCode();
}

/// Links an executable from a compiled object or library. The caller holds the lock of `loaded`.
bool Build::relink(Build &loaded, std::string_view options) {
  (void)embedFrom(loaded);
  std::string log;
  auto input = loaded.openModule(log);
  outcome_.append(log);
  if (!input) {
    return fail({input.error().code, "The binary could not be read."});
  }
  const compiler::Module *inputs[] = {*input};
  return createModule() && parse(context_.compilerOptions(options), OptionsMode::build) &&
         endStep(module_->link(inputs, false)) && finalize() && generateCode();
}

/// Builds an executable from the embedded source or IL. The caller holds the lock of `loaded`.
bool Build::recompile(const Build &loaded, std::string_view options) {
  auto opened = target();
  auto program = embedFrom(loaded);
  if (!opened || !program) {
    return fail({compiler::Error::invalidBinary, "The binary could not be read."});
  }
  if (!createModule() || !parse(options, OptionsMode::build)) {
    return false;
  }
  program->options = context_.compilerOptions(program->options);
  std::string log;
  auto module =
      compiler::compileEmbedded(**opened, *program, compiler::ProgramKind::executable, log);
  outcome_.append(log);
  if (!module) {
    const bool isMemory = module.error().code == compiler::Error::outOfMemory;
    return fail({isMemory ? compiler::Error::outOfMemory : compiler::Error::compileFailure,
                 module.error().message});
  }
  module_ = std::move(*module);
  return generateCode(source_.bytes());
}

/// Copies the embedded source or IL of `loaded` for an executable made from it. Returns nothing if
/// there is none. Empty options leave an executable the options of its first build, as for
/// intermediate code. The caller holds the lock of `loaded`.
std::optional<EmbeddedSource::Program> Build::embedFrom(const Build &loaded) {
  auto program = loaded.readEmbedded();
  if (program && (!options_.empty() || loaded.kind_ != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)) {
    program->options = options_;
    program->mode = OptionsMode::build;
  }
  if (program) {
    source_.embed(*program);
  }
  return program;
}

/// Reads the embedded source or IL. The caller holds mutex_, or has the build for itself.
std::optional<EmbeddedSource::Program> Build::readEmbedded() const {
  return source_.read(loaded_ && !isSpir() ? std::span<const std::byte>(*loaded_)
                                           : std::span<const std::byte>());
}

std::optional<EmbeddedSource::Program> Build::embedded() {
  std::lock_guard guard(mutex_);
  return readEmbedded();
}

std::string Build::source() {
  const auto program = embedded();
  if (!program || program->units.size() != 1 ||
      program->units[0].language != compiler::EmbeddedLanguage::openClC) {
    return {};
  }
  const compiler::Bytes &text = program->units[0].text;
  return {reinterpret_cast<const char *>(text.data()), text.size()};
}

/// Returns the compiler's module, read from intermediate code or compiled from embedded source if
/// need be. `log` gets the compiler's messages. compiler::Error::notAvailable without a compiler,
/// invalidBinary for damaged code or none, compileFailure for source that does not compile.
compiler::Result<compiler::Module *> Build::openModule(std::string &log) {
  if (module_) {
    return module_.get();
  }
  auto opened = target();
  if (!opened) {
    return opened.error();
  }
  if (!ir_.empty()) {
    auto module = (*opened)->createModule();
    if (auto read = module->deserialize(ir_, trust_); !read) {
      log += read.error().message + '\n';
      return compiler::Failure{compiler::Error::invalidBinary, read.error().message};
    }
    module_ = std::move(module);
    return module_.get();
  }
  const auto program = source_.isEmpty() ? std::nullopt : source_.read({});
  if (!program) {
    return compiler::Failure{compiler::Error::invalidBinary, "there is no intermediate code"};
  }
  auto made = compiler::compileEmbedded(**opened, *program, kindOf(kind_), log);
  if (!made) {
    return compiler::Failure{compiler::Error::compileFailure, made.error().message};
  }
  module_ = std::move(*made);
  return module_.get();
}

/// cl_kiln_kernel_text, clGetKernelWorkGroupInfo: CL_COMPILER_NOT_AVAILABLE, CL_INVALID_OPERATION
/// without intermediate code, CL_OUT_OF_RESOURCES if the compiler fails.
Result<std::string> Build::textOf(std::string_view kernel, compiler::EmitKind kind) {
  if (isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  std::lock_guard guard(mutex_);
  if (!module_ && ir_.empty() && loaded_) {
    const auto container = ProgramContainer::read(*loaded_);
    for (const auto *entry : container ? container->intermediateCode()
                                       : std::vector<const compiler::ContainerEntry *>()) {
      ir_ = ir_.empty() ? entry->payload : ir_;
    }
  }
  std::string log;
  auto module = openModule(log);
  if (!module) {
    const bool lacksCompiler = module.error().code == compiler::Error::notAvailable;
    return Error{lacksCompiler ? CL_COMPILER_NOT_AVAILABLE : CL_INVALID_OPERATION};
  }
  const auto text = (*module)->emit(kind, kernel);
  if (!text) {
    context_.report("Kiln: a kernel's text: " + text.error().message);
    return Error{CL_OUT_OF_RESOURCES};
  }
  return std::string(reinterpret_cast<const char *>(text->data()), text->size());
}

/// CL 3.0 §5.8.9 CL_PROGRAM_BINARIES: CL_OUT_OF_RESOURCES if the compiler cannot write the program.
Result<std::vector<std::byte>> Build::binary() {
  if (onDemand_.isOn()) {
    if (auto code = onDemand_.codeOfAll(); !code) {
      return code.error();
    }
  }
  std::lock_guard guard(mutex_);
  if (kind_ == CL_PROGRAM_BINARY_TYPE_NONE) {
    return std::vector<std::byte>();
  }
  return loaded_ && !onDemand_.isOn() ? *loaded_ : write(code_.binary());
}

Result<std::vector<std::byte>> Build::write(std::span<const std::byte> code) {
  const auto module = module_->serialize();
  auto opened = target();
  auto library = CompilerLoader::load();
  if (!module || !opened || !library) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  compiler::ContainerEntry common;
  common.programKind = kindOf(kind_);
  common.driverBuild = (*library)->buildId();
  common.options = options_;
  common.log = log();
  common.info = info_;
  ProgramPayloads payloads = {.code = code, .intermediateCode = *module};
  payloads.frontEndProperties = toString((*opened)->info().properties());
  if (!source_.isEmpty()) {
    payloads.embeddedSource = source_.bytes();
  }
  return writeContainer(std::move(common), code_.device().info(), payloads);
}

}  // namespace cl
