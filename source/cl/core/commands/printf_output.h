// Collects the printf output of a launch in a buffer and writes it to standard output at the end
// (OpenCL C 3.0 §6.15.14).
//
// A launch with printf gets a buffer of its own, so that the output of two launches never mixes.
#pragma once

#include "core/build/executable.h"
#include "core/memory/buffer.h"
#include "core/queues/command.h"

namespace cl {

/// Creates a printf buffer and records its initialisation. Call finishPrintf after recording the
/// launch. CL_OUT_OF_RESOURCES or CL_MEM_OBJECT_ALLOCATION_FAILURE (CL 3.0 §5.10
/// clEnqueueNDRangeKernel).
Result<Ref<Buffer>> beginPrintf(Command &command, Executable &executable);
/// Records the transfer of the output. It is printed when the command ends, by a thread of the
/// device.
Status finishPrintf(Command &command, Ref<Executable> executable, Ref<Buffer> output);

}  // namespace cl
