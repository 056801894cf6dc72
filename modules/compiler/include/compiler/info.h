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

/// The properties of a device as the front end needs them. Devices with equal ones can share one
/// front-end result.
///
/// `extensions` and `features` are the sources of predefined macros, of -cl-ext, and of device
/// queries.
struct DeviceProperties {
  /// 32 or 64: programs are compiled for spir or spir64.
  uint32_t addressBits = 64;
  /// Optional types and abilities. They agree with the lists below.
  bool hasHalf = false;
  bool hasDouble = true;
  bool hasImages = false;
  bool is64BitAtomics = true;
  /// OpenCL extensions (cl_khr_…) for programs.
  std::vector<std::string> extensions;
  /// Optional OpenCL C 3.0 features (__opencl_c_…) for programs (OpenCL C 3.0 §6.2.1).
  std::vector<std::string> features;
  /// OpenCL C with the builtins of the target's own extensions. Every program sees it, as if it
  /// were included first.
  std::string declarations;
  /// Bytes of local memory of a work-group, and work-items of one.
  uint64_t localMemorySize = 0;
  /// Bytes in front of a group's local memory and behind it that kernels may read, and write with
  /// what they have (mux::LaunchLimits::localSlack). Without them, masked stores to local memory
  /// stay masked.
  uint64_t localMemorySlack = 0;
  uint64_t maxWorkGroupSize = 0;

  bool operator==(const DeviceProperties &) const = default;
};

/// A build option of one target alone, for CL 3.0 §5.8.6. The parser checks it before any build
/// step.
struct DeviceOption {
  /// The word: "-mine-fast", or "-mine-width=" for an option with a value.
  std::string name;
  /// The allowed values; empty allows any text.
  std::vector<std::string> values;
  /// One line for people.
  std::string help;

  bool operator==(const DeviceOption &) const = default;
};

/// Returns the properties used by a program and absent from a device, as a text; empty if the
/// device can run all programs compiled for `program`. Sizes are not compared: too large kernels
/// are refused at their creation.
std::string missingProperties(const DeviceProperties &program, const DeviceProperties &device);
/// Returns the properties in one line for people.
std::string toString(const DeviceProperties &properties);

/// The compiler half's description of a target: one per target in the library; immutable, alive as
/// long as the library. Thread-safe.
class Info {
 public:
  virtual ~Info() = default;

  /// The target's name, equal to mux_device_info_s::target: it connects the two halves.
  virtual std::string_view name() const = 0;
  /// The properties common to all devices of the target: extensions, features, sizes. They never
  /// change.
  virtual const DeviceProperties &properties() const = 0;
  /// Returns true if Module::createKernel works.
  virtual bool supportsDeferredCompilation() const = 0;
  /// Lists the build options of this target beside OpenCL's own. A target finds given ones in
  /// frontend::BuildOptions::deviceOptions.
  virtual std::vector<DeviceOption> deviceOptions() const { return {}; }

  /// Creates the compiler for one device. Error::invalidValue: the text is malformed, or names no
  /// CPU of the target.
  ///
  /// `targetProperties` is mux_device_info_s::target_properties of the device, or empty for the
  /// target's default (offline compilation).
  virtual Result<std::unique_ptr<Target>> createTarget(Context &context,
                                                       std::string_view targetProperties) = 0;
};

}  // namespace compiler
