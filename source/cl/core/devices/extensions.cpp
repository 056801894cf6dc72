#include "core/devices/extensions.h"

#include <vector>

#include "core/base/name_list.h"
#include "core/process/compiler_loader.h"
#include "mux/target_support/extensions.h"

namespace cl {
namespace {

/// Finds the properties on which the driver's extensions depend.
uint32_t propertiesOf(const mux_device_info_s &info) {
  const auto bit = [](bool has, mux::DeviceProperty property) { return has ? property : 0u; };
  return bit(info.has_images != 0, mux::images) | bit(info.counter_count != 0, mux::counters) |
         bit(info.shared_memory != 0, mux::sharedMemory) |
         bit(hasUnifiedMemory(info), mux::unifiedMemory) |
         bit(info.has_buffer_addresses != 0, mux::bufferAddresses) |
         bit(CompilerLoader::isInstalled(), mux::compiler);
}

cl_version versionOf(std::string_view name) {
  const mux::Extension *row = mux::findExtension(name);
  return row ? row->version : CL_MAKE_VERSION(1, 0, 0);
}

}  // namespace

std::string extensionsOf(const mux_device_info_s &info) {
  std::string list = info.kernel_extensions;
  for (const mux::Extension &row : mux::extensions) {
    if (row.place == mux::ExtensionPlace::driver && mux::hasAll(propertiesOf(info), row.needs)) {
      list.append(list.empty() ? "" : " ").append(row.name);
    }
  }
  return list;
}

std::string platformExtensions() {
  std::string list;
  for (const mux::Extension &row : mux::extensions) {
    if (row.place == mux::ExtensionPlace::platform) {
      list.append(list.empty() ? "" : " ").append(row.name);
    }
  }
  return list;
}

bool hasExtension(const mux_device_info_s &info, std::string_view name) {
  const mux::Extension *row = mux::findExtension(name);
  return row && row->place == mux::ExtensionPlace::driver
             ? mux::hasAll(propertiesOf(info), row->needs)
             : containsWord(info.kernel_extensions, name);
}

bool hasUnifiedMemory(const mux_device_info_s &info) {
  return info.shared_memory != 0 || info.has_buffer_addresses != 0;
}

Status writeExtensions(const InfoWriter &out, std::string_view words) {
  std::vector<cl_name_version> entries;
  for (auto word : splitWords(words)) {
    entries.push_back(named(word, versionOf(word)));
  }
  return out.array<cl_name_version>(entries);
}

}  // namespace cl
