// Kernels and queries about their launches: validation of mux/kernel.h.
//
// The descriptor of a kernel is constant, so the target is not asked for it again.
#include "mux/kernel.h"

#include "call_log.h"
#include "validate.h"

namespace {

using namespace mux;

// mux_error_invalid_value: no name. The executable has to belong to the same device. The name ends
// with a zero. A name without a kernel is the target's to report.
mux_result_t createKernel(mux_device_t device, mux_executable_t executable, const char *name,
                          mux_kernel_t *kernel) {
  if (const mux_result_t result = checkCreate(device, kernel); result != mux_success) {
    return result;
  }
  if (!belongsTo(executable, device)) {
    return mux_error_invalid_handle;
  }
  if (!name) {
    return mux_error_invalid_value;
  }
  return tableOf(device).create_kernel(device, executable, name, kernel);
}

// Answers from the common part of the kernel object.
mux_result_t getKernelDescriptor(mux_kernel_t kernel, const mux_kernel_descriptor_t **descriptor) {
  if (!isLive(kernel)) {
    return mux_error_invalid_handle;
  }
  if (!descriptor) {
    return mux_error_null_out_parameter;
  }
  *descriptor = kernel->descriptor;
  return mux_success;
}

// Serves CL_KERNEL_WORK_GROUP_SIZE (CL 3.0 §5.9.4). Any number of dynamic bytes is valid; a number
// above the limit gives 0 work-items.
mux_result_t queryMaxWorkGroupSize(mux_kernel_t kernel, uint64_t dynamicLocalBytes,
                                   uint64_t *workItems) {
  if (!isLive(kernel)) {
    return mux_error_invalid_handle;
  }
  if (!workItems) {
    return mux_error_null_out_parameter;
  }
  return tableOf(kernel).query_max_work_group_size(kernel, dynamicLocalBytes, workItems);
}

// Serves enqueues without a local size (CL 3.0 §5.10).
mux_result_t queryLocalSize(mux_kernel_t kernel, uint32_t dimensions, const uint64_t globalSize[3],
                            uint64_t dynamicLocalBytes, uint64_t localSize[3]) {
  if (!isLive(kernel)) {
    return mux_error_invalid_handle;
  }
  if (!localSize) {
    return mux_error_null_out_parameter;
  }
  if (dimensions < 1 || dimensions > 3 || !globalSize) {
    return mux_error_invalid_value;
  }
  return tableOf(kernel).query_local_size(kernel, dimensions, globalSize, dynamicLocalBytes,
                                          localSize);
}

}  // namespace

extern "C" {

mux_result_t muxCreateKernel(mux_device_t device, mux_executable_t executable, const char *name,
                             mux_kernel_t *kernel) {
  return call_log::record("muxCreateKernel", createKernel(device, executable, name, kernel), device,
                          executable, name, call_log::out(kernel));
}

void muxDestroyKernel(mux_device_t device, mux_kernel_t kernel) {
  call_log::recordVoid("muxDestroyKernel", device, kernel);
  if (isLive(device) && belongsTo(kernel, device)) {
    tableOf(device).destroy_kernel(device, kernel);
  }
}

mux_result_t muxGetKernelDescriptor(mux_kernel_t kernel,
                                    const mux_kernel_descriptor_t **descriptor) {
  return call_log::record("muxGetKernelDescriptor", getKernelDescriptor(kernel, descriptor), kernel,
                          call_log::out(descriptor));
}

mux_result_t muxQueryMaxWorkGroupSize(mux_kernel_t kernel, uint64_t dynamic_local_bytes,
                                      uint64_t *work_items) {
  return call_log::record("muxQueryMaxWorkGroupSize",
                          queryMaxWorkGroupSize(kernel, dynamic_local_bytes, work_items), kernel,
                          dynamic_local_bytes, call_log::out(work_items));
}

mux_result_t muxQueryLocalSize(mux_kernel_t kernel, uint32_t dimensions,
                               const uint64_t global_size[3], uint64_t dynamic_local_bytes,
                               uint64_t local_size[3]) {
  return call_log::record(
      "muxQueryLocalSize",
      queryLocalSize(kernel, dimensions, global_size, dynamic_local_bytes, local_size), kernel,
      dimensions, global_size, dynamic_local_bytes, call_log::out(local_size));
}

}  // extern "C"
