#include "core/device_listing.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/device_selection.h"
#include "core/platform.h"
#include "support/environment.h"

namespace cl {

size_t listDevices(char *text, size_t size) {
  std::array<mux_device_info_t, Platform::maxDevices> infos = {};
  uint32_t count = 0;
  if (muxGetDeviceInfos(Platform::maxDevices, infos.data(), &count) != mux_success) {
    count = 0;
  }
  // A compiler makes code for emulated devices as for others.
  const std::string &names = support::environment().devices;
  std::string error, listing;
  const std::span found(infos.data(), std::min<size_t>(count, Platform::maxDevices));
  for (mux_device_info_t info : selectDevices(found, names.empty() ? "all" : names, error)) {
    listing.append(info->target).append("\t").append(info->compiler_facts).append("\t");
    listing.append(info->name).append("\n");
  }
  std::copy_n(listing.data(), std::min(size, listing.size()), text);
  return listing.size();
}

}  // namespace cl
