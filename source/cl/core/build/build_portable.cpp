// Reads and writes the embedded source or IL of containers (compiler/portable.h), and builds from
// it.

#include <algorithm>

#include "core/build/build.h"
#include "core/process/compiler_loader.h"

namespace cl {
namespace {

compiler::OptionsMode modeOf(cl_program_binary_type type) {
  return type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ? compiler::OptionsMode::compile
                                                        : compiler::OptionsMode::build;
}

compiler::PortableUnit unitOf(const ProgramInput &input) {
  compiler::PortableUnit unit;
  std::span<const std::byte> text = std::as_bytes(std::span(input.source));
  if (input.language == ProgramInput::Language::spirv) {
    unit.language = compiler::PortableLanguage::spirv;
    text = std::as_bytes(input.words);
  } else if (input.language == ProgramInput::Language::spir) {
    unit.language = compiler::PortableLanguage::bitcode;
    text = input.bitcode;
  }
  unit.text.assign(text.begin(), text.end());
  for (const IncludedHeader &header : input.headers) {
    unit.headers.push_back({header.name, header.source});
  }
  for (const compiler::SpecializationConstant &constant : input.constants) {
    unit.constants.push_back({constant.id, {constant.value.begin(), constant.value.end()}});
  }
  return unit;
}

std::shared_ptr<const std::vector<std::byte>> shared(const compiler::PortableProgram &program) {
  return std::make_shared<const std::vector<std::byte>>(compiler::writePortable(program));
}

bool asksForPortable(std::string_view options) {
  return hasOption(options, "-cl-kiln-portable");
}

}  // namespace

bool hasOption(std::string_view options, std::string_view option) {
  const auto isSpace = [&](size_t at) {
    return options[at] == ' ' || (options[at] >= '\t' && options[at] <= '\r');
  };
  for (size_t at = options.find(option); at != std::string_view::npos;
       at = options.find(option, at + 1)) {
    const size_t end = at + option.size();
    if ((at == 0 || isSpace(at - 1)) && (end == options.size() || isSpace(end))) {
      return true;
    }
  }
  return false;
}

/// Records the files that the front end has just read, if the options ask for embedded source.
void Build::recordFiles() {
  if (asksForPortable(options_)) {
    origin_ = compiler::portableFiles(module_->dependencies());
  }
}

/// Embeds the source or IL of a compilation, if the options ask for it.
void Build::embed(const ProgramInput &input) {
  if (!asksForPortable(options_) || status_ != CL_BUILD_SUCCESS) {
    return;
  }
  compiler::PortableProgram program;
  program.mode = modeOf(kind_);
  program.options = options_;
  program.units.push_back(unitOf(input));
  program.units.back().mode = program.mode;
  program.units.back().options = options_;
  program.units.back().files = std::move(origin_);
  portable_ = shared(program);
}

/// Embeds the sources of a link, if all inputs have theirs.
void Build::embed(std::span<const Ref<Build>> inputs) {
  compiler::PortableProgram program;
  program.mode = compiler::OptionsMode::link;
  program.options = options_;
  for (const Ref<Build> &input : inputs) {
    auto part = input->portable();
    if (!part || status_ != CL_BUILD_SUCCESS) {
      return;
    }
    std::ranges::move(part->units, std::back_inserter(program.units));
  }
  portable_ = shared(program);
}

std::optional<compiler::PortableProgram> Build::portable() {
  std::lock_guard guard(mutex_);
  return readPortable();
}

/// Reads the embedded source or IL. The caller holds mutex_.
std::optional<compiler::PortableProgram> Build::readPortable() const {
  std::span<const std::byte> bytes;
  compiler::Result<std::vector<compiler::ContainerEntry>> entries =
      std::vector<compiler::ContainerEntry>();
  if (portable_) {
    bytes = *portable_;
  } else if (loaded_ && !isSpir()) {
    entries = compiler::readContainer(*loaded_);
    const auto *entry = entries ? compiler::findPortable(*entries) : nullptr;
    bytes = entry ? entry->payload : bytes;
  }
  auto program = compiler::readPortable(bytes);
  return program ? std::optional(std::move(*program)) : std::nullopt;
}

std::string Build::source() {
  const auto program = portable();
  if (!program || program->units.size() != 1 ||
      program->units[0].language != compiler::PortableLanguage::openClC) {
    return {};
  }
  const compiler::Bytes &text = program->units[0].text;
  return {reinterpret_cast<const char *>(text.data()), text.size()};
}

/// Takes the embedded source or IL. Returns false otherwise, with the cause in `reason` if there is
/// one.
bool Build::loadPortable(std::span<const compiler::ContainerEntry> entries, std::string &reason) {
  const compiler::ContainerEntry *entry = compiler::findPortable(entries);
  if (!entry) {
    return false;
  }
  if (!CompilerLoader::isInstalled()) {
    reason = "it has no code for the device, and there is no compiler for its portable part";
    return false;
  }
  if (auto program = compiler::readPortable(entry->payload); !program) {
    reason = program.failure().message;
    return false;
  }
  portable_ =
      std::make_shared<const std::vector<std::byte>>(entry->payload.begin(), entry->payload.end());
  kind_ = typeOf(entry->programKind);
  options_ = entry->options;
  info_ = entry->info;
  return true;
}

/// Copies the embedded source or IL of `loaded`, whose lock is held, for an executable made from
/// it. Returns nothing if there is none. Empty options leave an executable the options of its first
/// build, as for intermediate code.
std::optional<compiler::PortableProgram> Build::embedFrom(const Build &loaded) {
  auto program = loaded.readPortable();
  if (program && (!options_.empty() || loaded.kind_ != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)) {
    program->options = options_;
    program->mode = compiler::OptionsMode::build;
  }
  portable_ = program ? shared(*program) : nullptr;
  return program;
}

/// Builds an executable from the embedded source or IL of `loaded`.
void Build::makeFromPortable(const Build &loaded, std::string_view options) {
  auto target = context_.target(device_);
  auto program = embedFrom(loaded);
  if (!target || !program || !createModule() ||
      !step(module_->parseOptions(options, compiler::OptionsMode::build), Stage::build)) {
    fail(error_ == CL_SUCCESS ? CL_INVALID_BINARY : error_, "The binary could not be read.");
    return;
  }
  program->options = context_.compilerOptions(program->options);
  auto module =
      compiler::compilePortable(**target, *program, compiler::ProgramKind::executable, log_);
  if (!module) {
    const bool isMemory = module.failure().error == compiler::Error::outOfMemory;
    fail(isMemory ? CL_OUT_OF_HOST_MEMORY : CL_BUILD_PROGRAM_FAILURE, module.failure().message);
    return;
  }
  module_ = std::move(*module);
  finishExecutable(*portable_);
}

}  // namespace cl
