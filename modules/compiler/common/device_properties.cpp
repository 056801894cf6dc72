// Compares the properties of two devices, for intermediate code that travels between them.
//
// The front end's IR depends on a device's address width, features, extensions and declarations.
// Code for a device with fewer of them runs on a richer one, not the other way round.

#include <algorithm>

#include "compiler/info.h"

namespace compiler {
namespace {

/// Appends a word to a list with spaces.
void append(std::string &list, std::string_view word) {
  list.append(list.empty() ? "" : " ").append(word);
}

/// Appends the words of `wanted` not in `present`.
void appendMissing(std::string &list, const std::vector<std::string> &wanted,
                   const std::vector<std::string> &present) {
  for (const std::string &word : wanted) {
    if (std::ranges::find(present, word) == present.end()) {
      append(list, word);
    }
  }
}

}  // namespace

/// Properties are compared with "at least", but address width and declarations with "equal":
/// pointers are part of the IR, and a declaration may change the meaning of a name.
std::string missingProperties(const DeviceProperties &program, const DeviceProperties &device) {
  std::string missing;
  // Words for the message: each names a missing property.
  if (program.addressBits != device.addressBits) {
    append(missing, std::to_string(program.addressBits) + "-bit addresses");
  }
  // A boolean property of the program has to be one of the device.
  const auto appendIf = [&](bool DeviceProperties::*property, std::string_view word) {
    if (program.*property && !(device.*property)) {
      append(missing, word);
    }
  };
  appendIf(&DeviceProperties::hasHalf, "half");
  appendIf(&DeviceProperties::hasDouble, "double");
  appendIf(&DeviceProperties::hasImages, "images");
  appendIf(&DeviceProperties::is64BitAtomics, "64-bit atomics");
  appendMissing(missing, program.extensions, device.extensions);
  appendMissing(missing, program.features, device.features);
  // A program that uses no target builtins may still have seen them: its IR cannot tell.
  if (!program.declarations.empty() && program.declarations != device.declarations) {
    append(missing, "builtins of the target that it was made for");
  }
  return missing;
}

/// A list of words for people, e.g. "64-bit double images cl_khr_fp16"; it is not parsed.
std::string toString(const DeviceProperties &properties) {
  std::string text = std::to_string(properties.addressBits) + "-bit";
  const auto appendIf = [&](bool has, std::string_view word) {
    if (has) {
      append(text, word);
    }
  };
  appendIf(properties.hasHalf, "half");
  appendIf(properties.hasDouble, "double");
  appendIf(properties.hasImages, "images");
  appendIf(properties.is64BitAtomics, "atomics64");
  for (const auto *names : {&properties.extensions, &properties.features}) {
    for (const std::string &name : *names) {
      append(text, name);
    }
  }
  appendIf(!properties.declarations.empty(), "target-builtins");
  return text;
}

}  // namespace compiler
