#include "input.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "compiler/container.h"
#include "file.h"

namespace compiler::tools::clc {
namespace {

constexpr uint32_t spirvMagic = 0x07230203;

uint32_t firstWord(const Bytes &bytes) {
  uint32_t word = 0;
  if (bytes.size() >= sizeof word) {
    std::memcpy(&word, bytes.data(), sizeof word);
  }
  return word;
}

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

struct Suffix {
  std::string_view text;
  InputKind kind;
  std::string_view description;
};
constexpr Suffix suffixes[] = {{".cl", InputKind::openClC, "OpenCL C"},
                               {".spv", InputKind::spirv, "a SPIR-V module"},
                               {".bc", InputKind::spir, "LLVM bitcode"},
                               {".kbin", InputKind::container, "a program container"}};

std::vector<uint32_t> wordsOf(const Bytes &bytes) {
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), words.size() * sizeof(uint32_t));
  if (!words.empty() && words[0] != spirvMagic) {
    std::ranges::transform(words, words.begin(), [](uint32_t w) { return __builtin_bswap32(w); });
  }
  return words;
}

/// As clc's own, where diagnostics name the file, and its folder is searched for headers.
struct Source {
  std::string text, options;
};

Source sourceOf(const Input &input, const std::string &buildOptions) {
  Source source = {"#line 1 \"", buildOptions};
  for (char c : input.name == "-" ? std::string("<stdin>") : input.name) {
    if (c == '"' || c == '\\') {
      source.text += '\\';
    }
    source.text += c == '\n' ? ' ' : c;
  }
  source.text += "\"\n";
  source.text.append(reinterpret_cast<const char *>(input.bytes.data()), input.bytes.size());
  const size_t slash = input.name.rfind('/');
  source.options += " -I ";
  for (char c : slash == std::string::npos ? "." : input.name.substr(0, slash + 1)) {
    if (c == '"' || c == '\\' || c == ' ' || c == '\t' || c == '\n') {
      source.options += '\\';
    }
    source.options += c;
  }
  return source;
}

Result<void> compile(Module &module, const Input &input, const std::string &buildOptions) {
  const Source source =
      input.kind == InputKind::openClC ? sourceOf(input, buildOptions) : Source{"", buildOptions};
  if (auto parsed = module.parseOptions(source.options, OptionsMode::compile); !parsed) {
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
  return module.compileOpenCLC(source.text, {});
}

/// The first object or library in the container that the target can read.
Result<void> readContainerInto(Module &module, const Input &input) {
  auto entries = readContainer(input.bytes);
  if (!entries) {
    return entries.failure();
  }
  Failure reason = {Error::invalidBinary, "it has no intermediate code to link"};
  for (const ContainerEntry &entry : *entries) {
    if (entry.programKind == ProgramKind::executable) {
      reason.message = "it is an executable: only objects and libraries can be linked";
    } else if (auto read = module.deserialize(entry.payload); !read) {
      reason = read.failure();
    } else {
      return {};
    }
  }
  return reason;
}

}  // namespace

std::optional<Input> readInput(const std::string &name, std::string &error) {
  auto bytes = readFile(name, error);
  if (!bytes) {
    return std::nullopt;
  }
  const InputKind content = kindOfContent(*bytes);
  const auto *suffix = std::ranges::find_if(
      suffixes, [&](const Suffix &candidate) { return name.ends_with(candidate.text); });
  if (suffix != std::end(suffixes) && suffix->kind != content) {
    error = "'" + name + "': not " + std::string(suffix->description);
    return std::nullopt;
  }
  return Input{name, content, std::move(*bytes)};
}

std::unique_ptr<Module> makeModule(const Input &input, Target &target,
                                   const std::string &buildOptions, std::string &log,
                                   std::string &error) {
  auto module = target.createModule();
  auto made = input.kind == InputKind::container ? readContainerInto(*module, input)
                                                 : compile(*module, input, buildOptions);
  log += module->log();
  if (!made) {
    error = "'" + input.name + "': " + made.failure().message;
    return nullptr;
  }
  // Without what concerns this machine alone.
  if (input.kind == InputKind::openClC &&
      !module->parseOptions(buildOptions, OptionsMode::compile)) {
    error = "'" + input.name + "': its options changed their meaning";
    return nullptr;
  }
  return module;
}

}  // namespace compiler::tools::clc
