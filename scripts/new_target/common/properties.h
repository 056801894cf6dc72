// Properties of @name@ shared by its runtime and compiler halves. No LLVM here.
#pragma once

#include <cstdint>
#include <string>

#include "mux/target_support/target_properties.h"

namespace @name@ {

inline constexpr char targetName[] = "@name@";

/// OpenCL extensions and optional features of OpenCL C 3.0 that kernels may use, separated
/// by spaces. Only what works may be here: programs, and the conformance suites, rely on it.
inline constexpr char kernelExtensions[] =
    "cl_khr_fp64 cl_khr_byte_addressable_store "
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics";
inline constexpr char kernelFeatures[] =
    "__opencl_c_int64 __opencl_c_fp64 "
    "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
    "__opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices "
    "__opencl_c_program_scope_global_variables";

inline constexpr uint32_t addressBits = 64;
inline constexpr uint64_t localMemorySize = 64 << 10;  ///< bytes per work-group
inline constexpr uint64_t maxWorkGroupSize = 1024;     ///< work-items

/// What code generation is told of the device: CPU and features, by LLVM's names.
inline mux::TargetProperties codeProperties() {
  return mux::baselineProperties();
}

/// The same as text. A binary is loaded where it is equal.
inline const std::string &targetProperties() {
  static const std::string text = mux::formatTargetProperties(codeProperties());
  return text;
}

}  // namespace @name@
