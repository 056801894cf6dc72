// Reads and writes program containers (compiler/container.h), and builds programs from them.

#include <algorithm>
#include <array>

#include "compiler/program_dump.h"
#include "core/build/build.h"
#include "core/build/build_cache.h"
#include "core/process/compiler_loader.h"
#include "core/process/driver_build.h"
#include "mux/abi.h"
#include "support/trace_events.h"

namespace cl {
namespace {

compiler::ProgramKind kindOf(cl_program_binary_type type) {
  switch (type) {
    case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
      return compiler::ProgramKind::object;
    case CL_PROGRAM_BINARY_TYPE_LIBRARY:
      return compiler::ProgramKind::library;
    default:
      return compiler::ProgramKind::executable;
  }
}

bool isCompleteIr(const compiler::ContainerEntry &entry) {
  return entry.kind == compiler::EntryKind::ir &&
         entry.programKind == compiler::ProgramKind::executable;
}

/// Compares driver builds as far as possible without the compiler, so that it need not be loaded.
bool isOfThisBuild(const compiler::ContainerEntry &entry) {
  return driverBuild().compiler.empty() || entry.driverBuild == driverBuild().compiler;
}

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

cl_program_binary_type typeOf(compiler::ProgramKind kind) {
  switch (kind) {
    case compiler::ProgramKind::object:
      return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
    case compiler::ProgramKind::library:
      return CL_PROGRAM_BINARY_TYPE_LIBRARY;
    case compiler::ProgramKind::executable:
      break;
  }
  return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

bool isBitcode(std::span<const std::byte> bytes) {
  constexpr std::array<unsigned char, 4> raw = {'B', 'C', 0xc0, 0xde};
  constexpr std::array<unsigned char, 4> wrapper = {0xde, 0xc0, 0x17, 0x0b};
  const auto begins = [&](std::span<const unsigned char> magic) {
    return std::ranges::equal(bytes.first(magic.size()), std::as_bytes(magic));
  };
  return bytes.size() >= raw.size() && (begins(raw) || begins(wrapper));
}

/// Loads the first code in the container that the device accepts. Code for exactly these device
/// properties comes before other code of the same target. Returns false if there is none; `status`
/// then holds any error but CL_INVALID_BINARY, for failures that are not the code's fault.
bool Build::loadCode(std::span<const compiler::ContainerEntry> entries, Status &status) {
  const mux_device_info_s &facts = context_.device(device_).info();
  for (const bool isSame : {true, false}) {
    for (const compiler::ContainerEntry &entry : entries) {
      if (entry.kind != compiler::EntryKind::code || entry.target != facts.target ||
          (entry.facts == facts.compiler_facts) != isSame) {
        continue;
      }
      auto code = Executable::load(context_, device_, entry.payload);
      if (code && !hasNeededFlags(*code, entry.info)) {
        continue;
      }
      if (code) {
        executable_ = std::move(*code);
        kind_ = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
        options_ = entry.options;
        log_ = entry.log;
        info_ = entry.info;
        const auto ir = std::ranges::find_if(entries, isCompleteIr);
        ir_ = ir == entries.end() ? std::span<const std::byte>() : ir->payload;
        return true;
      }
      if (code.error().code != CL_INVALID_BINARY) {
        status = code.error();
        return false;
      }
    }
  }
  return false;
}

/// Reads the first intermediate code that the compiler accepts for the device. Returns false
/// otherwise, with the cause in `reason`.
bool Build::loadIr(std::span<const compiler::ContainerEntry> entries, std::string &reason) {
  reason = "it has no code for the device and no intermediate code";
  for (const compiler::ContainerEntry &entry : entries) {
    if (entry.kind != compiler::EntryKind::ir) {
      continue;
    }
    if (!isOfThisBuild(entry)) {
      reason = "the intermediate code was made by another build of the driver";
      continue;
    }
    auto target = context_.target(device_);
    if (!target) {
      reason = "it has no code for the device, and there is no compiler for its intermediate code";
      return false;
    }
    auto module = (*target)->createModule();
    if (auto read = module->deserialize(entry.payload, trust_); !read) {
      reason = read.failure().message;
    } else if (module->getState() != stateOf(entry.programKind)) {
      reason = "its intermediate code is not of the kind that it says";
    } else {
      module_ = std::move(module);
      ir_ = entry.payload;
      kind_ = typeOf(entry.programKind);
      options_ = entry.options;
      info_ = module_->programInfo();
      return true;
    }
  }
  return false;
}

/// CL 3.0 §5.8.1 clCreateProgramWithBinary: CL_INVALID_BINARY if the device can use nothing in the
/// container.
Result<Ref<Build>> Build::load(Context &context, size_t device, std::span<const std::byte> bytes) {
  auto self = make<Build>(context, device, "");
  self->loaded_ = std::make_shared<std::vector<std::byte>>(bytes.begin(), bytes.end());
  if (isBitcode(bytes)) {
    self->kind_ = CL_PROGRAM_BINARY_TYPE_INTERMEDIATE;
    return self;
  }
  std::string reason;
  auto entries = compiler::readContainer(*self->loaded_);
  if (!entries) {
    reason = entries.failure().message;
  } else {
    Status status;
    if (self->loadCode(*entries, status)) {
      return self;
    }
    if (!status) {
      return status.error();
    }
    // Finalized intermediate code cannot gain memory initialisation; embedded source can.
    const bool isFinal =
        context.neededKernelFlags() != 0 && std::ranges::any_of(*entries, isCompleteIr);
    if ((isFinal && self->loadPortable(*entries, reason)) || self->loadIr(*entries, reason) ||
        self->loadPortable(*entries, reason)) {
      return self;
    }
  }
  context.report("Kiln: clCreateProgramWithBinary, device " +
                 std::string(context.device(device).info().name) + ": " + reason);
  return Error{CL_INVALID_BINARY};
}

/// Takes the compiled object or library from a container of this very driver build.
bool Build::takeObject(std::span<const compiler::ContainerEntry> entries) {
  for (const compiler::ContainerEntry &entry : entries) {
    if (entry.kind == compiler::EntryKind::ir &&
        entry.programKind != compiler::ProgramKind::executable && isOfThisBuild(entry)) {
      ir_ = entry.payload;
      kind_ = typeOf(entry.programKind);
      log_ = entry.log;
      info_ = entry.info;
      return true;
    }
  }
  return false;
}

Ref<Build> Build::fromCache(Context &context, size_t device, const CachedBuild &slot,
                            std::string_view options, compiler::Trust trust) {
  auto container = compiler::ProgramDump::isWanted() ? std::nullopt : slot.find();
  if (!container) {
    return nullptr;
  }
  auto self = make<Build>(context, device, options);
  self->loaded_ = std::make_shared<std::vector<std::byte>>(std::move(*container));
  self->trust_ = trust;
  const auto entries = compiler::readContainer(*self->loaded_);
  Status status;
  if (!entries || !(self->loadCode(*entries, status) || self->takeObject(*entries))) {
    return nullptr;
  }
  self->succeed(self->kind_);
  return self;
}

bool Build::reopen(Build &loaded) {
  if (!createModule()) {
    return false;
  }
  if (auto read = module_->deserialize(loaded.ir_, loaded.trust_); !read) {
    fail(CL_INVALID_BINARY, read.failure().message);
    return false;
  }
  return true;
}

/// Intermediate code of an executable keeps the options of its first build. New options, if any,
/// affect code generation alone.
Ref<Build> Build::rebuild(Context &context, size_t device, Build &loaded,
                          std::string_view options) {
  auto self = make<Build>(context, device, options);
  std::lock_guard guard(loaded.mutex_);
  if (loaded.executable_) {
    self->info_ = loaded.info_;
    self->log_ = loaded.log_;
    self->loaded_ = loaded.loaded_;
    self->ir_ = loaded.ir_;
    self->executable_ = loaded.executable_;
    self->succeed(CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    return self;
  }
  const CachedBuild slot(context.device(device).info(), CachedBuild::Step::rebuild,
                         std::span(loaded.loaded_.get(), 1), context.compilerOptions(options));
  if (auto found = fromCache(context, device, slot, options, loaded.trust_)) {
    return found;
  }
  const support::TraceSpan span("build", "build of intermediate code");
  self->makeAnew(loaded, options);
  self->store(slot);
  return self;
}

/// Builds from the intermediate code of `loaded`; the caller holds its lock.
void Build::makeAnew(Build &loaded, std::string_view options) {
  if (loaded.ir_.empty()) {
    makeFromPortable(loaded, options);
    return;
  }
  (void)embedFrom(loaded);
  if (loaded.kind_ == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    if (reopen(loaded) &&
        (options.empty() ||
         step(module_->parseOptions(options, compiler::OptionsMode::build), Stage::build))) {
      finishExecutable();
    }
    return;
  }
  auto input = loaded.openModule(log_);
  if (!input || !createModule()) {
    fail(input ? error_ : input.error().code, "The binary could not be read.");
    return;
  }
  const compiler::Module *inputs[] = {*input};
  const std::string all = context_.compilerOptions(options);
  if (step(module_->parseOptions(all, compiler::OptionsMode::build), Stage::build) &&
      step(module_->link(inputs, false), Stage::build) && step(module_->finalize(), Stage::build)) {
    finishExecutable();
  }
}

/// CL 3.0 §5.8.4: CL_INVALID_BINARY for damaged intermediate code, CL_BUILD_PROGRAM_FAILURE for
/// embedded source that does not compile.
Result<compiler::Module *> Build::openModule(std::string &log) {
  if (module_) {
    return module_.get();
  }
  auto target = context_.target(device_);
  if (!target) {
    return target.error();
  }
  auto module = (*target)->createModule();
  if (!ir_.empty()) {
    if (auto read = module->deserialize(ir_, trust_); !read) {
      log += read.failure().message + '\n';
      return Error{CL_INVALID_BINARY};
    }
    module_ = std::move(module);
    return module_.get();
  }
  const auto program = portable_ ? readPortable() : std::nullopt;
  if (!program) {
    return Error{CL_INVALID_BINARY};
  }
  auto made = compiler::compilePortable(**target, *program, kindOf(kind_), log);
  if (!made) {
    return Error{CL_BUILD_PROGRAM_FAILURE};
  }
  module_ = std::move(*made);
  return module_.get();
}

/// Errors are those that cl_kiln_kernel_text lists.
Result<std::string> Build::textOf(std::string_view kernel, compiler::EmitKind kind) {
  std::lock_guard guard(mutex_);
  const auto entries = !module_ && ir_.empty() && loaded_
                           ? compiler::readContainer(*loaded_)
                           : compiler::Result<std::vector<compiler::ContainerEntry>>(
                                 std::vector<compiler::ContainerEntry>());
  if (entries) {
    const auto found =
        std::ranges::find(*entries, compiler::EntryKind::ir, &compiler::ContainerEntry::kind);
    ir_ = found == entries->end() ? ir_ : found->payload;
  }
  std::string log;
  auto module = openModule(log);
  if (!module) {
    const bool lacksCompiler = module.error().code == CL_COMPILER_NOT_AVAILABLE;
    return Error{lacksCompiler ? CL_COMPILER_NOT_AVAILABLE : CL_INVALID_OPERATION};
  }
  const auto text = (*module)->emit(kind, kernel);
  if (!text) {
    context_.report("Kiln: a kernel's text: " + text.failure().message);
    return Error{CL_OUT_OF_RESOURCES};
  }
  return std::string(reinterpret_cast<const char *>(text->data()), text->size());
}

/// CL 3.0 §5.8.9 CL_PROGRAM_BINARIES: CL_OUT_OF_RESOURCES if the compiler cannot write the program.
Result<std::vector<std::byte>> Build::binary() {
  std::lock_guard guard(mutex_);
  if (kind_ == CL_PROGRAM_BINARY_TYPE_NONE) {
    return std::vector<std::byte>();
  }
  if (loaded_) {
    return *loaded_;
  }
  if (kind_ == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && !executable_) {
    if (const auto failure = makeExecutable()) {
      return Error{failure->later};
    }
  }
  const auto module = module_->serialize();
  auto target = context_.target(device_);
  auto library = CompilerLoader::load();
  if (!module || !target || !library) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  const mux_device_info_s &facts = context_.device(device_).info();
  compiler::ContainerEntry entry;
  entry.programKind = kindOf(kind_);
  entry.addressBits = facts.address_bits;
  entry.driverBuild = (*library)->buildId();
  entry.options = options_;
  entry.log = log_;
  entry.info = info_;
  std::vector<compiler::ContainerEntry> entries;
  if (executable_) {
    entry.kind = compiler::EntryKind::code;
    entry.abiVersion = MUX_ABI_VERSION;
    entry.target = facts.target;
    entry.facts = facts.compiler_facts;
    entry.payload = code_;
    entries.push_back(entry);
  }
  entry.kind = compiler::EntryKind::ir;
  entry.abiVersion = 0;
  entry.target.clear();
  entry.facts = toString((*target)->info().facts());
  entry.payload = *module;
  entries.push_back(entry);
  if (portable_) {
    entry.kind = compiler::EntryKind::portable;
    entry.facts.clear();
    entry.payload = *portable_;
    entries.push_back(std::move(entry));
  }
  return compiler::writeContainer(entries);
}

}  // namespace cl
