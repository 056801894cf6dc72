// Lists the SPIR-V versions, capabilities and extensions of a device.
//
// The translator refuses a module by these lists, and device queries report them
// (cl_khr_spirv_queries, CL_DEVICE_ILS_WITH_VERSION). The header needs no LLVM, so that the driver
// can answer the queries without loading the compiler. All functions are thread-safe; names
// returned by them live as long as the program.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_ll {

/// All versions from 1.0 to 1.<newestMinorVersion> are accepted.
constexpr unsigned newestMinorVersion = 6;

/// A capability or an extension, and the device properties it depends on.
struct Offer {
  /// The name in the SPIR-V registry. The character behind its end is a zero byte.
  std::string_view name;
  /// OpenCL extensions (cl_khr_fp16) and OpenCL C features (__opencl_c_images), separated by
  /// spaces, all of which the device needs. Empty: every device has it.
  std::string_view features;
};
/// Capabilities of OpenCL modules that some device can support (OpenCL SPIR-V environment
/// specification).
std::span<const Offer> supportedCapabilities();
/// Extensions of OpenCL modules that some device can support.
std::span<const Offer> supportedExtensions();
/// The offer of that name, or null. Linear in the number of offers: for queries and for the few
/// declarations of a module.
const Offer *findOffer(std::span<const Offer> offers, std::string_view name);

/// Extended instruction sets with an effect on the IR. Other NonSemantic sets are accepted and
/// dropped.
std::span<const char *const> supportedInstructionSets();

/// True if the device has the named OpenCL extension or OpenCL C feature.
using HasFeature = std::function<bool(std::string_view)>;
/// Tells if the device has every feature needed by the offer.
bool isThere(const Offer &offer, const HasFeature &hasFeature);
/// The numbers of the capabilities that a module for the device may declare, ascending.
std::vector<uint32_t> capabilitiesOf(const HasFeature &hasFeature);
/// The extensions that a module for the device may declare, as C strings.
std::vector<const char *> extensionsOf(const HasFeature &hasFeature);

/// Every feature named by an offer, once each: the features of a device without limits. Tools and
/// tests translate for this device; without it they would repeat the list.
std::vector<std::string> allFeatures();

}  // namespace spirv_ll
