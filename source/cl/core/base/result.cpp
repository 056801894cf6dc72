// Translates errors of mux. A mux function has a few general errors; an OpenCL call has a list of
// its own, so the caller chooses the code for exhausted device memory.
#include "core/base/result.h"

namespace cl {

cl_int toClError(mux_result_t result, cl_int memory) {
  switch (result) {
    case mux_success:
      return CL_SUCCESS;
    case mux_error_out_of_memory:
      return CL_OUT_OF_HOST_MEMORY;
    case mux_error_device_out_of_memory:
      return memory;
    case mux_error_invalid_binary:
      return CL_INVALID_BINARY;
    case mux_error_missing_kernel:
      return CL_INVALID_KERNEL_NAME;
    case mux_error_unsupported:
      return CL_INVALID_OPERATION;
    default:
      return CL_OUT_OF_RESOURCES;
  }
}

}  // namespace cl
