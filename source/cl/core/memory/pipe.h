// Creates pipes: buffers with a mux_pipe_data_t and its packets (mux/pipe_data.h).
#pragma once

#include "core/memory/buffer.h"
#include "mux/mux.h"

namespace cl {

/// Limits of pipes. A pipe has as many reservations as slots for packets, and kernels may have any
/// number of pipe arguments.
struct PipeLimits {
  static constexpr cl_uint arguments = 16;
  static constexpr cl_uint activeReservations = 1024;
  static constexpr cl_uint packetSize = 64 * 1024;  ///< bytes
};

/// Tells if the device has pipes (__opencl_c_pipes).
bool hasPipes(const mux_device_info_s &device);

/// Implements clCreatePipe (CL 3.0 §5.4.1). The new pipe is empty.
Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags, cl_uint packetSize,
                               cl_uint maxPackets, const cl_pipe_properties *properties);
/// Answers clGetPipeInfo (CL 3.0 §5.4.2); CL_INVALID_MEM_OBJECT for other memory objects.
Status pipeInfo(const Buffer &pipe, cl_pipe_info name, const InfoWriter &out);

}  // namespace cl
