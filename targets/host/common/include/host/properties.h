// What the two halves of the host target agree on: names, limits, and the lists of extensions
// and features.
#pragma once

#include <cstdint>

#include "mux/target_support/target_properties.h"

namespace host {

inline constexpr char targetName[] = "host";

/// OpenCL extensions that kernels may use, separated by spaces. Only what works is here.
inline constexpr char kernelExtensions[] =
    "cl_khr_fp16 cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_3d_image_writes "
    "cl_khr_depth_images cl_khr_mipmap_image cl_khr_mipmap_image_writes "
    "cl_khr_image2d_from_buffer cl_khr_srgb_image_writes cl_khr_subgroups cl_khr_subgroup_ballot "
    "cl_khr_subgroup_non_uniform_vote "
    "cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_shuffle "
    "cl_khr_subgroup_shuffle_relative cl_khr_subgroup_rotate "
    "cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types "
    "cl_khr_extended_async_copies cl_khr_async_work_group_copy_fence cl_khr_extended_bit_ops "
    "cl_khr_integer_dot_product cl_khr_work_group_uniform_arithmetic "
    "cl_khr_expect_assume cl_khr_kernel_clock cl_ext_float_atomics cl_ext_cxx_for_opencl "
    "cl_intel_subgroups cl_intel_subgroups_char cl_intel_subgroups_short "
    "cl_intel_subgroups_long cl_intel_subgroup_local_block_io "
    "cl_intel_split_work_group_barrier cl_intel_required_subgroup_size "
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics";

/// Optional features of OpenCL C 3.0, likewise.
inline constexpr char kernelFeatures[] =
    "__opencl_c_int64 __opencl_c_fp64 "
    "__opencl_c_images __opencl_c_read_write_images __opencl_c_3d_image_writes "
    "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
    "__opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices "
    "__opencl_c_program_scope_global_variables "
    "__opencl_c_generic_address_space __opencl_c_pipes "
    "__opencl_c_work_group_collective_functions __opencl_c_subgroups "
    "__opencl_c_integer_dot_product_input_4x8bit "
    "__opencl_c_integer_dot_product_input_4x8bit_packed "
    "__opencl_c_kernel_clock_scope_device __opencl_c_kernel_clock_scope_work_group "
    "__opencl_c_kernel_clock_scope_sub_group "
    "__opencl_c_ext_fp16_global_atomic_load_store __opencl_c_ext_fp16_local_atomic_load_store "
    "__opencl_c_ext_fp16_global_atomic_add __opencl_c_ext_fp16_local_atomic_add "
    "__opencl_c_ext_fp16_global_atomic_min_max __opencl_c_ext_fp16_local_atomic_min_max "
    "__opencl_c_ext_fp32_global_atomic_add __opencl_c_ext_fp32_local_atomic_add "
    "__opencl_c_ext_fp32_global_atomic_min_max __opencl_c_ext_fp32_local_atomic_min_max "
    "__opencl_c_ext_fp64_global_atomic_add __opencl_c_ext_fp64_local_atomic_add "
    "__opencl_c_ext_fp64_global_atomic_min_max __opencl_c_ext_fp64_local_atomic_min_max";

inline constexpr uint32_t addressBits = 64;
inline constexpr uint64_t localMemorySize = 256 << 10;  ///< bytes per work-group
inline constexpr uint64_t maxWorkGroupSize = 4096;      ///< work-items
inline constexpr uint32_t maxParameterSize = 4096;      ///< bytes of a kernel's arguments
inline constexpr uint32_t bufferAlignment = 128;        ///< bytes
inline constexpr uint64_t printfBufferSize = 4 << 20;   ///< bytes

using mux::baselineProperties;
using mux::formatTargetProperties;
using mux::parseTargetProperties;
using mux::splitList;
using mux::TargetProperties;

}  // namespace host
