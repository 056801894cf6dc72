// What the two halves of the host target agree on: names, limits, the lists of extensions
// and features, and the text in mux_device_info_s::compiler_facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

inline constexpr char targetName[] = "host";

/// OpenCL extensions that kernels may use, separated by spaces. Only what works is here.
inline constexpr char kernelExtensions[] =
    "cl_khr_fp64 cl_khr_byte_addressable_store "
    "cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics "
    "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics";

/// Optional features of OpenCL C 3.0, likewise.
inline constexpr char kernelFeatures[] =
    "__opencl_c_int64 __opencl_c_fp64 "
    "__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst "
    "__opencl_c_atomic_scope_device __opencl_c_atomic_scope_all_devices "
    "__opencl_c_program_scope_global_variables";

inline constexpr uint32_t addressBits = 64;
inline constexpr uint64_t localMemorySize = 256 << 10;  ///< bytes per work-group
inline constexpr uint64_t maxWorkGroupSize = 4096;      ///< work-items
inline constexpr uint32_t maxParameterSize = 4096;      ///< bytes of a kernel's arguments
inline constexpr uint32_t bufferAlignment = 128;        ///< bytes
inline constexpr uint64_t printfBufferSize = 4 << 20;   ///< bytes

/// Splits a list that is separated by spaces.
std::vector<std::string> splitList(std::string_view list);

/// The CPU that code is generated for, in LLVM's names. As text:
///   cpu=x86-64-v4;features=+avx512vnni,+gfni
/// Each feature starts with + or -. The list may be empty.
struct CompilerFacts {
  std::string cpu;
  std::vector<std::string> features;

  bool operator==(const CompilerFacts &) const = default;
};

std::string formatFacts(const CompilerFacts &facts);

/// Any text may be passed; empty if it is not of the form above (unknown keys, a missing
/// or empty cpu, a feature without sign, characters no LLVM name has).
std::optional<CompilerFacts> parseFacts(std::string_view text);

/// What every CPU of this architecture runs: the choice when no device is known.
CompilerFacts baselineFacts();

}  // namespace host
