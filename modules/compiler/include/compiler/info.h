// Static properties of a target's compiler half, and the way to make a Target of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/context.h"
#include "compiler/result.h"
#include "compiler/target.h"

namespace compiler {

/// What the front end has to know of a device. Devices with equal front-end properties can
/// share one front-end result.
struct DeviceProperties {
  uint32_t addressBits = 64;
  bool hasHalf = false;
  bool hasDouble = true;
  bool hasImages = false;
  bool is64BitAtomics = true;
  /// OpenCL extensions (cl_khr_…) and optional OpenCL C 3.0 features (__opencl_c_…) that
  /// programs may use: what -cl-ext and the predefined macros are made from, and what the
  /// device queries report.
  std::vector<std::string> extensions;
  std::vector<std::string> features;
  /// OpenCL C that declares the builtins of the target's own extensions; every program sees
  /// it, as if it were included first.
  std::string declarations;
  uint64_t localMemorySize = 0;  ///< bytes
  uint64_t maxWorkGroupSize = 0;

  bool operator==(const DeviceProperties &) const = default;
};

/// A build option that only this target knows.
struct DeviceOption {
  std::string name;                 ///< "-mine-fast", or "-mine-width=" for one with a value
  std::vector<std::string> values;  ///< what may follow the '='; if there are none, any text
  std::string help;                 ///< one line for people

  bool operator==(const DeviceOption &) const = default;
};

/// What a program that was compiled for `program` may use and `device` lacks, as a text;
/// empty if the device can run all such programs. Sizes are not looked at: kernels that do not
/// fit are refused when they are created.
std::string missingProperties(const DeviceProperties &program, const DeviceProperties &device);
/// One line for people.
std::string toString(const DeviceProperties &properties);

/// One per target in the library; immutable, alive as long as the library.
class Info {
 public:
  virtual ~Info() = default;

  /// The target's name, as mux_device_info_s::target.
  virtual std::string_view name() const = 0;
  /// Properties that do not depend on the very device: extensions, features, sizes.
  virtual const DeviceProperties &properties() const = 0;
  /// createKernel works.
  virtual bool supportsDeferredCompilation() const = 0;
  /// What a program's build options may hold beside OpenCL's own; the target finds them in
  /// frontend::BuildOptions::deviceOptions.
  virtual std::vector<DeviceOption> deviceOptions() const { return {}; }

  /// `targetProperties` is mux_device_info_s::target_properties of the device, or empty for the
  /// target's default (offline compilation). Error::invalidValue if it does not parse.
  virtual Result<std::unique_ptr<Target>> createTarget(Context &context,
                                                       std::string_view targetProperties) = 0;
};

}  // namespace compiler
