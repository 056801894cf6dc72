// Implements the list of devices for tools. A compiler makes code for emulated devices as for
// others, so the default is all devices, unlike the platform's.
#include "core/devices/device_listing.h"

#include <algorithm>
#include <string>

#include "core/devices/platform.h"
#include "support/environment.h"

namespace cl {

size_t listDevices(char *text, size_t size) {
  // A compiler makes code for emulated devices as for others.
  const std::string &names = support::environment().devices;
  const auto found = Platform::findDevices(names.empty() ? "all" : names);
  std::string listing;
  for (mux_device_info_t info : found.devices) {
    listing.append(info->target).append("\t").append(info->target_properties).append("\t");
    listing.append(info->name).append("\n");
  }
  std::copy_n(listing.data(), std::min(size, listing.size()), text);
  return listing.size();
}

}  // namespace cl
