// A kernel compiled as late as its enqueue.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/module.h"
#include "compiler/parameter_value.h"
#include "compiler/result.h"

namespace compiler {

/// What is only known at the enqueue. Zeros mean "any": such a binary runs every size.
struct SpecializationOptions {
  std::array<uint64_t, 3> localSize = {};
  std::array<uint64_t, 3> globalSize = {};
  bool zeroGlobalOffset = false;
  /// The binary has the same parameters as any other of the kernel, and may be launched with these
  /// values alone.
  std::vector<ParameterValue> values = {};
};

/// Thread-safe.
class Kernel {
 public:
  virtual ~Kernel() = default;

  virtual std::string_view name() const = 0;

  /// A binary that holds this one kernel, under its own name.
  virtual Result<Bytes> createSpecializedKernel(const SpecializationOptions &options) = 0;

  /// Says that this local size is likely to be asked for soon: its binary may be made now, on the
  /// calling thread, and kept until createSpecializedKernel is asked for it. Never fails visibly.
  virtual void precacheLocalSize(const std::array<uint64_t, 3> &localSize) = 0;

  /// Work-items of the kernel's sub-groups for a local size, and the inverses
  /// (clGetKernelSubGroupInfo). 0 where the kernel uses no sub-groups.
  virtual uint32_t querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &localSize) = 0;
  virtual std::array<uint64_t, 3> queryLocalSizeForSubGroupCount(uint64_t count) = 0;
  virtual uint64_t queryMaxSubGroupCount() = 0;
};

}  // namespace compiler
