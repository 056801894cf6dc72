// Implements the selection of devices by their targets' names.
#include "core/devices/device_selection.h"

#include <algorithm>
#include <iterator>

namespace cl {
namespace {

/// Returns the names of the present targets for the message about an unknown one, each after a
/// space.
std::string listTargets(std::span<const mux_device_info_t> devices) {
  std::string list;
  std::string_view last;
  for (mux_device_info_t device : devices) {
    if (device->target != last) {
      list.append(" ").append(device->target);
    }
    last = device->target;
  }
  return list.empty() ? " none" : list;
}

/// Returns the devices but emulators; if there are none, all devices.
std::vector<mux_device_info_t> devicesByDefault(std::span<const mux_device_info_t> devices) {
  std::vector<mux_device_info_t> selected;
  std::ranges::copy_if(devices, std::back_inserter(selected),
                       [](mux_device_info_t device) { return !device->is_emulated; });
  if (selected.empty()) {
    selected.assign(devices.begin(), devices.end());
  }
  return selected;
}

}  // namespace

DeviceSelection selectDevices(std::span<const mux_device_info_t> devices, std::string_view names) {
  if (names.empty()) {
    return {devicesByDefault(devices), {}};
  }
  if (names == "all") {
    return {{devices.begin(), devices.end()}, {}};
  }
  DeviceSelection selection;
  std::vector<mux_device_info_t> &selected = selection.devices;
  std::string &warning = selection.warning;
  while (!names.empty()) {
    const auto name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    bool isKnown = name.empty();
    for (mux_device_info_t device : devices) {
      if (device->target != name) {
        continue;
      }
      isKnown = true;
      if (std::ranges::find(selected, device) == selected.end()) {
        selected.push_back(device);
      }
    }
    if (!isKnown) {
      warning.append(warning.empty() ? "" : "; ")
          .append("there are no devices of the target '" + std::string(name) +
                  "', only of:" + listTargets(devices));
    }
  }
  return selection;
}

}  // namespace cl
