// Pipes: buffers whose bytes are a mux_pipe_data_t and its packets (mux/pipe_data.h).
#pragma once

#include "core/memory/buffer.h"
#include "mux/mux.h"

namespace cl {

/// What a pipe may have. Reservations take nothing but places, so a pipe has as many as it has
/// places, and any number of kernel arguments may be pipes.
struct PipeLimits {
  static constexpr cl_uint arguments = 16;
  static constexpr cl_uint activeReservations = 1024;
  static constexpr cl_uint packetSize = 64 * 1024;  ///< bytes
};

bool hasPipes(const mux_device_info_s &device);

/// clCreatePipe. The pipe is empty.
Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags, cl_uint packetSize,
                               cl_uint maxPackets, const cl_pipe_properties *properties);
/// clGetPipeInfo; CL_INVALID_MEM_OBJECT if it is no pipe.
Status pipeInfo(const Buffer &pipe, cl_pipe_info name, const InfoWriter &out);

}  // namespace cl
