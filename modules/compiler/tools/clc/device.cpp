#include "device.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>

#include "this_machine.h"

namespace compiler::tools::clc {
namespace {

using support::Status;

/// Finds a target of --target by name; never null. For another name, the message lists all targets.
support::Result<Info *> findInfo(Library &library, std::string_view name) {
  std::string message = "there is no target '" + std::string(name) + "'; there are:";
  for (Info *info : library.infos()) {
    if (info->name() == name) {
      return info;
    }
    message += " " + std::string(info->name());
  }
  return support::Failure{std::move(message)};
}

/// Returns the target properties of --target-properties for a target; "" stands for the target's
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
Status openDevice(Info &info, Context &context, const std::string &properties,
                  std::vector<Device> &devices) {
  auto target = info.createTarget(context, properties);
  if (!target) {
    return support::Failure{std::string(info.name()) + ": " + target.error().message};
  }
  addDevice(info, std::move(*target), devices);
  return {};
}

/// Opens the devices of --device.
Status openLocalDevices(Library &library, Context &context, const Options &options,
                        std::vector<Device> &devices) {
  const auto local = localDevices();
  if (!local) {
    return local.error();
  }
  for (const std::string &wanted : options.devices) {
    const auto device = findDevice(*local, wanted);
    if (!device) {
      return device.error();
    }
    const auto info = findInfo(library, (*device)->target);
    if (!info) {
      return info.error();
    }
    if (auto opened = openDevice(**info, context, (*device)->properties, devices); !opened) {
      return opened;
    }
  }
  return {};
}

/// Returns the target properties of the names of --cpu for a target. "native" is the target's
/// device in this machine.
support::Result<std::vector<std::string>> propertiesOfCpus(const Options &options,
                                                           std::string_view target) {
  std::vector<std::string> properties;
  for (const std::string &cpu : options.cpus) {
    if (cpu != "native") {
      properties.push_back("cpu=" + cpu);
      continue;
    }
    const auto local = localDevices();
    if (!local) {
      return local.error();
    }
    const auto device = std::ranges::find(*local, target, &LocalDevice::target);
    if (device == local->end()) {
      return support::Failure{"this machine has no device of the target " + std::string(target)};
    }
    properties.push_back(device->properties);
  }
  return properties;
}

/// Counts the CPU's features, for the order in the container; 0 for an unknown CPU.
size_t featuresOf(const Device &device) {
  return device.target->featureCount();
}

/// Opens the devices of --cpu for one target, the CPU with most features first. Fails if the target
/// does not know one of them.
support::Result<std::vector<Device>> openCpusOf(Info &info, Context &context,
                                                const Options &options) {
  const auto properties = propertiesOfCpus(options, info.name());
  if (!properties) {
    return properties.error();
  }
  std::vector<Device> known;
  for (const std::string &text : *properties) {
    if (const auto opened = openDevice(info, context, text, known); !opened) {
      return opened.error();
    }
  }
  // LLVM takes any name for a CPU, and gives an unknown one no features.
  const auto stranger = std::ranges::find(known, size_t{0}, featuresOf);
  if (stranger != known.end()) {
    return support::Failure{std::string(info.name()) +
                            ": this CPU is unknown: " + stranger->target->targetProperties()};
  }
  std::ranges::sort(known, std::greater{}, featuresOf);
  return known;
}

/// Opens the devices of --cpu for each target. A target of --target has to know all CPUs. Without
/// --target, targets with an unknown CPU are left out.
Status openCpus(Library &library, Context &context, const Options &options,
                std::span<const std::string> targets, std::vector<Device> &devices) {
  std::string reason;
  for (const std::string &name : targets) {
    const auto info = findInfo(library, name);
    if (!info) {
      return info.error();
    }
    auto known = openCpusOf(**info, context, options);
    if (known) {
      std::ranges::move(*known, std::back_inserter(devices));
    } else if (!options.targets.empty()) {
      return known.error();
    } else {
      reason = known.error().message;
    }
  }
  return devices.empty() ? support::Failure{"no target knows the CPUs: " + reason} : Status();
}

/// Opens each target with its --target-properties, or with its default.
Status openTargets(Library &library, Context &context, const Options &options,
                   std::span<const std::string> names, std::vector<Device> &devices) {
  for (const auto &[target, properties] : options.properties) {
    if (!target.empty() && std::ranges::find(names, target) == names.end()) {
      return support::Failure{"--target-properties for '" + target +
                              "', which is none of the targets"};
    }
  }
  for (const std::string &name : names) {
    const auto info = findInfo(library, name);
    if (!info) {
      return info.error();
    }
    for (const std::string &properties : propertiesOf(options, name)) {
      if (auto opened = openDevice(**info, context, properties, devices); !opened) {
        return opened;
      }
    }
  }
  return {};
}

/// Returns the names of the targets to open: those of --target; without it, the target of this
/// machine's first device for --cpu=native, and all targets otherwise.
support::Result<std::vector<std::string>> targetNames(Library &library, const Options &options) {
  if (!options.targets.empty()) {
    return options.targets;
  }
  std::vector<std::string> names;
  if (std::ranges::find(options.cpus, "native") != options.cpus.end()) {
    const auto local = localDevices();
    if (!local) {
      return local.error();
    }
    names.push_back(local->empty() ? "" : local->front().target);
    return names;
  }
  for (Info *info : library.infos()) {
    names.emplace_back(info->name());
  }
  return names;
}

}  // namespace

support::Result<std::vector<Device>> openDevices(Library &library, Context &context,
                                                 const Options &options) {
  std::vector<Device> devices;
  if (!options.devices.empty()) {
    const auto opened = openLocalDevices(library, context, options, devices);
    if (!opened) {
      return opened.error();
    }
    // --device alone: no other target is meant.
    if (options.targets.empty() && options.properties.empty() && options.cpus.empty()) {
      return devices;
    }
  }
  const auto names = targetNames(library, options);
  if (!names) {
    return names.error();
  }
  const auto open = options.cpus.empty() ? openTargets : openCpus;
  if (const auto opened = open(library, context, options, *names, devices); !opened) {
    return opened.error();
  }
  if (devices.empty()) {
    return support::Failure{"this driver has no targets"};
  }
  return devices;
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
