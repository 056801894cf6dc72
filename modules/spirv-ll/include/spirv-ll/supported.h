// Which SPIR-V a device takes: what the translator goes by, and what device queries say
// (cl_khr_spirv_queries). Without LLVM.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_ll {

/// The versions are 1.0 to this one.
constexpr unsigned newestMinorVersion = 6;

/// A capability or an extension, and what the device needs for it: an extension (cl_khr_fp16) or
/// features of OpenCL C (__opencl_c_images), separated by spaces. Without any it is for all
/// devices.
struct Offer {
  std::string_view name;  ///< ends with a zero byte
  std::string_view features;
};
std::span<const Offer> supportedCapabilities();
std::span<const Offer> supportedExtensions();
/// Null if there is none of that name.
const Offer *findOffer(std::span<const Offer> offers, std::string_view name);

/// Sets of extended instructions of which something is made. All of the other NonSemantic sets are
/// taken too, and left out.
std::span<const char *const> supportedInstructionSets();

/// Whether the device has an extension or a feature.
using HasFeature = std::function<bool(std::string_view)>;
/// Whether it has all that the offer needs.
bool isThere(const Offer &offer, const HasFeature &hasFeature);
/// The numbers of the capabilities that a module for the device may declare, ascending.
std::vector<uint32_t> capabilitiesOf(const HasFeature &hasFeature);
/// The extensions that it may declare. The names stay where they are.
std::vector<const char *> extensionsOf(const HasFeature &hasFeature);

/// All that capabilities and extensions ask for.
std::vector<std::string> allFeatures();

}  // namespace spirv_ll
