// Declares the calls of cl_khr_command_buffer that Debian's headers lack or declare with older
// parameters.
#pragma once

#include "api/entry_points.h"

namespace cl::api {

cl_int CL_API_CALL commandBarrierWithWaitList(cl_command_buffer_khr command_buffer,
                                              cl_command_queue command_queue,
                                              const cl_command_properties_khr *properties,
                                              cl_uint num_sync_points_in_wait_list,
                                              const cl_sync_point_khr *sync_point_wait_list,
                                              cl_sync_point_khr *sync_point,
                                              cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandCopyBuffer(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem src_buffer,
                                     cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                     size_t size, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandCopyBufferRect(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandCopyBufferToImage(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_image,
    size_t src_offset, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandCopyImage(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_image,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandCopyImageToBuffer(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandFillBuffer(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, cl_mem buffer,
                                     const void *pattern, size_t pattern_size, size_t offset,
                                     size_t size, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandFillImage(cl_command_buffer_khr command_buffer,
                                    cl_command_queue command_queue,
                                    const cl_command_properties_khr *properties, cl_mem image,
                                    const void *fill_color, const size_t *origin,
                                    const size_t *region, cl_uint num_sync_points_in_wait_list,
                                    const cl_sync_point_khr *sync_point_wait_list,
                                    cl_sync_point_khr *sync_point,
                                    cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandNDRangeKernel(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandSVMMemcpy(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, void *dst_ptr, const void *src_ptr, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL commandSVMMemFill(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr *properties, void *svm_ptr,
                                     const void *pattern, size_t pattern_size, size_t size,
                                     cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr *sync_point_wait_list,
                                     cl_sync_point_khr *sync_point,
                                     cl_mutable_command_khr *mutable_handle);

cl_int CL_API_CALL updateMutableCommands(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                         const cl_command_buffer_update_type_khr *config_types,
                                         const void **configs);

cl_command_buffer_khr CL_API_CALL remapCommandBuffer(
    cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue *queues, cl_uint num_handles, const cl_mutable_command_khr *handles,
    cl_mutable_command_khr *handles_ret, cl_int *errcode_ret);

}  // namespace cl::api
