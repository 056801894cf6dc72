// Reads qemu-riscv64's -cpu option as the emulator itself does.
#include "cpu.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>

#include "mux/target_support/target_properties.h"
#include "riscv/properties.h"

namespace riscv {
namespace {

using support::Failure;
using support::Status;

// An extension of the ISA with the emulator's default. Kiln cannot do without the required ones.
struct Extension {
  const char *name;
  bool isDefault;
  bool isRequired;
};

// The extensions known to the emulator's options and to LLVM.
constexpr Extension knownExtensions[] = {
    {"m", true, true},    {"a", true, true},    {"f", true, true},     {"d", true, true},
    {"c", true, false},   {"v", false, false},  {"zba", true, false},  {"zbb", true, false},
    {"zbc", true, false}, {"zbs", true, false}, {"zfh", false, false}, {"zfhmin", false, false},
};

// The V extension asks for at least 128; QEMU 7.2 takes at most 1024.
constexpr uint32_t minVectorBits = 128, maxVectorBits = 1024;

// Property names with their values; the model is under "model".
using Properties = std::map<std::string, std::string, std::less<>>;

// Returns the model and the properties, or nothing if the text has another format.
std::optional<Properties> split(std::string_view text) {
  Properties properties;
  for (bool isFirst = true;; isFirst = false) {
    const size_t end = text.find(',');
    const std::string_view part = text.substr(0, end);
    const size_t equals = part.find('=');
    if (isFirst) {
      properties["model"] = part;
    } else if (equals == 0 || equals == std::string_view::npos) {
      return std::nullopt;
    } else {
      properties[std::string(part.substr(0, equals))] = part.substr(equals + 1);
    }
    if (end == std::string_view::npos) {
      return properties;
    }
    text.remove_prefix(end + 1);
  }
}

// Returns the value of a boolean property in QEMU's words, or nothing.
std::optional<bool> boolean(std::string_view text) {
  const auto isOneOf = [&](auto... words) { return ((text == words) || ...); };
  if (isOneOf("true", "on", "yes", "y")) {
    return true;
  }
  if (isOneOf("false", "off", "no", "n")) {
    return false;
  }
  return std::nullopt;
}

// Returns the value of a number, `initial` without the property, or nothing for another text.
std::optional<uint32_t> number(const Properties &properties, std::string_view name,
                               uint32_t initial) {
  const auto found = properties.find(name);
  if (found == properties.end()) {
    return initial;
  }
  const std::string &text = found->second;
  uint32_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

// Collects the extensions.
Status readExtensions(const Properties &properties, Cpu &cpu) {
  for (const Extension &extension : knownExtensions) {
    const auto found = properties.find(extension.name);
    const auto isOn =
        found == properties.end() ? std::optional(extension.isDefault) : boolean(found->second);
    if (!isOn) {
      return Failure{std::string(extension.name) + " is neither true nor false"};
    }
    if (!*isOn && extension.isRequired) {
      return Failure{std::string("code for this target needs the extension ") + extension.name};
    }
    if (*isOn) {
      cpu.extensions.emplace_back(extension.name);
    }
  }
  return {};
}

// Reads VLEN. Elements have 64 bits, as OpenCL's long and double need.
Status readVectors(const Properties &properties, Cpu &cpu) {
  if (!std::ranges::count(cpu.extensions, "v")) {
    return {};
  }
  const auto bits = number(properties, "vlen", minVectorBits);
  const auto elementBits = number(properties, "elen", 64);
  if (!bits || *bits < minVectorBits || *bits > maxVectorBits || (*bits & (*bits - 1)) != 0) {
    return Failure{"vlen is no power of two from 128 to 1024"};
  }
  if (elementBits != 64u) {
    return Failure{"elen is not 64"};
  }
  cpu.vectorBits = *bits;
  return {};
}

}  // namespace

// The first mistake ends the parsing, with one sentence for the user.
support::Result<Cpu> parseCpu(std::string_view text) {
  const auto properties = split(text);
  if (!properties) {
    return Failure{"after the model, properties have the form name=value"};
  }
  if (properties->find("model")->second != "rv64") {
    return Failure{"the model is not rv64"};
  }
  Cpu cpu;
  auto read = readExtensions(*properties, cpu);
  read = read ? readVectors(*properties, cpu) : read;
  return read ? support::Result<Cpu>(std::move(cpu)) : read.error();
}

// ABI and CPU are fixed: all such devices have M, A, F and D.
std::string targetProperties(const Cpu &cpu) {
  mux::TargetProperties properties{.cpu = "generic-rv64", .features = {}, .abi = "lp64d"};
  std::ranges::transform(cpu.extensions, std::back_inserter(properties.features),
                         [](const std::string &name) { return "+" + name; });
  if (cpu.vectorBits != 0) {
    properties.features.push_back("+zvl" + std::to_string(cpu.vectorBits) + "b");
    properties.avoid = avoidVectorTruncation;
  }
  return mux::formatTargetProperties(properties);
}

// Without a version or the implied extensions.
std::string isaName(const Cpu &cpu) {
  std::string name = "rv64i";
  for (const std::string &extension : cpu.extensions) {
    name += extension.size() == 1 ? extension : "_" + extension;
  }
  return name;
}

}  // namespace riscv
