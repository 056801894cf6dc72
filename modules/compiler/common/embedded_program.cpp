// Embedded source or IL: its bytes, and the way from it to a module
// -----------------------------------------------------------------
// A container may hold the program's translation units themselves, with their options, headers and
// files (doc/decisions/018-embedded-source.md). Any later build of the driver then compiles the
// program anew, for any device, without the machine where it was first compiled.
//
//   "KNPP" | u32 version | u32 mode | options | u32 count | units
//   unit:  u32 language | u32 mode | options | name | text | headers | files | constants
//
// The reader accepts any bytes. A program without units counts as damaged.
//
// Compiling repeats the calls of the original build: compile each unit, link them, finalize an
// executable. The files stored with a unit replace the file system. A build must not read other
// files of this machine by chance.

#include "compiler/embedded_program.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "support/byte_io.h"
#include "support/command_words.h"

namespace compiler {
namespace {

/// Begins the payload, so a container with a wrong kind of payload is noticed.
constexpr std::array<char, 4> magic = {'K', 'N', 'P', 'P'};
/// Raised with every change of the layout; other versions are refused.
constexpr uint32_t version = 1;

/// A count, then pairs of name and text.
void writeTexts(support::ByteWriter &out, const std::vector<EmbeddedText> &texts) {
  out.write(static_cast<uint32_t>(texts.size()));
  for (const EmbeddedText &text : texts) {
    out.writeString(text.name);
    out.writeString(text.text);
  }
}

/// The reverse of writeTexts(). Errors are left in the reader's state.
std::vector<EmbeddedText> readTexts(support::ByteReader &in) {
  std::vector<EmbeddedText> texts(in.readCount(8));
  for (EmbeddedText &text : texts) {
    text.name = in.readString();
    text.text = in.readString();
  }
  return texts;
}

/// All fields in the order of their declaration.
void writeUnit(support::ByteWriter &out, const EmbeddedUnit &unit) {
  out.write(unit.language);
  out.write(static_cast<uint32_t>(unit.mode));
  out.writeString(unit.options);
  out.writeString(unit.name);
  out.writeBlob(unit.text);
  writeTexts(out, unit.headers);
  writeTexts(out, unit.files);
  out.write(static_cast<uint32_t>(unit.constants.size()));
  for (const EmbeddedConstant &constant : unit.constants) {
    out.write(constant.id);
    out.writeBlob(constant.value);
  }
}

/// Reads a mode; false if it is none.
bool readMode(support::ByteReader &in, OptionsMode &mode) {
  const auto value = in.read<uint32_t>();
  mode = static_cast<OptionsMode>(value);
  return value <= static_cast<uint32_t>(OptionsMode::link);
}

/// The reverse of writeUnit(). False on damage: an unknown language, a unit that was linked, SPIR-V
/// not made of words.
bool readUnit(support::ByteReader &in, EmbeddedUnit &unit) {
  unit.language = in.read<EmbeddedLanguage>();
  const bool hasMode = readMode(in, unit.mode);
  unit.options = in.readString();
  unit.name = in.readString();
  const auto text = in.readBlob();
  unit.text.assign(text.begin(), text.end());
  unit.headers = readTexts(in);
  unit.files = readTexts(in);
  constexpr size_t leastBytes = 4 + 8;
  unit.constants.resize(in.readCount(leastBytes));
  for (EmbeddedConstant &constant : unit.constants) {
    constant.id = in.read<uint32_t>();
    const auto value = in.readBlob();
    constant.value.assign(value.begin(), value.end());
  }
  return in.ok() && hasMode && unit.mode != OptionsMode::link &&
         unit.language >= EmbeddedLanguage::openClC && unit.language <= EmbeddedLanguage::bitcode &&
         (unit.language != EmbeddedLanguage::spirv || unit.text.size() % sizeof(uint32_t) == 0);
}

/// The failure of bytes with this fault.
Failure unreadable(const std::string &what) {
  return {Error::invalidBinary, "the embedded source or IL " + what};
}

/// The unit's bytes as text, for OpenCL C.
std::string_view textOf(const EmbeddedUnit &unit) {
  return {reinterpret_cast<const char *>(unit.text.data()), unit.text.size()};
}

/// Compiles with the unit's own headers and files.
Result<void> compileOpenCLC(Module &module, const EmbeddedUnit &unit) {
  std::vector<InputHeader> headers;
  for (const EmbeddedText &header : unit.headers) {
    headers.push_back({header.name, header.text});
  }
  std::vector<GivenFile> files;
  for (const EmbeddedText &file : unit.files) {
    files.push_back({file.name, file.text});
  }
  // Even an empty list replaces the file system.
  module.setFiles(files);
  return module.compileOpenCLC(withName(unit.name, textOf(unit)), headers);
}

/// Copies the words, for their alignment, and applies the specialization constants.
Result<void> compileSPIRV(Module &module, const EmbeddedUnit &unit) {
  std::vector<uint32_t> words(unit.text.size() / sizeof(uint32_t));
  std::memcpy(words.data(), unit.text.data(), words.size() * sizeof(uint32_t));
  std::vector<SpecializationConstant> constants;
  for (const EmbeddedConstant &constant : unit.constants) {
    constants.push_back({constant.id, constant.value});
  }
  return module.compileSPIRV(words, constants);
}

/// Compiles a unit into an empty module, with the unit's options.
Result<void> compile(Module &module, const EmbeddedUnit &unit) {
  // Options of another device may be refused here; the log names them.
  if (auto parsed = module.parseOptions(unit.options, unit.mode); !parsed) {
    return parsed;
  }
  switch (unit.language) {
    case EmbeddedLanguage::openClC:
      return compileOpenCLC(module, unit);
    case EmbeddedLanguage::spirv:
      return compileSPIRV(module, unit);
    case EmbeddedLanguage::bitcode:
      break;
  }
  auto loaded = module.loadSPIR(unit.text);
  return loaded ? module.compileSPIR() : std::move(loaded);
}

/// Links compiled units into an empty module, and finalizes it unless it is a library.
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

/// All fields in the order of their declaration, behind magic number and version.
Bytes writeEmbedded(const EmbeddedProgram &program) {
  support::ByteWriter out;
  out.writeBytes(std::as_bytes(std::span(magic)));
  out.write(version);
  out.write(static_cast<uint32_t>(program.mode));
  out.writeString(program.options);
  out.write(static_cast<uint32_t>(program.units.size()));
  for (const EmbeddedUnit &unit : program.units) {
    writeUnit(out, unit);
  }
  return out.take();
}

/// Distinguishes other bytes, another version and damage, each with a sentence.
Result<EmbeddedProgram> readEmbedded(std::span<const std::byte> bytes) {
  support::ByteReader in(bytes);
  if (!std::ranges::equal(in.readBytes(magic.size()), std::as_bytes(std::span(magic)))) {
    return unreadable("does not begin as one");
  }
  if (const auto written = in.read<uint32_t>(); written != version) {
    return unreadable("has format version " + std::to_string(written) +
                      ", and this driver reads version " + std::to_string(version));
  }
  EmbeddedProgram program;
  bool ok = readMode(in, program.mode);
  program.options = in.readString();
  // Bytes of a unit whose strings and lists are empty.
  constexpr size_t leastUnit = 7 * sizeof(uint32_t) + sizeof(uint64_t);
  program.units.resize(in.readCount(leastUnit));
  for (EmbeddedUnit &unit : program.units) {
    ok = ok && readUnit(in, unit);
  }
  if (!ok || !in.ok() || !in.atEnd() || program.units.empty()) {
    return unreadable("is damaged");
  }
  return program;
}

/// readContainer() refuses files with two of them.
const ContainerEntry *findEmbedded(std::span<const ContainerEntry> entries) {
  const auto found = std::ranges::find(entries, EntryKind::embedded, &ContainerEntry::kind);
  return found == entries.end() ? nullptr : &*found;
}

/// Files looked for in vain are left out: without an entry, a file does not exist for the later
/// build.
std::vector<EmbeddedText> embeddedFiles(const Dependencies &dependencies) {
  std::vector<EmbeddedText> files;
  for (const FileDependency &file : dependencies.files) {
    if (file.isFile()) {
      files.push_back({file.spelling, file.text});
    }
  }
  return files;
}

/// Quadratic in the number of files, of which a program has few.
void addFiles(std::vector<EmbeddedText> &files, std::vector<EmbeddedText> more) {
  for (EmbeddedText &file : more) {
    if (std::ranges::find(files, file.name, &EmbeddedText::name) == files.end()) {
      files.push_back(std::move(file));
    }
  }
}

/// A #line directive names the source in diagnostics; a byte order mark would stand behind it, so
/// it is removed.
std::string withName(std::string_view name, std::string_view source) {
  if (name.empty()) {
    return std::string(source);
  }
  return support::lineDirective(name).append(support::withoutByteOrderMark(source));
}

/// Stops at the first unit that fails; `log` then has the messages up to it.
Result<std::unique_ptr<Module>> compileEmbedded(Target &target, const EmbeddedProgram &program,
                                                ProgramKind kind, std::string &log) {
  const bool isObject = kind == ProgramKind::object;
  if (program.units.empty() || (isObject && program.units.size() != 1)) {
    return unreadable("has the wrong number of units for its kind of program");
  }
  // All units stay alive until the link: it reads them.
  std::vector<std::unique_ptr<Module>> parts;
  std::vector<const Module *> inputs;
  for (const EmbeddedUnit &unit : program.units) {
    parts.push_back(target.createModule());
    auto compiled = compile(*parts.back(), unit);
    log += parts.back()->log();
    if (!compiled) {
      return compiled.error();
    }
    inputs.push_back(parts.back().get());
  }
  // An object is one compiled unit, not linked.
  if (isObject) {
    return std::move(parts.front());
  }
  auto whole = target.createModule();
  // The options of the link, not of the units.
  auto parsed = whole->parseOptions(program.options, program.mode);
  log += whole->log();
  if (!parsed) {
    return parsed.error();
  }
  if (auto linked = link(*whole, inputs, kind, log); !linked) {
    return linked.error();
  }
  return whole;
}

}  // namespace compiler
