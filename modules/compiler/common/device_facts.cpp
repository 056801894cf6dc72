#include <algorithm>

#include "compiler/info.h"

namespace compiler {
namespace {

void append(std::string &list, std::string_view word) {
  list.append(list.empty() ? "" : " ").append(word);
}

/// The words of `wanted` that `present` lacks.
void appendMissing(std::string &list, const std::vector<std::string> &wanted,
                   const std::vector<std::string> &present) {
  for (const std::string &word : wanted) {
    if (std::ranges::find(present, word) == present.end()) {
      append(list, word);
    }
  }
}

}  // namespace

std::string missingFacts(const DeviceFacts &program, const DeviceFacts &device) {
  std::string missing;
  if (program.addressBits != device.addressBits) {
    append(missing, std::to_string(program.addressBits) + "-bit addresses");
  }
  const auto appendIf = [&](bool DeviceFacts::*fact, std::string_view word) {
    if (program.*fact && !(device.*fact)) {
      append(missing, word);
    }
  };
  appendIf(&DeviceFacts::hasHalf, "half");
  appendIf(&DeviceFacts::hasDouble, "double");
  appendIf(&DeviceFacts::hasImages, "images");
  appendIf(&DeviceFacts::is64BitAtomics, "64-bit atomics");
  appendMissing(missing, program.extensions, device.extensions);
  appendMissing(missing, program.features, device.features);
  if (!program.declarations.empty() && program.declarations != device.declarations) {
    append(missing, "builtins of the target that it was made for");
  }
  return missing;
}

std::string toString(const DeviceFacts &facts) {
  std::string text = std::to_string(facts.addressBits) + "-bit";
  const auto appendIf = [&](bool has, std::string_view word) {
    if (has) {
      append(text, word);
    }
  };
  appendIf(facts.hasHalf, "half");
  appendIf(facts.hasDouble, "double");
  appendIf(facts.hasImages, "images");
  appendIf(facts.is64BitAtomics, "atomics64");
  for (const auto *names : {&facts.extensions, &facts.features}) {
    for (const std::string &name : *names) {
      append(text, name);
    }
  }
  appendIf(!facts.declarations.empty(), "target-builtins");
  return text;
}

}  // namespace compiler
