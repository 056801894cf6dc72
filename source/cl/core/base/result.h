// Defines Result, the return type of functions failing with an OpenCL error code.
//
// The driver's own code throws no exceptions: each function returns the cl_int of its entry point
// from the place where the specification's clause is checked. Only the standard library throws
// (std::bad_alloc); api/adapter.h translates its exceptions at the entry point.
//
//   Result<Ref<Queue>> create(…) {
//     if (!context.memberOf(device)) {
//       return Error{code};  // its clause stands in a comment here or above
//     }
//     …
//     return queue;
//   }
//
// A caller tests the result, then uses `*result` or passes `result.error()` on. A test without use
// of the error needs a cast to void: Error and Result are [[nodiscard]].
#pragma once

#include <CL/cl.h>

#include "mux/types.h"
#include "support/result.h"

namespace cl {

/// An error code listed by the specification for the call. Discarding one is a compiler warning.
struct [[nodiscard]] Error {
  cl_int code = CL_SUCCESS;
};

/// A T or an error; T may be void (support/result.h). error() of a success has the code CL_SUCCESS.
///
///   auto queue = Queue::create(context, device, properties, list);
///   if (!queue) {
///     return queue.error();  // converts to any other Result
///   }
///   return (*queue)->finish();
template <class T>
using Result = support::Result<T, Error>;

/// The result of functions without a value. True on success, like every Result.
using Status = Result<void>;

/// Returns CL_SUCCESS, for functions without a value. A name says more than `return {}`.
inline Status success() {
  return {};
}

/// Translates a mux result to an OpenCL error code. `memory` is the error for exhausted device
/// memory: CL_MEM_OBJECT_ALLOCATION_FAILURE where the call lists it, else CL_OUT_OF_RESOURCES. The
/// other codes:
///
///   out of host memory   CL_OUT_OF_HOST_MEMORY
///   invalid binary       CL_INVALID_BINARY
///   missing kernel       CL_INVALID_KERNEL_NAME
///   unsupported          CL_INVALID_OPERATION
///   everything else      CL_OUT_OF_RESOURCES, for failures of a device (CL 3.0 §5.10 and others)
cl_int toClError(mux_result_t result, cl_int memory = CL_MEM_OBJECT_ALLOCATION_FAILURE);

/// Translates a mux result to a Status, with CL_MEM_OBJECT_ALLOCATION_FAILURE for exhausted device
/// memory. Calls without this error in their list use toClError().
inline Status fromMux(mux_result_t result) {
  return result == mux_success ? Status() : Status(Error{toClError(result)});
}

}  // namespace cl
