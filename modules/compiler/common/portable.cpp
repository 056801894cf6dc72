// The bytes of the portable part, and the way from it to a module.

#include "compiler/portable.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "support/byte_io.h"
#include "support/command_words.h"

namespace compiler {
namespace {

constexpr std::array<char, 4> magic = {'K', 'N', 'P', 'P'};
constexpr uint32_t version = 1;

void writeTexts(support::ByteWriter &out, const std::vector<PortableText> &texts) {
  out.write(static_cast<uint32_t>(texts.size()));
  for (const PortableText &text : texts) {
    out.writeString(text.name);
    out.writeString(text.text);
  }
}

std::vector<PortableText> readTexts(support::ByteReader &in) {
  std::vector<PortableText> texts(in.readCount(8));
  for (PortableText &text : texts) {
    text.name = in.readString();
    text.text = in.readString();
  }
  return texts;
}

void writeUnit(support::ByteWriter &out, const PortableUnit &unit) {
  out.write(unit.language);
  out.write(static_cast<uint32_t>(unit.mode));
  out.writeString(unit.options);
  out.writeString(unit.name);
  out.writeBlob(unit.text);
  writeTexts(out, unit.headers);
  writeTexts(out, unit.files);
  out.write(static_cast<uint32_t>(unit.constants.size()));
  for (const PortableConstant &constant : unit.constants) {
    out.write(constant.id);
    out.writeBlob(constant.value);
  }
}

bool readMode(support::ByteReader &in, OptionsMode &mode) {
  const auto value = in.read<uint32_t>();
  mode = static_cast<OptionsMode>(value);
  return value <= static_cast<uint32_t>(OptionsMode::link);
}

bool readUnit(support::ByteReader &in, PortableUnit &unit) {
  unit.language = in.read<PortableLanguage>();
  const bool hasMode = readMode(in, unit.mode);
  unit.options = in.readString();
  unit.name = in.readString();
  const auto text = in.readBlob();
  unit.text.assign(text.begin(), text.end());
  unit.headers = readTexts(in);
  unit.files = readTexts(in);
  constexpr size_t leastBytes = 4 + 8;
  unit.constants.resize(in.readCount(leastBytes));
  for (PortableConstant &constant : unit.constants) {
    constant.id = in.read<uint32_t>();
    const auto value = in.readBlob();
    constant.value.assign(value.begin(), value.end());
  }
  return in.ok() && hasMode && unit.mode != OptionsMode::link &&
         unit.language >= PortableLanguage::openClC && unit.language <= PortableLanguage::bitcode &&
         (unit.language != PortableLanguage::spirv || unit.text.size() % sizeof(uint32_t) == 0);
}

Failure unreadable(const std::string &what) {
  return {Error::invalidBinary, "the portable part " + what};
}

std::string_view textOf(const PortableUnit &unit) {
  return {reinterpret_cast<const char *>(unit.text.data()), unit.text.size()};
}

Result<void> compileOpenCLC(Module &module, const PortableUnit &unit) {
  std::vector<InputHeader> headers;
  for (const PortableText &header : unit.headers) {
    headers.push_back({header.name, header.text});
  }
  std::vector<GivenFile> files;
  for (const PortableText &file : unit.files) {
    files.push_back({file.name, file.text});
  }
  module.setFiles(files);
  return module.compileOpenCLC(withName(unit.name, textOf(unit)), headers);
}

Result<void> compileSPIRV(Module &module, const PortableUnit &unit) {
  std::vector<uint32_t> words(unit.text.size() / sizeof(uint32_t));
  std::memcpy(words.data(), unit.text.data(), words.size() * sizeof(uint32_t));
  std::vector<SpecializationConstant> constants;
  for (const PortableConstant &constant : unit.constants) {
    constants.push_back({constant.id, constant.value});
  }
  return module.compileSPIRV(words, constants);
}

Result<void> compile(Module &module, const PortableUnit &unit) {
  if (auto parsed = module.parseOptions(unit.options, unit.mode); !parsed) {
    return parsed;
  }
  switch (unit.language) {
    case PortableLanguage::openClC:
      return compileOpenCLC(module, unit);
    case PortableLanguage::spirv:
      return compileSPIRV(module, unit);
    case PortableLanguage::bitcode:
      break;
  }
  auto loaded = module.loadSPIR(unit.text);
  return loaded ? module.compileSPIR() : std::move(loaded);
}

/// Links the parts into an empty module, and makes an executable of them if it is to be one.
Result<void> link(Module &module, std::span<const Module *const> parts, ProgramKind kind,
                  std::string &log) {
  const bool isLibrary = kind == ProgramKind::library;
  auto linked = module.link(parts, isLibrary);
  log += module.log();
  if (!linked || isLibrary) {
    return linked;
  }
  auto finalized = module.finalize();
  log += module.log();
  return finalized;
}

}  // namespace

Bytes writePortable(const PortableProgram &program) {
  support::ByteWriter out;
  out.writeBytes(std::as_bytes(std::span(magic)));
  out.write(version);
  out.write(static_cast<uint32_t>(program.mode));
  out.writeString(program.options);
  out.write(static_cast<uint32_t>(program.units.size()));
  for (const PortableUnit &unit : program.units) {
    writeUnit(out, unit);
  }
  return out.take();
}

Result<PortableProgram> readPortable(std::span<const std::byte> bytes) {
  support::ByteReader in(bytes);
  if (!std::ranges::equal(in.readBytes(magic.size()), std::as_bytes(std::span(magic)))) {
    return unreadable("does not begin as one");
  }
  if (const auto written = in.read<uint32_t>(); written != version) {
    return unreadable("has format version " + std::to_string(written) +
                      ", and this driver reads version " + std::to_string(version));
  }
  PortableProgram program;
  bool ok = readMode(in, program.mode);
  program.options = in.readString();
  constexpr size_t leastUnit = 7 * sizeof(uint32_t) + sizeof(uint64_t);
  program.units.resize(in.readCount(leastUnit));
  for (PortableUnit &unit : program.units) {
    ok = ok && readUnit(in, unit);
  }
  if (!ok || !in.ok() || !in.atEnd() || program.units.empty()) {
    return unreadable("is damaged");
  }
  return program;
}

const ContainerEntry *findPortable(std::span<const ContainerEntry> entries) {
  const auto found = std::ranges::find(entries, EntryKind::portable, &ContainerEntry::kind);
  return found == entries.end() ? nullptr : &*found;
}

std::vector<PortableText> portableFiles(const Dependencies &dependencies) {
  std::vector<PortableText> files;
  for (const FileDependency &file : dependencies.files) {
    if (file.isFile()) {
      files.push_back({file.spelling, file.text});
    }
  }
  return files;
}

void addFiles(std::vector<PortableText> &files, std::vector<PortableText> more) {
  for (PortableText &file : more) {
    if (std::ranges::find(files, file.name, &PortableText::name) == files.end()) {
      files.push_back(std::move(file));
    }
  }
}

std::string withName(std::string_view name, std::string_view source) {
  if (name.empty()) {
    return std::string(source);
  }
  return support::lineDirective(name).append(support::withoutByteOrderMark(source));
}

Result<std::unique_ptr<Module>> compilePortable(Target &target, const PortableProgram &program,
                                                ProgramKind kind, std::string &log) {
  const bool isObject = kind == ProgramKind::object;
  if (program.units.empty() || (isObject && program.units.size() != 1)) {
    return unreadable("has not the units that its kind of program is made of");
  }
  std::vector<std::unique_ptr<Module>> parts;
  std::vector<const Module *> inputs;
  for (const PortableUnit &unit : program.units) {
    parts.push_back(target.createModule());
    auto compiled = compile(*parts.back(), unit);
    log += parts.back()->log();
    if (!compiled) {
      return compiled.failure();
    }
    inputs.push_back(parts.back().get());
  }
  if (isObject) {
    return std::move(parts.front());
  }
  auto whole = target.createModule();
  auto parsed = whole->parseOptions(program.options, program.mode);
  log += whole->log();
  if (!parsed) {
    return parsed.failure();
  }
  if (auto linked = link(*whole, inputs, kind, log); !linked) {
    return linked.failure();
  }
  return whole;
}

}  // namespace compiler
