// Lists of OpenCL extensions and optional OpenCL C features, made from one table for all targets.
//
// A target states the properties of its device, and gets the lists for mux_device_info_s and the
// compiler half from the table in extensions.def:
//
//   inline constexpr uint32_t kernelProperties = mux::doubles | mux::atomics64;
//   inline constexpr const char *kernelExtensions = mux::kernelExtensions<kernelProperties>;
//   inline constexpr const char *kernelFeatures = mux::kernelFeatures<kernelProperties>;
//
// A vendor's own extensions follow behind: mux::kernelExtensions<kernelProperties, "cl_acme_sort">.
// The lists are constants of the compiler, so they outlive static objects and need no lock.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mux {

/// A property of a device on which extensions and features depend. The first group describes the
/// language of kernels and is the target's to state. The second group is for the driver, which
/// finds these properties itself.
enum DeviceProperty : uint32_t {
  halves = 1 << 0,            ///< arithmetic on half
  doubles = 1 << 1,           ///< arithmetic on double
  images = 1 << 2,            ///< images and samplers
  atomics64 = 1 << 3,         ///< atomic operations on 64-bit integers
  orderedAtomics = 1 << 4,    ///< atomics in sequentially consistent order, and across devices
  floatAtomics = 1 << 5,      ///< atomic add, min and max of floating-point numbers
  genericAddresses = 1 << 6,  ///< pointers to the generic address space
  pipes = 1 << 7,
  groupFunctions = 1 << 8,  ///< collective work-group functions
  subGroups = 1 << 9,       ///< sub-groups, with all functions of the library for them
  clock = 1 << 10,          ///< a clock for kernels
  fullLibrary = 1 << 11,    ///< extensions that the OpenCL C library provides on any hardware

  counters = 1 << 16,         ///< counts events of a launch
  sharedMemory = 1 << 17,     ///< works on the host's memory
  bufferAddresses = 1 << 18,  ///< buffers have device addresses
  compiler = 1 << 19,         ///< the compiler library is installed
  unifiedMemory = 1 << 20,    ///< allocations are known by addresses: the host's, or the device's
};

/// The implementer of an extension: each target's compiler half and device, the driver for a
/// device, or the driver alone.
enum class ExtensionPlace : uint8_t { language, driver, platform };

/// A row of KILN_EXTENSION. `version` is packed by makeVersion(). A row counts for a device with
/// all properties in `needs`; 0 means every device.
struct Extension {
  std::string_view name;
  /// As CL_MAKE_VERSION packs it.
  uint32_t version;
  ExtensionPlace place;
  /// The first OpenCL C version with the macro, 120 for 1.2; 0 without a macro.
  uint32_t since;
  uint32_t needs;  ///< of DeviceProperty; all of them
};

/// A row of KILN_FEATURE. A feature has no version of its own: all are 3.0.0 (OpenCL C 3.0 §6.2.1).
struct Feature {
  std::string_view name;
  uint32_t needs;  ///< of DeviceProperty; all of them
};

/// Packs a version as CL_MAKE_VERSION of OpenCL 3.0 does.
constexpr uint32_t makeVersion(uint32_t major, uint32_t minor, uint32_t patch) {
  return major << 22 | minor << 12 | patch;
}

/// All extensions, in the order of the device's lists.
inline constexpr auto extensions = [] {
  using enum ExtensionPlace;
  return std::to_array<Extension>({
#define KILN_EXTENSION(name, version, place, since, needs) \
  {#name, makeVersion version, place, since, needs},
#include "mux/target_support/extensions.def"
  });
}();

/// All optional features of OpenCL C, in the order of the device's lists.
inline constexpr auto features = std::to_array<Feature>({
#define KILN_FEATURE(name, needs) {#name, needs},
#include "mux/target_support/extensions.def"
});

/// Tells if a device with `properties` has all that a row needs.
constexpr bool hasAll(uint32_t properties, uint32_t needs) {
  return (properties & needs) == needs;
}

/// The row of an extension; null for an unknown name, such as a vendor's own. The row is a
/// constant. Thread-safe.
constexpr const Extension *findExtension(std::string_view name) {
  const auto *row = std::ranges::find(extensions, name, &Extension::name);
  return row == extensions.end() ? nullptr : row;
}

/// A text as a template argument.
/// C++20 takes no string literal as a template argument, but a structure with an array of
/// characters.
template <size_t size>
struct Words {
  char text[size];
  constexpr Words(const char (&words)[size]) { std::ranges::copy(words, text); }
};

namespace detail {

/// Words with spaces between, terminated. A list beyond the capacity does not compile.
struct WordList {
  std::array<char, 4096> text{};
  size_t size = 0;

  // An index past the array is an error of constant evaluation, so no check is needed here.
  constexpr void append(std::string_view word) {
    if (size != 0 && !word.empty()) {
      text[size++] = ' ';
    }
    for (char c : word) {
      text[size++] = c;
    }
  }
};

template <uint32_t properties, Words own>
inline constexpr WordList extensionList = [] {
  WordList list;
  for (const Extension &row : extensions) {
    if (row.place == ExtensionPlace::language && hasAll(properties, row.needs)) {
      list.append(row.name);
    }
  }
  list.append(own.text);
  return list;
}();

template <uint32_t properties>
inline constexpr WordList featureList = [] {
  WordList list;
  for (const Feature &row : features) {
    if (hasAll(properties, row.needs)) {
      list.append(row.name);
    }
  }
  return list;
}();

}  // namespace detail

/// The extensions of OpenCL C for a device with these properties, separated by spaces, with the
/// vendor's `own` ones behind: mux_device_info_s::kernel_extensions.
template <uint32_t properties, Words own = "">
inline constexpr const char *kernelExtensions = detail::extensionList<properties, own>.text.data();

/// The features of OpenCL C for a device with these properties, separated by spaces:
/// mux_device_info_s::kernel_features.
template <uint32_t properties>
inline constexpr const char *kernelFeatures = detail::featureList<properties>.text.data();

}  // namespace mux
