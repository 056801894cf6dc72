// Updates of launches. An update works on a copy of the launch, with a clone of its kernel: the
// calls that set arguments are the same as for clSetKernelArg and make the same checks. Only a
// complete update replaces the launch.
#include "core/commands/mutable_command.h"

#include <algorithm>

#include "core/commands/command_buffer.h"
#include "core/commands/kernel_commands.h"

namespace cl {

/// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_INVALID_WORK_DIMENSION.
Result<Launch> Launch::create(const Kernel &kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local) {
  if (dimensions == 0 || dimensions > 3) {
    return Error{CL_INVALID_WORK_DIMENSION};
  }
  auto copy = kernel.clone();
  if (!copy) {
    return copy.error();
  }
  Launch launch = {std::move(*copy), dimensions};
  const auto take = [&](std::array<size_t, 3> &to, const size_t *from) {
    if (from) {
      std::copy_n(from, dimensions, to.begin());
    }
  };
  take(launch.offset, offset);
  take(launch.global, global);
  take(launch.local, local);
  launch.hasLocal = local != nullptr;
  return launch;
}

bool Launch::hasAllArguments() const {
  return std::ranges::all_of(kernel->arguments(), &Argument::isSet);
}

bool Launch::isUniform() const {
  for (cl_uint i = 0; hasLocal && i < dimensions; ++i) {
    if (local[i] != 0 && global[i] % local[i] != 0) {
      return false;
    }
  }
  return true;
}

/// Events and wait lists do not exist in a command buffer; sync-points take their place.
Status Launch::record(Queue &queue) const {
  return enqueueNDRange(queue, *kernel, dimensions, offset.data(), global.data(),
                        hasLocal ? local.data() : nullptr, {}, nullptr);
}

Status Launch::check(Queue &queue) const {
  return checkNDRange(queue, *kernel, dimensions, offset.data(), global.data(),
                      hasLocal ? local.data() : nullptr);
}

/// cl_khr_command_buffer_mutable_dispatch: CL_INVALID_VALUE for an unknown or repeated property,
/// then CL_INVALID_OPERATION for unsupported fields.
Result<LaunchProperties> LaunchProperties::check(const cl_command_properties_khr *list) {
  LaunchProperties properties;
  const cl_command_properties_khr *each = list;
  bool hasFields = false, hasAsserts = false;
  for (; each && each[0] != 0; each += 2) {
    if (each[0] == CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR && !std::exchange(hasFields, true)) {
      properties.fields = each[1];
    } else if (each[0] == CL_MUTABLE_DISPATCH_ASSERTS_KHR && !std::exchange(hasAsserts, true) &&
               (each[1] & ~knownAsserts) == 0) {
      properties.asserts = each[1];
    } else {
      return Error{CL_INVALID_VALUE};
    }
  }
  if ((properties.fields & ~mutableFields) != 0) {
    return Error{CL_INVALID_OPERATION};
  }
  if (list) {
    properties.list.assign(list, each + 1);
  }
  return properties;
}

namespace {

template <class T>
bool isList(const T *list, cl_uint count) {
  return (count == 0) == (list == nullptr);
}

}  // namespace

/// cl_khr_command_buffer_mutable_dispatch, clUpdateMutableCommandsKHR: CL_INVALID_OPERATION for
/// fields that may not change, CL_INVALID_VALUE for lists that contradict their count.
Status MutableCommand::checkUpdate(const Launch &launch, const LaunchUpdate &update) const {
  const auto mayChange = [&](bool changes, cl_mutable_dispatch_fields_khr field) {
    return !changes || (properties_.fields & field) != 0;
  };
  if (!mayChange(update.global_work_offset, CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR) ||
      !mayChange(update.global_work_size, CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR) ||
      !mayChange(update.local_work_size, CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR) ||
      !mayChange(update.num_args != 0 || update.num_svm_args != 0,
                 CL_MUTABLE_DISPATCH_ARGUMENTS_KHR) ||
      !mayChange(update.num_exec_infos != 0, CL_MUTABLE_DISPATCH_EXEC_INFO_KHR)) {
    return Error{CL_INVALID_OPERATION};
  }
  // 0: as many as before, also in the arrays of sizes.
  if (update.work_dim != 0 && update.work_dim != launch.dimensions) {
    return Error{CL_INVALID_OPERATION};
  }
  if (!isList(update.arg_list, update.num_args) ||
      !isList(update.arg_svm_list, update.num_svm_args) ||
      !isList(update.exec_info_list, update.num_exec_infos)) {
    return Error{CL_INVALID_VALUE};
  }
  return success();
}

/// cl_khr_command_buffer_mutable_dispatch: CL_INVALID_OPERATION if the range becomes uniform or
/// ceases to be.
Status MutableCommand::update(Launch &launch, const LaunchUpdate &update) const {
  if (auto status = checkUpdate(launch, update); !status) {
    return status;
  }
  auto kernel = launch.kernel->clone();
  if (!kernel) {
    return kernel.error();
  }
  for (const auto &each : std::span(update.arg_list, update.num_args)) {
    auto status = (*kernel)->setArgument(each.arg_index, each.arg_size, each.arg_value);
    if (!status) {
      return status;
    }
  }
  for (const auto &each : std::span(update.arg_svm_list, update.num_svm_args)) {
    if (auto status = (*kernel)->setSharedPointer(each.arg_index, each.arg_value); !status) {
      return status;
    }
  }
  for (const auto &each : std::span(update.exec_info_list, update.num_exec_infos)) {
    auto status = (*kernel)->setExecInfo(each.param_name, each.param_value_size, each.param_value);
    if (!status) {
      return status;
    }
  }
  const bool wasUniform = launch.isUniform();
  const auto take = [&](std::array<size_t, 3> &to, const size_t *from) {
    if (from) {
      std::copy_n(from, launch.dimensions, to.begin());
    }
  };
  take(launch.offset, update.global_work_offset);
  take(launch.global, update.global_work_size);
  take(launch.local, update.local_work_size);
  launch.hasLocal = launch.hasLocal || update.local_work_size != nullptr;
  launch.kernel = std::move(*kernel);
  return launch.isUniform() == wasUniform ? success() : Status(Error{CL_INVALID_OPERATION});
}

/// cl_khr_command_buffer_mutable_dispatch: CL_INVALID_VALUE for an unknown query.
Status MutableCommand::info(cl_mutable_command_info_khr name, const InfoWriter &out) const {
  const Launch launch = owner_.launchOf(step_);
  const auto sizes = [&](const std::array<size_t, 3> &values) {
    return out.array(std::span<const size_t>(values.data(), launch.dimensions));
  };
  switch (name) {
    case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
      return out.value<cl_command_queue>(owner_.queueOf(step_).handle());
    case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
      return out.value<cl_command_buffer_khr>(owner_.handle());
    case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
      return out.value<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL);
    case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
      return out.array<cl_command_properties_khr>(properties_.list);
    case CL_MUTABLE_DISPATCH_KERNEL_KHR:
      return out.value<cl_kernel>(kernel_->handle());
    case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
      return out.value<cl_uint>(launch.dimensions);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
      return sizes(launch.offset);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
      return sizes(launch.global);
    case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
      return sizes(launch.local);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
