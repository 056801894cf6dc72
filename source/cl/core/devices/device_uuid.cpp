// Derives UUIDs from a hash of identifying properties: version 8 of RFC 9562.
//
// The hash of a device holds nothing dependent on the driver's version or on the selection of
// devices: the machine, the target, the name, and a number among equal devices. A sub-device adds
// its units. Each property is a line "name=value", so that no two lists of properties give the same
// text.
#include "core/devices/device_uuid.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <fstream>
#include <string>

#include "core/devices/platform.h"
#include "core/devices/sub_device.h"
#include "core/process/driver_build.h"

namespace cl {
namespace {

/// Returns the hash of the text with the bits of version and variant set.
Uuid toUuid(const std::string &text) {
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  Uuid uuid;
  std::memcpy(uuid.data(), &hash.high64, 8);
  std::memcpy(uuid.data() + 8, &hash.low64, 8);
  uuid[6] = static_cast<cl_uchar>(0x80 | (uuid[6] & 0x0f));  // the version
  uuid[8] = static_cast<cl_uchar>(0x80 | (uuid[8] & 0x3f));  // the variant
  return uuid;
}

/// Returns the machine's id; empty where the system has none.
std::string machine() {
  std::string id;
  std::ifstream file("/etc/machine-id");
  std::getline(file, id);
  return id;
}

/// Appends a property as a line.
void add(std::string &text, std::string_view name, std::string_view value) {
  text.append(name).append("=").append(value).push_back('\n');
}

/// Counts the equal devices before this one.
size_t ordinal(const Device &device) {
  size_t number = 0;
  for (const Device &other : device.platform().devices()) {
    if (&other.mux() == &device.mux()) {
      break;
    }
    number += std::string_view(other.mux().target) == device.mux().target &&
              std::string_view(other.mux().name) == device.mux().name;
  }
  return number;
}

}  // namespace

Uuid deviceUuid(const Device &device) {
  std::string text = "kiln device\n";
  add(text, "machine", machine());
  add(text, "target", device.mux().target);
  add(text, "name", device.mux().name);
  add(text, "ordinal", std::to_string(ordinal(device)));
  if (device.sub()) {
    add(text, "first", std::to_string(device.units().first));
    add(text, "count", std::to_string(device.units().count));
  }
  return toUuid(text);
}

Uuid driverUuid() {
  std::string text = "kiln driver\n";
  add(text, "driver", driverBuild().driver);
  add(text, "compiler", driverBuild().compiler);
  return toUuid(text);
}

}  // namespace cl
