// A kernel launch against the kernel's descriptor and the device's limits.
//
// The caller's numbers may be anything. The checks go from sizes to arguments to memory, and each
// later one relies on the earlier ones: argument kinds are compared only once their number is
// right. Products and sums are checked for overflow. doc/mux-spec.md §5 lists all conditions.
#include <algorithm>

#include "mux/target_support/launch.h"
#include "validate.h"

namespace mux {
namespace {

// Returns the work-items of the enqueued group, or 0 if a dimension is out of range. Unused
// dimensions have to be 1.
uint64_t groupSize(const mux_ndrange_t &ndrange, const mux_device_info_s &info) {
  uint64_t items = 1;
  for (uint32_t i = 0; i < 3; ++i) {
    const uint64_t local = ndrange.local_size[i];
    const uint64_t limit = i < ndrange.dimensions ? info.max_work_item_sizes[i] : 1;
    if (local == 0 || local > limit || __builtin_mul_overflow(items, local, &items)) {
      return 0;
    }
  }
  return items;
}

// Checks that global ids fit the device's size_t, and the number of groups 64 bits.
//
// The ids of a dimension end at offset plus size. Kernels compute them in the device's size_t, so
// they must not wrap around. An empty dimension counts as one group, and the launch does nothing.
bool isGlobalRangeValid(const mux_ndrange_t &ndrange, const mux_device_info_s &info) {
  const uint64_t largest = info.address_bits == 32 ? UINT32_MAX : UINT64_MAX;
  uint64_t groups = 1;
  for (uint32_t i = 0; i < ndrange.dimensions; ++i) {
    uint64_t end;
    if (__builtin_add_overflow(ndrange.global_offset[i], ndrange.global_size[i], &end) ||
        end > largest) {
      return false;
    }
    const uint64_t local = ndrange.local_size[i];
    const uint64_t count = ndrange.global_size[i] / local + (ndrange.global_size[i] % local != 0);
    if (__builtin_mul_overflow(groups, std::max<uint64_t>(count, 1), &groups)) {
      return false;
    }
  }
  return true;
}

// Returns true if no group is partial. Every local size is at least 1 by now, since groupSize() has
// refused zeros.
bool isUniform(const mux_ndrange_t &ndrange) {
  for (uint32_t i = 0; i < ndrange.dimensions; ++i) {
    if (ndrange.global_size[i] % ndrange.local_size[i] != 0) {
      return false;
    }
  }
  return true;
}

// Returns true unless the kernel asks for another local size. Zeros ask for none.
bool isRequiredSize(const uint64_t (&required)[3], const mux_ndrange_t &ndrange) {
  return required[0] == 0 || std::ranges::equal(required, ndrange.local_size);
}

// Checks all sizes of a launch (CL_INVALID_WORK_GROUP_SIZE and its relatives, CL 3.0 §5.10).
bool isSizeValid(const mux_ndrange_t &ndrange, const mux_kernel_descriptor_t &descriptor,
                 const mux_device_info_s &info) {
  const uint64_t items = groupSize(ndrange, info);
  if (items == 0 || items > info.max_work_group_size || !isGlobalRangeValid(ndrange, info)) {
    return false;
  }
  if (descriptor.max_work_group_size != 0 && items > descriptor.max_work_group_size) {
    return false;
  }
  if ((descriptor.flags & mux_kernel_uniform_groups_only) != 0 && !isUniform(ndrange)) {
    return false;
  }
  return isRequiredSize(descriptor.required_local_size, ndrange) &&
         isRequiredSize(descriptor.specialized_local_size, ndrange);
}

// Returns true if kernels of the device accept addresses in place of buffers. A device on the
// host's memory takes host addresses (SVM), others take muxGetBufferAddress's.
bool takesAddresses(const mux_device_info_s &info) {
  return info.shared_memory != 0 || info.has_buffer_addresses;
}

// Checks one argument against its parameter. Handles come before kinds, features before kinds as
// well.
mux_result_t checkArgument(mux_command_buffer_t commandBuffer, const mux_parameter_t &parameter,
                           const mux_argument_t &argument) {
  const auto kindIs = [&](uint32_t kind) {
    return parameter.kind == kind ? mux_success : mux_error_invalid_value;
  };
  switch (argument.type) {
    case mux_argument_buffer: {
      // An offset at the end of the buffer leaves no byte for the kernel, so it is refused.
      const mux_result_t result = checkBuffer(commandBuffer, argument.buffer.buffer);
      if (result != mux_success) {
        return result;
      }
      return argument.buffer.offset < argument.buffer.buffer->size ? kindIs(mux_parameter_buffer)
                                                                   : mux_error_invalid_value;
    }
    case mux_argument_null_buffer:
      return kindIs(mux_parameter_buffer);
    case mux_argument_address:
      return takesAddresses(*commandBuffer->object.device->info) ? kindIs(mux_parameter_buffer)
                                                                 : mux_error_unsupported;
    case mux_argument_value:
      return argument.value.bytes && argument.value.size == parameter.size
                 ? kindIs(mux_parameter_value)
                 : mux_error_invalid_value;
    case mux_argument_local:
      return argument.local.size != 0 ? kindIs(mux_parameter_local) : mux_error_invalid_value;
    case mux_argument_image:
      if (!belongsTo(argument.image, commandBuffer->object.device)) {
        return mux_error_invalid_handle;
      }
      return argument.image->memory ? kindIs(mux_parameter_image) : mux_error_invalid_state;
    case mux_argument_sampler:
      return belongsTo(argument.sampler, commandBuffer->object.device)
                 ? kindIs(mux_parameter_sampler)
                 : mux_error_invalid_handle;
  }
  return mux_error_invalid_value;
}

// Checks number, kinds and sizes of all arguments, then the local memory that they ask for.
mux_result_t checkArguments(mux_command_buffer_t commandBuffer,
                            const mux_kernel_descriptor_t &descriptor,
                            const mux_ndrange_t &ndrange) {
  if (ndrange.argument_count != descriptor.parameter_count ||
      (!ndrange.arguments && ndrange.argument_count != 0)) {
    return mux_error_invalid_value;
  }
  for (uint32_t i = 0; i < ndrange.argument_count; ++i) {
    const mux_result_t result =
        checkArgument(commandBuffer, descriptor.parameters[i], ndrange.arguments[i]);
    if (result != mux_success) {
      return result;
    }
  }
  uint64_t local;
  if (!localSize(descriptor, {ndrange.arguments, ndrange.argument_count}, &local) ||
      local > commandBuffer->object.device->info->local_memory_size) {
    return mux_error_out_of_resources;
  }
  return mux_success;
}

// A printf buffer has room for its header at least; null is no buffer.
mux_result_t checkPrintfBuffer(mux_command_buffer_t commandBuffer, mux_buffer_t buffer) {
  return buffer ? checkBufferRange(commandBuffer, buffer, 0, sizeof(mux_printf_header_t))
                : mux_success;
}

}  // namespace

// Sizes come before arguments, and arguments before the printf buffer.
mux_result_t checkNDRange(mux_command_buffer_t commandBuffer, mux_kernel_t kernel,
                          const mux_ndrange_t &ndrange) {
  const mux_kernel_descriptor_t &descriptor = *kernel->descriptor;
  if (ndrange.dimensions < 1 || ndrange.dimensions > 3 ||
      !isSizeValid(ndrange, descriptor, *commandBuffer->object.device->info)) {
    return mux_error_invalid_value;
  }
  const mux_result_t result = checkArguments(commandBuffer, descriptor, ndrange);
  return result != mux_success ? result : checkPrintfBuffer(commandBuffer, ndrange.printf_buffer);
}

}  // namespace mux
