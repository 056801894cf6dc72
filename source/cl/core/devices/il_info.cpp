#include "core/devices/il_info.h"

#include <string>
#include <vector>

#include "core/base/name_list.h"
#include "core/process/compiler_loader.h"
#include "spirv-ll/supported.h"

namespace cl {
namespace {

// From headers newer than Debian's.
constexpr cl_device_info spirvInstructionSets = 0x12B9;
constexpr cl_device_info spirvExtensions = 0x12BA;
constexpr cl_device_info spirvCapabilities = 0x12BB;

std::string listVersions() {
  std::string list;
  for (unsigned minor = 0; minor <= spirv_ll::newestMinorVersion; ++minor) {
    list += (minor == 0 ? "SPIR-V_1." : " SPIR-V_1.") + std::to_string(minor);
  }
  return list;
}

}  // namespace

std::string_view ilVersion() {
  static const std::string all = listVersions();
  return CompilerLoader::isInstalled() ? std::string_view(all) : std::string_view();
}

Status ilsWithVersion(const InfoWriter &out) {
  std::vector<cl_name_version> versions;
  if (CompilerLoader::isInstalled()) {
    for (unsigned minor = 0; minor <= spirv_ll::newestMinorVersion; ++minor) {
      versions.push_back(named("SPIR-V", CL_MAKE_VERSION(1u, minor, 0u)));
    }
  }
  return out.array<cl_name_version>(versions);
}

/// CL 3.0 §4.2 clGetDeviceInfo: CL_INVALID_VALUE for other queries (cl_khr_spirv_queries,
/// cl_khr_spir).
Status spirvInfo(const Device &device, cl_device_info name, const InfoWriter &out) {
  const mux_device_info_s &info = device.mux();
  const auto hasFeature = [&](std::string_view feature) {
    return containsWord(info.kernel_extensions, feature) ||
           containsWord(info.kernel_features, feature);
  };
  if (!CompilerLoader::isInstalled()) {
    return Error{CL_INVALID_VALUE};
  }
  switch (name) {
    case CL_DEVICE_SPIR_VERSIONS:
      return out.string("1.2");
    case spirvInstructionSets:
      return out.array<const char *>(spirv_ll::supportedInstructionSets());
    case spirvExtensions:
      return out.array<const char *>(spirv_ll::extensionsOf(hasFeature));
    case spirvCapabilities:
      return out.array<cl_uint>(spirv_ll::capabilitiesOf(hasFeature));
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
