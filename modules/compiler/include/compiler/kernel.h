// A kernel compiled as late as its enqueue, for sizes and arguments known only there.
//
// Deferred compilation saves the work for kernels never launched, and gives loops over work-items
// constant bounds. doc/decisions/017-specialised-kernels.md has the reasons.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/module.h"
#include "compiler/parameter_value.h"
#include "compiler/result.h"

namespace compiler {

/// Variants of code by the compiler's effort. All compute the same results, except for freedoms
/// that the build options give (-cl-fast-relaxed-math).
enum class CodeVariant : uint8_t {
  /// As the build options say.
  optimized,
  /// Without vectors of work-items.
  scalar,
  /// As with -cl-opt-disable: compiled in a fraction of the time, for the first launches.
  baseline,
};

/// The properties of a launch that one binary is compiled for.
///
/// Zeros mean "any": a binary with all of them zero runs every launch of the kernel. A launch with
/// other sizes than the stated ones is invalid, and muxCommandNDRange refuses a wrong local size.
struct SpecializationOptions {
  /// Work-items of a group in each dimension, all three or none.
  std::array<uint64_t, 3> localSize = {};
  /// Work-items of the launch in each dimension.
  std::array<uint64_t, 3> globalSize = {};
  /// No launch has partial groups: its sizes are multiples of the local ones.
  bool uniformGroups = false;
  /// All launches have the global offset (0, 0, 0).
  bool zeroGlobalOffset = false;
  /// The memory of no argument overlaps that of another one: buffers are different objects, or
  /// disjoint ranges of one.
  bool apartBuffers = false;
  /// Arguments with known values. The binary has the same parameters as any other of the kernel,
  /// and may be launched with these values alone.
  std::vector<ParameterValue> values = {};
  CodeVariant variant = CodeVariant::optimized;
};

/// One kernel of a finalized module, independent of the module's lifetime.
///
/// Module::createKernel makes it. Thread-safe: several launches may ask for variants at once.
class Kernel {
 public:
  virtual ~Kernel() = default;

  /// The name in the source; also the name in each of its binaries.
  virtual std::string_view name() const = 0;

  /// Compiles a binary with this one kernel, under its own name, for muxCreateExecutable.
  ///
  /// Blocks until the binary is complete. Error::invalidValue: a value for a parameter other than
  /// an integer of up to 64 bits. Error::internalFailure, Error::outOfResources: code generation
  /// failed.
  virtual Result<Bytes> createSpecializedKernel(const SpecializationOptions &options) = 0;

  /// Announces a local size that the program is likely to ask for soon.
  ///
  /// The binary may be made now, on the calling thread, and stored until createSpecializedKernel
  /// asks for this size. Any size may be passed. A failure stays hidden: the later call reports it.
  virtual void precacheLocalSize(const std::array<uint64_t, 3> &localSize) = 0;

  /// Returns the work-items of one sub-group in a group of `localSize`; 0 if the kernel uses no
  /// sub-groups (CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, CL 3.0 §5.9.4).
  virtual uint32_t querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &localSize) = 0;
  /// Returns a local size with exactly `count` sub-groups, or zeros if none has
  /// (CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, CL 3.0 §5.9.4).
  virtual std::array<uint64_t, 3> queryLocalSizeForSubGroupCount(uint64_t count) = 0;
  /// Returns the largest number of sub-groups in a group; 0 if the kernel uses none
  /// (CL_KERNEL_MAX_NUM_SUB_GROUPS, CL 3.0 §5.9.4).
  virtual uint64_t queryMaxSubGroupCount() = 0;
};

}  // namespace compiler
