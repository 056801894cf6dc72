// Declares the calls of cl_khr_command_buffer newer than Debian's headers.
//
// The extension is provisional. Its parameters have changed between versions: recording calls got a
// list of properties, and clUpdateMutableCommandsKHR arrays of configurations. Definitions under
// the public names would contradict the declarations of older headers. So the functions have names
// of their own here, and the ICD's table of extension functions lists them under the public ones
// (icd/extensions.cpp). Applications get them by clGetExtensionFunctionAddressForPlatform only.
//
// All recording calls share these parameters:
//
//   * command_queue: null for a buffer of one queue, else one of the buffer's queues.
//   * properties: zero-terminated or null; only launches accept some.
//   * sync_point_wait_list: earlier commands of the same buffer, by their numbers.
//   * sync_point: gets the number of the new command; may be null.
//   * mutable_handle: gets a handle for updates; null except for launches.
//
// The other parameters are those of the clEnqueue… call, checked the same way, without blocking and
// without events. Errors common to all, from cl_khr_command_buffer:
//
//   * CL_INVALID_COMMAND_BUFFER_KHR: the handle.
//   * CL_INVALID_COMMAND_QUEUE: not a queue of the buffer, or null with several queues.
//   * CL_INVALID_CONTEXT: a queue of another context.
//   * CL_INVALID_VALUE: properties or a handle where the command has none.
//   * CL_INVALID_OPERATION: a finalized buffer.
//   * CL_INVALID_SYNC_POINT_WAIT_LIST_KHR: unknown numbers, or a list contradicting its count.
//
// Arrays and patterns are copied: the application may reuse its memory on return. Memory objects
// and kernels are held by the command buffer. After an error, nothing is recorded.
#pragma once

#include "api/entry_points.h"

namespace cl::api {

/// Records a barrier (clCommandBarrierWithWaitListKHR): all commands before it are complete when
/// the ones behind it begin. A wait list adds commands of other queues.
cl_int CL_API_CALL commandBarrierWithWaitList(cl_command_buffer_khr command_buffer,
                                              cl_command_queue command_queue,
                                              const cl_command_properties_khr *properties,
                                              cl_uint num_sync_points_in_wait_list,
                                              const cl_sync_point_khr *sync_point_wait_list,
                                              cl_sync_point_khr *sync_point,
                                              cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueCopyBuffer (CL 3.0 §5.2.2). Offsets and size are in bytes.
/// CL_INVALID_MEM_OBJECT for an invalid object, CL_INVALID_VALUE for a range beyond its end,
/// CL_MEM_COPY_OVERLAP.
cl_int CL_API_CALL commandCopyBuffer(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem src_buffer,
                                     cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                     size_t size, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueCopyBufferRect (CL 3.0 §5.2.2). Origins and region are {bytes, rows, slices},
/// pitches are bytes. Pitches of 0 have the defaults of the region: rows and slices without gaps.
/// CL_MEM_COPY_OVERLAP for overlapping boxes of one buffer.
cl_int CL_API_CALL commandCopyBufferRect(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueCopyBufferToImage (CL 3.0 §5.3.5). The offset is in bytes, origin and region
/// are in pixels, rows and slices; the buffer's rows have no gaps. CL_INVALID_MEM_OBJECT if the
/// objects are not a buffer and an image, CL_INVALID_VALUE for a range beyond either's end.
cl_int CL_API_CALL commandCopyBufferToImage(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_image,
    size_t src_offset, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueCopyImage (CL 3.0 §5.3.3). Origins and region are in pixels, rows and slices.
/// CL_IMAGE_FORMAT_MISMATCH for images of different formats, CL_MEM_COPY_OVERLAP for overlapping
/// boxes of one image.
cl_int CL_API_CALL commandCopyImage(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_image,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueCopyImageToBuffer (CL 3.0 §5.3.5), with the units of
/// commandCopyBufferToImage().
cl_int CL_API_CALL commandCopyImageToBuffer(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueFillBuffer (CL 3.0 §5.2.3). All sizes are in bytes; offset and size are
/// multiples of the pattern's size, a power of two of at most 128. The pattern is copied.
cl_int CL_API_CALL commandFillBuffer(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem buffer,
                                     const void *pattern, size_t pattern_size, size_t offset,
                                     size_t size, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueFillImage (CL 3.0 §5.3.4). The colour is four floats, ints or uints by the
/// image's format, or one float for depth images; it is copied.
cl_int CL_API_CALL commandFillImage(cl_command_buffer_khr command_buffer,
                                    cl_command_queue command_queue,
                                    const cl_command_properties_khr *properties, cl_mem image,
                                    const void *fill_color, const size_t *origin,
                                    const size_t *region, cl_uint num_sync_points_in_wait_list,
                                    const cl_sync_point_khr *sync_point_wait_list,
                                    cl_sync_point_khr *sync_point,
                                    cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueNDRangeKernel (CL 3.0 §5.10) with the arguments of the kernel at this moment: a
/// later clSetKernelArg changes nothing recorded. `work_dim` is 1 to 3, the three arrays have as
/// many elements. `global_work_offset` may be null for 0, `local_work_size` for the driver's
/// choice.
///
/// `properties` and `mutable_handle` are those of cl_khr_command_buffer_mutable_dispatch: the
/// fields open to updates, the application's promises about them, and the handle to name the
/// command by. Arguments may be unset at recording, if an update sets them before the first
/// enqueue.
cl_int CL_API_CALL commandNDRangeKernel(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueSVMMemcpy (CL 3.0 §5.6.1). The bytes are read when the command buffer runs, so
/// the memory has to live until then.
cl_int CL_API_CALL commandSVMMemcpy(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, void *dst_ptr, const void *src_ptr, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

/// Records clEnqueueSVMMemFill (CL 3.0 §5.6.1). The pattern is copied; its size is in bytes.
cl_int CL_API_CALL commandSVMMemFill(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, void *svm_ptr,
                                     const void *pattern, size_t pattern_size, size_t size,
                                     cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);

/// Changes recorded launches (clUpdateMutableCommandsKHR of
/// cl_khr_command_buffer_mutable_dispatch): all or none. `config_types` and `configs` have
/// num_configs elements, each config a cl_mutable_dispatch_config_khr. Enqueues in flight run in
/// their former state. Errors:
///
///   * CL_INVALID_VALUE: a list contradicting its count, an unknown type of configuration.
///   * CL_INVALID_OPERATION: a buffer not finalized, or created without the mutable flag.
///   * CL_INVALID_MUTABLE_COMMAND_KHR: a command of another buffer.
cl_int CL_API_CALL updateMutableCommands(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                         const cl_command_buffer_update_type_khr *config_types,
                                         const void **configs);

/// Returns a copy of the command buffer for other queues (clRemapCommandBufferKHR of
/// cl_khr_command_buffer_multi_device). With `automatic`, the driver chooses a compatible queue for
/// each command; else the queues correspond to the present ones in their order. `handles_ret` gets
/// the copies of `handles`, in their order; both are null if num_handles is 0, else
/// CL_INVALID_VALUE.
cl_command_buffer_khr CL_API_CALL remapCommandBuffer(
    cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue *queues, cl_uint num_handles, const cl_mutable_command_khr *handles,
    cl_mutable_command_khr *handles_ret, cl_int *errcode_ret);

}  // namespace cl::api
