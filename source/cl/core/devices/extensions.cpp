#include "core/devices/extensions.h"

#include <algorithm>
#include <vector>

#include "core/base/name_list.h"
#include "core/devices/il_info.h"

namespace cl {
namespace {

bool always(const mux_device_info_s &) {
  return true;
}

bool hasImages(const mux_device_info_s &info) {
  return info.has_images != 0;
}

/// An extension of the API, in the order of doc/extensions.md.
struct Row {
  std::string_view name;
  bool (*has)(const mux_device_info_s &info);
};
constexpr Row rows[] = {
    {"cl_kiln_vector_width", always},
    {"cl_kiln_kernel_text", always},
    {"cl_kiln_performance_counters",
     [](const mux_device_info_s &info) { return info.counter_count != 0; }},
    {"cl_khr_command_buffer", always},
    {"cl_khr_command_buffer_multi_device", always},
    {"cl_khr_command_buffer_mutable_dispatch", always},
    {"cl_khr_extended_versioning", always},
    {"cl_khr_create_command_queue", always},
    {"cl_khr_device_uuid", always},
    {"cl_khr_external_memory", always},
    {"cl_khr_external_memory_opaque_fd", always},
    {"cl_khr_external_semaphore", always},
    {"cl_khr_external_semaphore_opaque_fd", always},
    {"cl_khr_initialize_memory", always},
    {"cl_khr_priority_hints", always},
    {"cl_khr_semaphore", always},
    {"cl_khr_suggested_local_work_size", always},
    {"cl_khr_throttle_hints", always},
    {"cl_khr_unified_svm", hasUnifiedMemory},
    {"cl_ext_buffer_device_address",
     [](const mux_device_info_s &info) { return info.has_buffer_addresses != 0; }},
    {"cl_ext_image_requirements_info", hasImages},
    {"cl_ext_image_from_buffer", hasImages},
    {"cl_intel_unified_shared_memory", hasUnifiedMemory},
};

struct Version {
  std::string_view name;
  cl_version version;
};
/// As the registry numbers them; what is not here is at 1.0.0.
constexpr Version versions[] = {
    {"cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8)},
    {"cl_khr_command_buffer_multi_device", CL_MAKE_VERSION(0, 9, 2)},
    {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5)},
    {"cl_khr_external_memory", CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_external_semaphore", CL_MAKE_VERSION(1, 0, 1)},
    {"cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0)},
    {"cl_khr_unified_svm", CL_MAKE_VERSION(0, 9, 0)},
    {"cl_intel_required_subgroup_size", CL_MAKE_VERSION(0, 0, 0)},
    {"cl_intel_unified_shared_memory", CL_MAKE_VERSION(1, 1, 0)},
    {"cl_ext_image_requirements_info", CL_MAKE_VERSION(0, 5, 0)},
    {"cl_ext_buffer_device_address", CL_MAKE_VERSION(1, 0, 2)},
};

cl_version versionOf(std::string_view name) {
  const auto *found = std::ranges::find(versions, name, &Version::name);
  return found == std::end(versions) ? CL_MAKE_VERSION(1, 0, 0) : found->version;
}

}  // namespace

std::string extensionsOf(const mux_device_info_s &info) {
  std::string extensions = info.kernel_extensions;
  for (const Row &row : rows) {
    if (row.has(info)) {
      extensions.append(extensions.empty() ? "" : " ").append(row.name);
    }
  }
  return extensions.append(ilExtensions());
}

bool hasExtension(const mux_device_info_s &info, std::string_view name) {
  const auto *row = std::ranges::find(rows, name, &Row::name);
  return row != std::end(rows) ? row->has(info) : containsWord(info.kernel_extensions, name);
}

bool hasUnifiedMemory(const mux_device_info_s &info) {
  return info.shared_memory != 0;
}

Status writeExtensions(const InfoWriter &out, std::string_view words) {
  std::vector<cl_name_version> entries;
  for (auto word : splitWords(words)) {
    entries.push_back(named(word, versionOf(word)));
  }
  return out.array<cl_name_version>(entries);
}

}  // namespace cl
