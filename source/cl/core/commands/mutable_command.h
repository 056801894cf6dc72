// Describes launches in command buffers and their updates (cl_khr_command_buffer_mutable_dispatch).
//
// A launch is stored as the application described it: a private copy of the kernel with its
// arguments, and sizes. An update changes this description and the command buffer records the
// segment anew. So the checks of an update are those of a launch.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/newer_enumerants.h"
#include "core/build/kernel.h"
#include "core/queues/queue.h"

namespace cl {

class CommandBuffer;

/// A launch, as described by clCommandNDRangeKernelKHR and clUpdateMutableCommandsKHR.
struct Launch {
  /// A private copy with this launch's arguments.
  Ref<Kernel> kernel;
  /// 1 to 3.
  cl_uint dimensions;
  /// Work-items, by dimension. `local` counts only if hasLocal.
  std::array<size_t, 3> offset = {}, global = {}, local = {};
  /// The application has given a local size; else the driver chooses.
  bool hasLocal = false;

  /// Copies a launch. `offset`, `global` and `local` may be null. CL_INVALID_WORK_DIMENSION
  /// (clCommandNDRangeKernelKHR).
  static Result<Launch> create(const Kernel &kernel, cl_uint dimensions, const size_t *offset,
                               const size_t *global, const size_t *local);
  /// Tells if every argument of the kernel is set. An enqueue needs that, a recording does not.
  bool hasAllArguments() const;
  /// Tells if all work-groups have the same size. An update may not change that.
  bool isUniform() const;
  /// Enqueues the launch to a recording queue. Errors of clEnqueueNDRangeKernel.
  Status record(Queue &queue) const;
  /// Makes the checks of record(), except for unset arguments.
  Status check(Queue &queue) const;
};

/// The registry's cl_mutable_dispatch_config_khr; Debian's headers have an older one.
struct LaunchUpdate {
  /// The launch to change.
  cl_mutable_command_khr command;
  /// Lengths of the lists; work_dim 0 keeps the dimensions.
  cl_uint num_args, num_svm_args, num_exec_infos, work_dim;
  /// Arguments to set, by index.
  const cl_mutable_dispatch_arg_khr *arg_list, *arg_svm_list;
  /// Calls of clSetKernelExecInfo to repeat.
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  /// Null keeps the present value.
  const size_t *global_work_offset, *global_work_size, *local_work_size;
};
/// CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR, the type of LaunchUpdate in a list of
/// configurations.
inline constexpr cl_uint launchUpdateType = 0;

/// The fields that may change, on all devices.
inline constexpr cl_mutable_dispatch_fields_khr mutableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// Accepted assertions. They save nothing here: a launch with more work-groups works, too.
inline constexpr cl_mutable_dispatch_asserts_khr knownAsserts =
    CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;

/// The properties of clCommandNDRangeKernelKHR. Without a list, all fields may change.
struct LaunchProperties {
  /// With its end; empty if there was none.
  std::vector<cl_command_properties_khr> list;
  /// The fields that updates may change.
  cl_mutable_dispatch_fields_khr fields = mutableFields;
  /// Accepted and without effect (knownAsserts).
  cl_mutable_dispatch_asserts_khr asserts = 0;

  /// Parses a list: CL_INVALID_VALUE, or CL_INVALID_OPERATION for unsupported fields.
  static Result<LaunchProperties> check(const cl_command_properties_khr *list);
};

/// The application's handle of a launch, as long-lived as its command buffer. Immutable,
/// thread-safe; the state of the launch is the command buffer's.
class MutableCommand final
    : public Object<_cl_mutable_command_khr, Kind::mutableCommand, CL_INVALID_MUTABLE_COMMAND_KHR> {
 public:
  /// Creates the handle of a step of `owner` and keeps the kernel.
  MutableCommand(CommandBuffer &owner, size_t step, Kernel &kernel, LaunchProperties properties)
      : owner_(owner),
        step_(step),
        kernel_(Ref<Kernel>(&kernel)),
        properties_(std::move(properties)) {}

  /// Returns the command buffer. It outlives the handle.
  CommandBuffer &owner() const { return owner_; }
  /// Returns the step's index in the command buffer.
  size_t step() const { return step_; }
  /// Returns the application's kernel, recorded by the launch.
  Kernel &kernel() const { return *kernel_; }
  /// Returns the properties of the launch.
  const LaunchProperties &properties() const { return properties_; }

  /// Applies an update to the launch. CL_INVALID_OPERATION for fields that may not change, or the
  /// errors of the calls that set arguments.
  Status update(Launch &launch, const LaunchUpdate &update) const;
  /// Answers clGetMutableCommandInfoKHR. CL_INVALID_VALUE for an unknown query.
  Status info(cl_mutable_command_info_khr name, const InfoWriter &out) const;

 private:
  /// Checks an update without applying it.
  Status checkUpdate(const Launch &launch, const LaunchUpdate &update) const;

  // Owns this handle.
  CommandBuffer &owner_;
  // Names the launch in the command buffer.
  size_t step_;
  // The application's, for clGetMutableCommandInfoKHR.
  Ref<Kernel> kernel_;
  LaunchProperties properties_;
};

}  // namespace cl
