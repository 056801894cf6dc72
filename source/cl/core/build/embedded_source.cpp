#include "core/build/embedded_source.h"

#include <utility>

namespace cl {
namespace {

compiler::EmbeddedUnit unitOf(const ProgramInput &input) {
  compiler::EmbeddedUnit unit;
  if (input.language == ProgramInput::Language::spirv) {
    unit.language = compiler::EmbeddedLanguage::spirv;
  } else if (input.language == ProgramInput::Language::spir) {
    unit.language = compiler::EmbeddedLanguage::bitcode;
  }
  const std::span<const std::byte> text = input.bytes();
  unit.text.assign(text.begin(), text.end());
  for (const IncludedHeader &header : input.headers) {
    unit.headers.push_back({header.name, header.source});
  }
  for (const compiler::SpecializationConstant &constant : input.constants) {
    unit.constants.push_back({constant.id, {constant.value.begin(), constant.value.end()}});
  }
  return unit;
}

}  // namespace

bool EmbeddedSource::isWanted(std::string_view options) {
  return hasOption(options, "-cl-kiln-portable");
}

void EmbeddedSource::recordFiles(const compiler::Module &module) {
  files_ = compiler::embeddedFiles(module.dependencies());
}

void EmbeddedSource::embed(const ProgramInput &input, compiler::OptionsMode mode,
                           std::string_view options) {
  Program program;
  program.mode = mode;
  program.options = options;
  program.units.push_back(unitOf(input));
  program.units.back().mode = mode;
  program.units.back().options = options;
  program.units.back().files = std::move(files_);
  embed(program);
}

void EmbeddedSource::embed(const Program &program) {
  bytes_ = std::make_shared<const std::vector<std::byte>>(compiler::writeEmbedded(program));
}

void EmbeddedSource::assign(std::span<const std::byte> payload) {
  bytes_ = std::make_shared<const std::vector<std::byte>>(payload.begin(), payload.end());
}

std::optional<EmbeddedSource::Program> EmbeddedSource::read(
    std::span<const std::byte> container) const {
  std::span<const std::byte> payload;
  compiler::Result<std::vector<compiler::ContainerEntry>> entries =
      std::vector<compiler::ContainerEntry>();
  if (bytes_) {
    payload = *bytes_;
  } else if (!container.empty()) {
    entries = compiler::readContainer(container);
    const auto *entry = entries ? compiler::findEmbedded(*entries) : nullptr;
    payload = entry ? entry->payload : payload;
  }
  auto program = compiler::readEmbedded(payload);
  return program ? std::optional(std::move(*program)) : std::nullopt;
}

}  // namespace cl
