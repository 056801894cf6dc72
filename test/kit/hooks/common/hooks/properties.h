// What the two halves of the target agree on.
#pragma once

#include <cstdint>

namespace hooks {

inline constexpr char targetName[] = "hooks";
inline constexpr char kernelExtensions[] =
    "cl_khr_byte_addressable_store "
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_kiln_test_device";
inline constexpr char kernelFeatures[] =
    "__opencl_c_int64 __opencl_c_atomic_order_acq_rel __opencl_c_atomic_scope_device "
    "__opencl_c_program_scope_global_variables";
inline constexpr uint64_t scratchpadSize = 48 << 10;  ///< bytes
inline constexpr uint32_t workers = 2;
inline constexpr uint64_t maxWorkGroupSize = 1024;

}  // namespace hooks
