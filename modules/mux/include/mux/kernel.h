// Kernels of an executable and what a launch of one needs.
#pragma once

#include "mux/abi.h"
#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Finds a kernel by its zero-terminated name; mux_error_missing_kernel if it is not there.
/// Several kernels of one name may be created; they are independent. Thread-safe.
mux_result_t muxCreateKernel(mux_device_t device, mux_executable_t executable, const char *name,
                             mux_kernel_t *kernel);
void muxDestroyKernel(mux_device_t device, mux_kernel_t kernel);

/// The kernel's descriptor, which lives as long as the kernel.
mux_result_t muxGetKernelDescriptor(mux_kernel_t kernel,
                                    const mux_kernel_descriptor_t **descriptor);

/// The largest number of work-items of a work-group that can be launched with
/// `dynamic_local_bytes` of local memory in its arguments: what the frame, local memory
/// and the descriptor's own limit leave. 0 if not even one fits.
mux_result_t muxQueryMaxWorkGroupSize(mux_kernel_t kernel, uint64_t dynamic_local_bytes,
                                      uint64_t *work_items);

/// A local size that divides nothing unevenly if it can and suits the device: for
/// enqueues that leave the choice to the driver.
mux_result_t muxQueryLocalSize(mux_kernel_t kernel, uint32_t dimensions,
                               const uint64_t global_size[3], uint64_t dynamic_local_bytes,
                               uint64_t local_size[3]);

#ifdef __cplusplus
}
#endif
