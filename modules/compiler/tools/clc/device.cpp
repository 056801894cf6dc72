#include "device.h"

#include <algorithm>

namespace compiler::tools::clc {
namespace {

Info *findInfo(Library &library, std::string_view name, std::string &error) {
  error = "there is no target '" + std::string(name) + "'; there are:";
  for (Info *info : library.infos()) {
    if (info->name() == name) {
      error.clear();
      return info;
    }
    error += " " + std::string(info->name());
  }
  return nullptr;
}

/// The facts to make code for, by target; "" stands for the target's default.
std::vector<std::string> factsOf(const Options &options, const std::string &target) {
  for (const std::string &name : {target, std::string()}) {
    if (const auto facts = options.facts.find(name); facts != options.facts.end()) {
      return facts->second;
    }
  }
  return {""};
}

}  // namespace

bool openDevices(Library &library, Context &context, const Options &options,
                 std::vector<Device> &devices, std::string &error) {
  std::vector<std::string> names = options.targets;
  if (names.empty()) {
    for (Info *info : library.infos()) {
      names.emplace_back(info->name());
    }
  }
  for (const auto &[target, facts] : options.facts) {
    if (!target.empty() && std::ranges::find(names, target) == names.end()) {
      error = "--device-facts for '" + target + "', which is none of the targets";
      return false;
    }
  }
  for (const std::string &name : names) {
    Info *info = findInfo(library, name, error);
    if (!info) {
      return false;
    }
    for (const std::string &facts : factsOf(options, name)) {
      auto target = info->createTarget(context, facts);
      if (!target) {
        error = name + ": " + target.failure().message;
        return false;
      }
      // Twice the same is the same.
      if (std::ranges::none_of(devices, [&](const Device &device) {
            return device.info == info &&
                   device.target->compilerFacts() == (*target)->compilerFacts();
          })) {
        devices.push_back({info, std::move(*target)});
      }
    }
  }
  if (devices.empty()) {
    error = "this driver has no targets";
  }
  return error.empty();
}

std::string listTargets(Library &library, Context &context) {
  std::string text;
  for (Info *info : library.infos()) {
    text.append(info->name()).append("\n");
    auto target = info->createTarget(context, "");
    if (target) {
      text.append("  facts: ").append((*target)->compilerFacts()).append("\n");
    }
    text.append("  front end: ").append(toString(info->facts())).append("\n");
    for (const DeviceOption &option : info->deviceOptions()) {
      text.append("  ").append(option.name);
      for (const std::string &value : option.values) {
        text.append(&value == option.values.data() ? "" : "|").append(value);
      }
      text.append("  ").append(option.help).append("\n");
    }
  }
  return text;
}

}  // namespace compiler::tools::clc
