// What the two halves of the riscv target agree on: names, limits, the lists of extensions and
// features, and what is said of a device to the compiler.
#pragma once

#include <cstdint>
#include <string>

#include "mux/target_support/target_properties.h"

namespace riscv {

/// Devices with 64-bit and with 32-bit addresses are two targets, since programs are compiled for
/// spir64 or for spir before anything is known of the very device. They share all of their code.
inline constexpr char targetName[] = "riscv";
inline constexpr char targetName32[] = "riscv32";

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

/// Without atomic operations on 64 bits, which RV32 does not have.
inline constexpr char kernelExtensions32[] =
    "cl_khr_fp16 cl_khr_fp64 cl_khr_byte_addressable_store cl_khr_3d_image_writes "
    "cl_khr_depth_images cl_khr_mipmap_image cl_khr_mipmap_image_writes "
    "cl_khr_image2d_from_buffer cl_khr_srgb_image_writes "
    "cl_khr_subgroups cl_khr_subgroup_ballot "
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
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics";

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

/// Without the atomic operations on doubles.
inline constexpr char kernelFeatures32[] =
    "__opencl_c_int64 __opencl_c_fp64 "
    "__opencl_c_images __opencl_c_read_write_images __opencl_c_3d_image_writes "
    "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
    "__opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices "
    "__opencl_c_program_scope_global_variables "
    "__opencl_c_generic_address_space "
    "__opencl_c_work_group_collective_functions __opencl_c_subgroups "
    "__opencl_c_integer_dot_product_input_4x8bit "
    "__opencl_c_integer_dot_product_input_4x8bit_packed "
    "__opencl_c_kernel_clock_scope_device __opencl_c_kernel_clock_scope_work_group "
    "__opencl_c_kernel_clock_scope_sub_group "
    "__opencl_c_ext_fp16_global_atomic_load_store __opencl_c_ext_fp16_local_atomic_load_store "
    "__opencl_c_ext_fp16_global_atomic_add __opencl_c_ext_fp16_local_atomic_add "
    "__opencl_c_ext_fp16_global_atomic_min_max __opencl_c_ext_fp16_local_atomic_min_max "
    "__opencl_c_ext_fp32_global_atomic_add __opencl_c_ext_fp32_local_atomic_add "
    "__opencl_c_ext_fp32_global_atomic_min_max __opencl_c_ext_fp32_local_atomic_min_max";

inline constexpr uint64_t localMemorySize = 64 << 10;  ///< bytes per work-group
inline constexpr uint64_t maxWorkGroupSize = 1024;     ///< work-items
inline constexpr uint32_t pageSize = 4096;             ///< bytes: the alignment of segments

/// The one word that mux::TargetProperties::avoid may have (compiler/avoid_rtz_pass.h says for
/// whom).
inline constexpr char avoidVectorTruncation[] = "vfcvt-rtz";

/// The properties of an RV64IMAFDC or RV32IMAFDC device, with the V extension if its vector
/// registers have `vectorBits` bits (a power of two from 128 to 65536), without it if that is 0.
mux::TargetProperties properties(unsigned addressBits, uint32_t vectorBits);

/// The device that is assumed when none is known: any with the V extension, QEMU's included, or
/// any of RV32IMAFDC.
mux::TargetProperties defaultProperties(unsigned addressBits);

/// Whether code for `code` runs on `device`: it has all extensions, registers at least as long,
/// the same calling convention, and the code avoids what the device does wrong. Any text may be
/// passed; what does not parse runs on nothing.
bool runsOn(const char *code, const char *device);

}  // namespace riscv
