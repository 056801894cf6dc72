// Implements commands on program-scope variables (cl_intel_global_variable_access).
//
// The compiler gives a program with such variables one more kernel, which copies their bytes
// (compiler/program_info.h). Each command launches it for one work-item. Memory that the device
// cannot address goes through a buffer of the device.
#pragma once

#include "core/build/program.h"
#include "core/queues/queue.h"

namespace cl {

/// Bytes of a variable of a program, by its name.
struct VariableBytes {
  Program &program;
  const char *name;
  Range range;
};

/// Implements clEnqueueReadGlobalVariableINTEL. The variable is that of the last build for the
/// queue's device. Errors, besides those of a read of a buffer:
///
///   * CL_INVALID_CONTEXT: the program is of another context.
///   * CL_INVALID_VALUE: a null pointer, or bytes beyond the end of the variable.
///   * CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_ARG_VALUE: Program::globalVariable().
///   * CL_INVALID_OPERATION: the host must not read the variable.
Status enqueueVariableRead(Queue &queue, const VariableBytes &bytes, bool blocking, void *host,
                           const WaitList &waits, cl_event *event);
/// Implements clEnqueueWriteGlobalVariableINTEL. Likewise; constants and variables that the host
/// must not write are CL_INVALID_OPERATION.
Status enqueueVariableWrite(Queue &queue, const VariableBytes &bytes, bool blocking,
                            const void *host, const WaitList &waits, cl_event *event);

/// A program-scope variable on a device.
struct VariablePlace {
  uint64_t address;  ///< as kernels see it
  uint64_t size;     ///< in bytes
};
/// Implements clGetDeviceGlobalVariablePointerINTEL: returns the place of the variable of the last
/// build for the device. Waits for the device to run a kernel. CL_INVALID_DEVICE for a device
/// outside of the program, CL_INVALID_OPERATION for one whose addresses the host has no use for,
/// and the errors of Program::globalVariable().
Result<VariablePlace> placeOfVariable(Program &program, Device &device, const char *name);

}  // namespace cl
