#include "device.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>

#include "this_machine.h"

namespace compiler::tools::clc {
namespace {

/// Finds a target of --target by name. Null, with a list of all targets in `error`, for another
/// name.
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

/// Returns the target properties of --device-facts for a target; "" stands for the target's
/// default.
std::vector<std::string> propertiesOf(const Options &options, const std::string &target) {
  for (const std::string &name : {target, std::string()}) {
    if (const auto properties = options.properties.find(name);
        properties != options.properties.end()) {
      return properties->second;
    }
  }
  return {""};
}

/// Adds a device unless it is in the list already, by another of its names.
void addDevice(Info &info, std::unique_ptr<Target> target, std::vector<Device> &devices) {
  if (std::ranges::none_of(devices, [&](const Device &device) {
        return device.info == &info &&
               device.target->targetProperties() == target->targetProperties();
      })) {
    devices.push_back({&info, std::move(target)});
  }
}

/// Makes the target for these properties and adds the device.
bool openDevice(Info &info, Context &context, const std::string &properties,
                std::vector<Device> &devices, std::string &error) {
  auto target = info.createTarget(context, properties);
  if (!target) {
    error = std::string(info.name()) + ": " + target.failure().message;
    return false;
  }
  addDevice(info, std::move(*target), devices);
  return true;
}

/// Opens the devices of --device.
bool openLocalDevices(Library &library, Context &context, const Options &options,
                      std::vector<Device> &devices, std::string &error) {
  std::vector<LocalDevice> local;
  if (!localDevices(local, error)) {
    return false;
  }
  for (const std::string &wanted : options.devices) {
    const LocalDevice *device = findDevice(local, wanted, error);
    Info *info = device ? findInfo(library, device->target, error) : nullptr;
    if (!info || !openDevice(*info, context, device->properties, devices, error)) {
      return false;
    }
  }
  return true;
}

/// Returns the target properties of a name of --cpu for a target. "native" is the target's device
/// in this machine.
bool propertiesOfCpus(const Options &options, std::string_view target,
                      std::vector<std::string> &properties, std::string &error) {
  for (const std::string &cpu : options.cpus) {
    if (cpu != "native") {
      properties.push_back("cpu=" + cpu);
      continue;
    }
    std::vector<LocalDevice> local;
    if (!localDevices(local, error)) {
      return false;
    }
    const auto device = std::ranges::find(local, target, &LocalDevice::target);
    if (device == local.end()) {
      error = "this machine has no device of the target " + std::string(target);
      return false;
    }
    properties.push_back(device->properties);
  }
  return true;
}

/// Counts the CPU's features, for the order in the container; 0 for an unknown CPU.
size_t featuresOf(const Device &device) {
  return device.target->featureCount();
}

/// Opens the devices of --cpu for each target, the CPU with most features first. A target of
/// --target has to know all CPUs. Without --target, targets with an unknown CPU are left out.
bool openCpus(Library &library, Context &context, const Options &options,
              std::span<const std::string> targets, std::vector<Device> &devices,
              std::string &error) {
  std::string reason;
  for (const std::string &name : targets) {
    Info *info = findInfo(library, name, error);
    if (!info) {
      return false;
    }
    std::vector<std::string> properties;
    std::vector<Device> known;
    bool isKnown = propertiesOfCpus(options, name, properties, reason);
    for (const std::string &text : properties) {
      isKnown = isKnown && openDevice(*info, context, text, known, reason);
    }
    // LLVM takes any name for a CPU, and gives an unknown one no features.
    const auto stranger = std::ranges::find(known, size_t{0}, featuresOf);
    if (isKnown && stranger != known.end()) {
      reason = name + ": this CPU is unknown: " + stranger->target->targetProperties();
      isKnown = false;
    }
    if (!isKnown && !options.targets.empty()) {
      error = reason;
      return false;
    }
    std::ranges::sort(known, std::greater{}, featuresOf);
    if (isKnown) {
      std::ranges::move(known, std::back_inserter(devices));
    }
  }
  error = devices.empty() ? "no target knows the CPUs: " + reason : "";
  return !devices.empty();
}

/// Opens each target with its --device-facts, or with its default.
bool openTargets(Library &library, Context &context, const Options &options,
                 std::span<const std::string> names, std::vector<Device> &devices,
                 std::string &error) {
  for (const auto &[target, properties] : options.properties) {
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
    for (const std::string &properties : propertiesOf(options, name)) {
      if (!openDevice(*info, context, properties, devices, error)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool openDevices(Library &library, Context &context, const Options &options,
                 std::vector<Device> &devices, std::string &error) {
  std::vector<std::string> names = options.targets;
  if (!options.devices.empty() && !openLocalDevices(library, context, options, devices, error)) {
    return false;
  }
  const bool hasTargetsNamed = !names.empty();
  const bool hasTargets = hasTargetsNamed || !options.properties.empty() || !options.cpus.empty();
  if (names.empty()) {
    for (Info *info : library.infos()) {
      names.emplace_back(info->name());
    }
  }
  // --device alone: no other target is meant.
  if (!options.devices.empty() && !hasTargets) {
    return true;
  }
  std::vector<LocalDevice> local;
  if (!hasTargetsNamed && std::ranges::find(options.cpus, "native") != options.cpus.end()) {
    // "native" means the target of this machine's first device.
    if (!localDevices(local, error)) {
      return false;
    }
    names = {local.empty() ? "" : local.front().target};
  }
  const auto open = options.cpus.empty() ? openTargets : openCpus;
  if (!open(library, context, options, names, devices, error)) {
    return false;
  }
  if (devices.empty()) {
    error = "this driver has no targets";
  }
  return error.empty();
}

/// Opens each target for its default properties.
std::string listTargets(Library &library, Context &context, bool isVerbose) {
  std::string text;
  for (Info *info : library.infos()) {
    text.append(info->name()).append("\n");
    auto target = info->createTarget(context, "");
    if (target) {
      text.append("  properties: ").append((*target)->targetProperties()).append("\n");
    }
    if (isVerbose) {
      text.append("  front end: ").append(toString(info->properties())).append("\n");
    }
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
