#include "host_info.h"

namespace host {

HostInfo::HostInfo() {
  facts_.addressBits = 64;
  facts_.hasDouble = true;
  facts_.is64BitAtomics = true;
  facts_.localMemorySize = 64 * 1024;
  facts_.maxWorkGroupSize = 4096;
  facts_.extensions = {
      "cl_khr_byte_addressable_store",    "cl_khr_fp64",
      "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
      "cl_khr_local_int32_base_atomics",  "cl_khr_local_int32_extended_atomics",
      "cl_khr_int64_base_atomics",        "cl_khr_int64_extended_atomics",
  };
  facts_.features = {"__opencl_c_fp64", "__opencl_c_int64"};
}

compiler::Result<std::unique_ptr<compiler::Target>> HostInfo::createTarget(compiler::Context &,
                                                                           std::string_view) {
  return compiler::Failure{compiler::Error::unsupported, "the host's code generation"};
}

}  // namespace host

extern "C" compiler::Info *kiln_host_compiler_info() {
  static auto *info = new host::HostInfo;
  return info;
}
