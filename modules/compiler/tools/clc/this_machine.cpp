// The runtime has a private function for this list (support/device_listing.h): lines of target,
// properties and name with tabs between. It is found by clGetExtensionFunctionAddress, so
// libkiln-cl.so needs no further export, and clc needs no ICD loader.

#include "this_machine.h"

#include <dlfcn.h>

#include <algorithm>
#include <charconv>

#include "support/device_listing.h"

extern "C" int kiln_tool_main(const char *tool, int argc, const char *const *argv);

namespace compiler::tools::clc {
namespace {

/// Returns the path of libkiln-cl.so in the folder of this library.
std::string runtimePath() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<void *>(&kiln_tool_main), &info) == 0 || !info.dli_fname) {
    return {};
  }
  const std::string library = info.dli_fname;
  return library.substr(0, library.rfind('/') + 1) + "libkiln-cl.so";
}

/// Removes and returns the text up to the separator.
std::string_view takeUntil(std::string_view &text, char separator) {
  const size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

}  // namespace

support::Result<std::vector<LocalDevice>> localDevices() {
  using GetAddress = void *(*)(const char *);
  const std::string path = runtimePath();
  void *runtime = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *address = runtime ? dlsym(runtime, "clGetExtensionFunctionAddress") : nullptr;
  void *function =
      address ? reinterpret_cast<GetAddress>(address)(support::deviceListingName) : nullptr;
  if (!function) {
    return support::Failure{"the devices of this machine are not known: " + path +
                            " of this build is not there"};
  }
  // Asked twice: for the size, then for the text.
  const auto listing = reinterpret_cast<support::DeviceListing>(function);
  std::string text(listing(nullptr, 0), '\0');
  listing(text.data(), text.size());
  std::vector<LocalDevice> devices;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = takeUntil(rest, '\n');
    LocalDevice device;
    device.target = takeUntil(line, '\t');
    device.properties = takeUntil(line, '\t');
    device.name = line;
    devices.push_back(std::move(device));
  }
  return devices;
}

support::Result<const LocalDevice *> findDevice(const std::vector<LocalDevice> &devices,
                                                std::string_view wanted) {
  size_t number = 0;
  const auto [end, failed] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  const bool isNumber = failed == std::errc() && end == wanted.data() + wanted.size();
  for (const LocalDevice &device : devices) {
    const auto index = static_cast<size_t>(&device - devices.data());
    const bool isNamed = device.target == wanted || device.name.find(wanted) != std::string::npos;
    if (isNumber ? index == number : isNamed) {
      return &device;
    }
  }
  std::string message = "there is no device '" + std::string(wanted) +
                        "' in this machine; there are:\n" + listDevices(devices);
  message.pop_back();
  return support::Failure{std::move(message)};
}

/// Numbers are those of --device.
std::string listDevices(const std::vector<LocalDevice> &devices) {
  std::string text;
  for (const LocalDevice &device : devices) {
    text += std::to_string(&device - devices.data()) + ": " + device.name +
            "\n   target: " + device.target + "\n   properties: " + device.properties + "\n";
  }
  return text.empty() ? "no devices\n" : text;
}

}  // namespace compiler::tools::clc
