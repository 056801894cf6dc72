// Launches of command buffers that may change (cl_khr_command_buffer_mutable_dispatch).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/newer_enumerants.h"
#include "core/build/kernel.h"
#include "core/queues/queue.h"

namespace cl {

class CommandBuffer;

/// A launch as clCommandNDRangeKernelKHR and clUpdateMutableCommandsKHR describe it.
struct Launch {
  Ref<Kernel> kernel;  ///< a copy, nobody else's: with the arguments of this launch
  cl_uint dimensions;
  std::array<size_t, 3> offset = {}, global = {}, local = {};
  bool hasLocal = false;  ///< else the driver chooses

  /// `offset`, `global` and `local` may be null.
  static Result<Launch> create(const Kernel &kernel, cl_uint dimensions, const size_t *offset,
                               const size_t *global, const size_t *local);
  bool hasAllArguments() const;
  /// Whether all work-groups are of one size.
  bool isUniform() const;
  Status record(Queue &queue) const;
  /// What is wrong about it apart from arguments that are not set.
  Status check(Queue &queue) const;
};

/// How a launch may change. The registry calls it cl_mutable_dispatch_config_khr; Debian's headers
/// have an older one.
struct LaunchUpdate {
  cl_mutable_command_khr command;
  cl_uint num_args, num_svm_args, num_exec_infos, work_dim;
  const cl_mutable_dispatch_arg_khr *arg_list, *arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  const size_t *global_work_offset, *global_work_size, *local_work_size;
};
/// CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR.
inline constexpr cl_uint launchUpdateType = 0;

/// What may change on all devices.
inline constexpr cl_mutable_dispatch_fields_khr mutableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// All that promise something. None is needed: a launch with more work-groups works.
inline constexpr cl_mutable_dispatch_asserts_khr knownAsserts =
    CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;

/// The properties of clCommandNDRangeKernelKHR.
struct LaunchProperties {
  std::vector<cl_command_properties_khr> list;  ///< with its end; empty if there was none
  cl_mutable_dispatch_fields_khr fields = mutableFields;
  cl_mutable_dispatch_asserts_khr asserts = 0;

  /// CL_INVALID_VALUE, or CL_INVALID_OPERATION for fields that no device has.
  static Result<LaunchProperties> check(const cl_command_properties_khr *list);
};

/// What the application has of a launch: a name for it, which lives as long as the command buffer.
class MutableCommand final
    : public Object<_cl_mutable_command_khr, Kind::mutableCommand, CL_INVALID_MUTABLE_COMMAND_KHR> {
 public:
  MutableCommand(CommandBuffer &owner, size_t step, Kernel &kernel, LaunchProperties properties)
      : owner_(owner),
        step_(step),
        kernel_(Ref<Kernel>(&kernel)),
        properties_(std::move(properties)) {}

  CommandBuffer &owner() const { return owner_; }
  /// Of the command buffer's.
  size_t step() const { return step_; }
  /// The one that it was recorded from.
  Kernel &kernel() const { return *kernel_; }
  const LaunchProperties &properties() const { return properties_; }

  /// Changes the launch: CL_INVALID_OPERATION for what may not change, or the errors of the calls
  /// that set arguments.
  Status update(Launch &launch, const LaunchUpdate &update) const;
  Status info(cl_mutable_command_info_khr name, const InfoWriter &out) const;

 private:
  Status checkUpdate(const Launch &launch, const LaunchUpdate &update) const;

  CommandBuffer &owner_;
  size_t step_;
  Ref<Kernel> kernel_;
  LaunchProperties properties_;
};

}  // namespace cl
