// Creates pipes: buffers with a mux_pipe_data_t and its packets (mux/pipe_data.h).
//
// A pipe is a queue of packets of one size, written by one kernel and read by another. Kernels work
// on its header with atomic operations; the runtime only creates the header and passes the buffer's
// address as the argument. Pipes cannot be read or written by the host (CL 3.0 §5.4).
//
//   header          192 bytes: sizes, indices and reservations
//   states          four bytes per packet
//   packets         at the next multiple of 128 bytes
#pragma once

#include "core/memory/buffer.h"
#include "mux/mux.h"

namespace cl {

/// Limits of pipes (CL 3.0 §4.2). A pipe has as many reservations as slots for packets, and kernels
/// may have any number of pipe arguments; the values here are the ones reported.
struct PipeLimits {
  static constexpr cl_uint arguments = 16;
  static constexpr cl_uint activeReservations = 1024;
  static constexpr cl_uint packetSize = 64 * 1024;  ///< bytes
};

/// Tells if the device has pipes (CL_DEVICE_PIPE_SUPPORT, by __opencl_c_pipes).
bool hasPipes(const mux_device_info_s &device);

/// Implements clCreatePipe (CL 3.0 §5.4.1). The new pipe is empty. Errors:
///
///   * CL_INVALID_OPERATION: no device of the context has pipes.
///   * CL_INVALID_VALUE: flags other than CL_MEM_READ_WRITE and CL_MEM_HOST_NO_ACCESS, or
///   properties.
///   * CL_INVALID_PIPE_SIZE: a packet of 0 bytes or beyond the limit, or no packets.
///   * CL_MEM_OBJECT_ALLOCATION_FAILURE: too many packets.
Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags, cl_uint packetSize,
                               cl_uint maxPackets, const cl_pipe_properties *properties);
/// Answers clGetPipeInfo (CL 3.0 §5.4.2); CL_INVALID_MEM_OBJECT for other memory objects.
Status pipeInfo(const Buffer &pipe, cl_pipe_info name, const InfoWriter &out);

}  // namespace cl
