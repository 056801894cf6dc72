// The text of target properties: keys with values, separated by semicolons.
//
// Device infos, cache keys and metadata of foreign binaries hold such texts, so the parser accepts
// exactly the output of the formatter.
#include "mux/target_support/target_properties.h"

#include <algorithm>
#include <utility>

namespace mux {
namespace {

// Calls each(part) for the parts between separators, until one returns false. Returns false then.
// A text without a separator is one part, and an empty text is one empty part.
template <class Each>
bool forEachPart(std::string_view text, char separator, Each each) {
  while (true) {
    size_t end = text.find(separator);
    if (!each(text.substr(0, end))) {
      return false;
    }
    if (end == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(end + 1);
  }
}

// Returns true for a word of letters, digits, '-', '.' and '_'. LLVM's names of CPUs, features and
// ABIs have no other characters. So a name can contain none of the separators, and formatting is
// unambiguous.
bool isName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
  });
}

// Parses a list of features; an empty text is an empty list. Appends to `features`. False for a
// feature without a sign or with another character.
bool parseFeatures(std::string_view text, std::vector<std::string> &features) {
  if (text.empty()) {
    return true;
  }
  return forEachPart(text, ',', [&](std::string_view feature) {
    if (feature.empty() || (feature[0] != '+' && feature[0] != '-') || !isName(feature.substr(1))) {
      return false;
    }
    features.emplace_back(feature);
    return true;
  });
}

}  // namespace

// Several spaces in a row give empty parts, which are dropped.
std::vector<std::string> splitList(std::string_view list) {
  std::vector<std::string> names;
  forEachPart(list, ' ', [&](std::string_view name) {
    if (!name.empty()) {
      names.emplace_back(name);
    }
    return true;
  });
  return names;
}

std::string joinFeatures(const TargetProperties &properties) {
  std::string text;
  for (const std::string &feature : properties.features) {
    text += text.empty() ? feature : ',' + feature;
  }
  return text;
}

std::string formatTargetProperties(const TargetProperties &properties) {
  std::string text = "cpu=" + properties.cpu + ";features=" + joinFeatures(properties);
  if (!properties.abi.empty()) {
    text += ";abi=" + properties.abi;
  }
  if (!properties.codeModel.empty()) {
    text += ";code-model=" + properties.codeModel;
  }
  if (!properties.avoid.empty()) {
    text += ";avoid=" + properties.avoid;
  }
  return text;
}

// An empty list of features counts as given, so it needs a flag of its own.
std::optional<TargetProperties> parseTargetProperties(std::string_view text) {
  TargetProperties properties;
  bool hasFeatures = false;
  const bool parsed = forEachPart(text, ';', [&](std::string_view part) {
    const size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return false;
    }
    const std::string_view key = part.substr(0, equals), value = part.substr(equals + 1);
    if (key == "features") {
      return !std::exchange(hasFeatures, true) && parseFeatures(value, properties.features);
    }
    std::string *name = key == "cpu"          ? &properties.cpu
                        : key == "abi"        ? &properties.abi
                        : key == "code-model" ? &properties.codeModel
                        : key == "avoid"      ? &properties.avoid
                                              : nullptr;
    if (!name || !name->empty() || !isName(value)) {
      return false;
    }
    *name = value;
    return true;
  });
  if (!parsed || properties.cpu.empty()) {
    return std::nullopt;
  }
  return properties;
}

TargetProperties baselineProperties() {
#if defined(__x86_64__)
  return {.cpu = "x86-64", .features = {}};
#else
  return {.cpu = "generic", .features = {}};
#endif
}

}  // namespace mux
