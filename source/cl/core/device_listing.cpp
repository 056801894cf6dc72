#include "core/device_listing.h"

#include <algorithm>
#include <string>

#include "core/platform.h"

namespace cl {

size_t listDevices(char *text, size_t size) {
  std::string listing;
  for (const Device &device : Platform::get().devices()) {
    const mux_device_info_s &info = device.mux();
    listing.append(info.target).append("\t").append(info.compiler_facts).append("\t");
    listing.append(info.name).append("\n");
  }
  std::copy_n(listing.data(), std::min(size, listing.size()), text);
  return listing.size();
}

}  // namespace cl
