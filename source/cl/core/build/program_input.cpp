#include "core/build/program_input.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cl {

std::span<const std::byte> ProgramInput::bytes() const {
  switch (language) {
    case Language::spirv:
      return std::as_bytes(words);
    case Language::spir:
      return bitcode;
    case Language::openClC:
      break;
  }
  return std::as_bytes(std::span(source));
}

compiler::Result<void> ProgramInput::compileWith(compiler::Module &module) const {
  switch (language) {
    case Language::spirv:
      return module.compileSPIRV(words, constants);
    case Language::spir: {
      auto loaded = module.loadSPIR(bitcode);
      return loaded ? module.compileSPIR() : std::move(loaded);
    }
    case Language::openClC:
      break;
  }
  std::vector<compiler::InputHeader> views;
  for (const IncludedHeader &header : headers) {
    views.push_back({header.name, header.source});
  }
  return module.compileOpenCLC(source, views);
}

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

bool isBitcode(std::span<const std::byte> bytes) {
  constexpr std::array<unsigned char, 4> raw = {'B', 'C', 0xc0, 0xde};
  constexpr std::array<unsigned char, 4> wrapper = {0xde, 0xc0, 0x17, 0x0b};
  const auto begins = [&](std::span<const unsigned char> magic) {
    return std::ranges::equal(bytes.first(magic.size()), std::as_bytes(magic));
  };
  return bytes.size() >= raw.size() && (begins(raw) || begins(wrapper));
}

}  // namespace cl
