// The content decides on the language of an input. A suffix that clc knows has to agree, so that a
// wrong file is refused with a plain message and not with a syntax error:
//
// * 0x07230203 in either byte order: SPIR-V. clc turns it into this machine's order.
// * "BC" 0xc0 0xde, or the number of its wrapper: LLVM bitcode.
// * The container's first bytes: objects and libraries of clc's.
// * Anything else: OpenCL C.

#include "input.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "compiler/container.h"
#include "file.h"
#include "support/command_words.h"

namespace compiler::tools::clc {
namespace {

constexpr uint32_t spirvMagic = 0x07230203;

/// Returns the first four bytes; 0 for a shorter file.
uint32_t firstWord(const Bytes &bytes) {
  uint32_t word = 0;
  if (bytes.size() >= sizeof word) {
    std::memcpy(&word, bytes.data(), sizeof word);
  }
  return word;
}

/// Finds the language by the first bytes.
InputKind kindOfContent(const Bytes &bytes) {
  constexpr uint32_t bitcode = 0xdec04342, wrapper = 0x0b17c0de;  // "BC" 0xc0 0xde
  const uint32_t word = firstWord(bytes);
  if (word == spirvMagic || word == __builtin_bswap32(spirvMagic)) {
    return InputKind::spirv;
  }
  if (word == bitcode || word == wrapper) {
    return InputKind::spir;
  }
  return isContainer(bytes) ? InputKind::container : InputKind::openClC;
}

/// A suffix with the language it promises.
struct Suffix {
  std::string_view text;
  InputKind kind;
  std::string_view description;
};
constexpr Suffix suffixes[] = {{".cl", InputKind::openClC, "OpenCL C"},
                               {".clcpp", InputKind::openClC, "C++ for OpenCL"},
                               {".spv", InputKind::spirv, "a SPIR-V module"},
                               {".bc", InputKind::spir, "LLVM bitcode"},
                               {".kbin", InputKind::container, "a program container"}};

/// A suffix of IL as text, which clc takes in binary form only.
struct Listing {
  std::string_view suffix, advice;
};
constexpr Listing listings[] = {
    {".ll", "LLVM IR as text: llvm-as makes bitcode (.bc) of it, and clc takes bitcode"},
    {".spvasm", "SPIR-V as text: spirv-as makes a module (.spv) of it, and clc takes modules"}};

/// Returns SPIR-V's words in this machine's byte order.
std::vector<uint32_t> wordsOf(const Bytes &bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  if (!words.empty() && words[0] != spirvMagic) {
    std::ranges::transform(words, words.begin(), [](uint32_t w) { return __builtin_bswap32(w); });
  }
  return words;
}

/// Returns the build options with the language of the source's suffix.
std::string optionsFor(const Input &input, const std::string &buildOptions) {
  return input.kind == InputKind::openClC ? support::optionsForSource(input.name, buildOptions)
                                          : buildOptions;
}

/// Adds the folder of the source to the options, for its headers.
std::string optionsWithFolder(const Input &input, const std::string &buildOptions) {
  std::string options = optionsFor(input, buildOptions) + " -I ";
  support::appendEscaped(options, support::folderOf(input.name));
  return options;
}

/// Returns the name for diagnostics.
std::string nameOf(const Input &input) {
  return input.name == "-" ? "<stdin>" : input.name;
}

/// Compiles an input that is no container.
Result<void> compile(Module &module, const Input &input, const std::string &buildOptions) {
  const bool isSource = input.kind == InputKind::openClC;
  const std::string options = isSource ? optionsWithFolder(input, buildOptions) : buildOptions;
  if (auto parsed = module.parseOptions(options, OptionsMode::compile); !parsed) {
    return parsed;
  }
  switch (input.kind) {
    case InputKind::spirv:
      return module.compileSPIRV(wordsOf(input.bytes), {});
    case InputKind::spir: {
      auto loaded = module.loadSPIR(input.bytes);
      return loaded ? module.compileSPIR() : std::move(loaded);
    }
    case InputKind::openClC:
    case InputKind::container:
      break;
  }
  const auto *text = reinterpret_cast<const char *>(input.bytes.data());
  return module.compileOpenCLC(withName(nameOf(input), {text, input.bytes.size()}), {});
}

/// Reads the container's first entry of intermediate code that the target accepts. Without one, for
/// instance from another build of the driver, compiles the embedded source or IL.
Result<std::unique_ptr<Module>> readContainerFor(Target &target, const Input &input,
                                                 std::string &log) {
  auto entries = readContainer(input.bytes);
  if (!entries) {
    return entries.error();
  }
  Failure reason = {Error::invalidBinary, "it has no intermediate code to link"};
  for (const ContainerEntry &entry : *entries) {
    auto module = target.createModule();
    if (entry.programKind == ProgramKind::executable) {
      reason.message = "it is an executable: only objects and libraries can be linked";
    } else if (entry.kind == EntryKind::embedded) {
      continue;
    } else if (auto read = module->deserialize(entry.payload, compiler::Trust::untrusted); !read) {
      reason = read.error();
    } else {
      return module;
    }
  }
  const ContainerEntry *embedded = findEmbedded(*entries);
  if (!embedded || embedded->programKind == ProgramKind::executable) {
    return reason;
  }
  const auto program = readEmbedded(embedded->payload);
  return program ? compileEmbedded(target, *program, embedded->programKind, log) : program.error();
}

}  // namespace

/// Content decides, because a pipe has no suffix. A suffix that says otherwise is a mistake of the
/// user, and an error.
support::Result<Input> readInput(const std::string &name) {
  auto bytes = readFile(name);
  if (!bytes) {
    return bytes.error();
  }
  for (const Listing &listing : listings) {
    if (name.ends_with(listing.suffix)) {
      return support::Failure{"'" + name + "': " + std::string(listing.advice)};
    }
  }
  const InputKind content = kindOfContent(*bytes);
  const auto *suffix = std::ranges::find_if(
      suffixes, [&](const Suffix &candidate) { return name.ends_with(candidate.text); });
  if (suffix != std::end(suffixes) && suffix->kind != content) {
    return support::Failure{"'" + name + "': not " + std::string(suffix->description)};
  }
  return Input{name, content, std::move(*bytes)};
}

Result<std::unique_ptr<Module>> makeModule(const Input &input, Target &target,
                                           const std::string &buildOptions, std::string &log) {
  Result<std::unique_ptr<Module>> made = Failure{Error::internalFailure, ""};
  if (input.kind == InputKind::container) {
    made = readContainerFor(target, input, log);
  } else {
    auto module = target.createModule();
    const auto compiled = compile(*module, input, buildOptions);
    log += module->log();
    made = compiled ? Result<std::unique_ptr<Module>>(std::move(module)) : compiled.error();
  }
  if (!made) {
    return Failure{made.error().code, "'" + input.name + "': " + made.error().message};
  }
  // The folder of the source concerns this machine alone, and stays out of the module's options.
  if (input.kind == InputKind::openClC &&
      !(*made)->parseOptions(optionsFor(input, buildOptions), OptionsMode::compile)) {
    return Failure{Error::internalFailure,
                   "'" + input.name + "': its options changed their meaning"};
  }
  return made;
}

/// Options belong to each unit, since objects in a container may have been built with others.
std::vector<EmbeddedUnit> unitsOf(const Input &input, const std::string &buildOptions) {
  if (input.kind == InputKind::container) {
    const auto entries = readContainer(input.bytes);
    const ContainerEntry *embedded = entries ? findEmbedded(*entries) : nullptr;
    auto program =
        embedded ? readEmbedded(embedded->payload) : Result<EmbeddedProgram>(EmbeddedProgram());
    return program ? std::move(program->units) : std::vector<EmbeddedUnit>();
  }
  EmbeddedUnit unit;
  unit.mode = OptionsMode::compile;
  unit.options = buildOptions;
  unit.text = input.bytes;
  if (input.kind == InputKind::openClC) {
    unit.options = optionsWithFolder(input, buildOptions);
    unit.name = nameOf(input);
  } else if (input.kind == InputKind::spirv) {
    unit.language = EmbeddedLanguage::spirv;
    const auto words = wordsOf(input.bytes);
    const auto bytes = std::as_bytes(std::span(words));
    unit.text.assign(bytes.begin(), bytes.end());
  } else {
    unit.language = EmbeddedLanguage::bitcode;
  }
  return {std::move(unit)};
}

}  // namespace compiler::tools::clc
