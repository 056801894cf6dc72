// Kernels: the entry points of an executable, their descriptors, and limits of their launches.
//
// A kernel object holds no arguments; a launch brings its own (mux_ndrange_t). So one kernel
// serves any number of command buffers, and every query below is thread-safe and non-blocking.
#pragma once

#include "mux/abi.h"
#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates a kernel object for the entry point called `name` (zero-terminated), and stores it in
/// `*kernel`.
///
/// Several objects for one name are independent of each other. The executable outlives them.
/// Thread-safe.
///
/// mux_error_missing_kernel: the executable has no kernel of this name.
///
/// mux_error_invalid_value: `name` is null.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateKernel(mux_device_t device, mux_executable_t executable, const char *name,
                             mux_kernel_t *kernel);

/// Destroys the kernel. No recorded command may name it. Ignores null and foreign handles.
void muxDestroyKernel(mux_device_t device, mux_kernel_t kernel);

/// Stores the address of the kernel's descriptor (mux/abi.h) in `*descriptor`.
///
/// The kernel owns the descriptor; it is constant. The driver builds clSetKernelArg and the kernel
/// queries on it.
mux_result_t muxGetKernelDescriptor(mux_kernel_t kernel,
                                    const mux_kernel_descriptor_t **descriptor);

/// Computes the largest work-group that a launch can have, in work-items, given
/// `dynamic_local_bytes` of local memory in its arguments.
///
/// The frame, local memory and the descriptor's own limit bound it, so kernels with large private
/// arrays get small groups. The answer is 0 if not even one work-item fits. Serves
/// CL_KERNEL_WORK_GROUP_SIZE (CL 3.0 §5.9.4).
mux_result_t muxQueryMaxWorkGroupSize(mux_kernel_t kernel, uint64_t dynamic_local_bytes,
                                      uint64_t *work_items);

/// Chooses a local size for enqueues that leave the choice to the driver (a null local_work_size,
/// CL 3.0 §5.10).
///
/// Prefers sizes that divide the global size and leave work for every compute unit. Writes all
/// three elements of `local_size`; unused ones become 1. The same arguments give the same answer.
///
/// mux_error_invalid_value: `dimensions` is not 1 to 3, or `global_size` is null.
///
/// mux_error_out_of_resources: not even one work-item fits.
mux_result_t muxQueryLocalSize(mux_kernel_t kernel, uint32_t dimensions,
                               const uint64_t global_size[3], uint64_t dynamic_local_bytes,
                               uint64_t local_size[3]);

#ifdef __cplusplus
}
#endif
