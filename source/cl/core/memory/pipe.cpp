// Implements the creation of pipes: the header is written on the host, all else by kernels.
#include "core/memory/pipe.h"

#include <algorithm>
#include <string_view>

#include "core/base/name_list.h"
#include "mux/pipe_data.h"

namespace cl {
namespace {

static_assert(sizeof(mux_pipe_data_t) == 192);

constexpr uint64_t packetAlignment = 128;  // of the largest type

/// Tells if a device of the context has pipes.
bool hasPipes(const Context &context) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (cl::hasPipes(context.device(i).info())) {
      return true;
    }
  }
  return false;
}

/// Returns the offset of the first packet: behind the header and the states, aligned for any type.
uint64_t offsetOfPackets(cl_uint maxPackets) {
  const uint64_t states = sizeof(mux_pipe_data_t) + uint64_t{4} * maxPackets;
  return (states + packetAlignment - 1) / packetAlignment * packetAlignment;
}

}  // namespace

bool hasPipes(const mux_device_info_s &device) {
  return containsWord(device.kernel_features, "__opencl_c_pipes");
}

/// CL 3.0 §5.4.1 clCreatePipe: CL_INVALID_OPERATION without pipes, CL_INVALID_VALUE,
/// CL_INVALID_PIPE_SIZE.
Result<Ref<Buffer>> createPipe(Context &context, cl_mem_flags flags, cl_uint packetSize,
                               cl_uint maxPackets, const cl_pipe_properties *properties) {
  if (!hasPipes(context)) {
    return Error{CL_INVALID_OPERATION};
  }
  constexpr cl_mem_flags allowed = CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS;
  if ((flags & ~allowed) != 0 || properties) {
    return Error{CL_INVALID_VALUE};
  }
  if (packetSize == 0 || packetSize > PipeLimits::packetSize || maxPackets == 0) {
    return Error{CL_INVALID_PIPE_SIZE};
  }
  mux_pipe_data_t header = {};
  header.packet_size = packetSize;
  header.max_packets = maxPackets;
  header.packets = offsetOfPackets(maxPackets);
  return Buffer::createPipe(context, flags ? flags : allowed, header);
}

/// CL 3.0 §5.4.2 clGetPipeInfo: CL_INVALID_MEM_OBJECT, CL_INVALID_VALUE.
Status pipeInfo(const Buffer &pipe, cl_pipe_info name, const InfoWriter &out) {
  if (!pipe.pipe()) {
    return Error{CL_INVALID_MEM_OBJECT};
  }
  switch (name) {
    case CL_PIPE_PACKET_SIZE:
      return out.value<cl_uint>(pipe.pipe()->packetSize);
    case CL_PIPE_MAX_PACKETS:
      return out.value<cl_uint>(pipe.pipe()->maxPackets);
    case CL_PIPE_PROPERTIES:
      return out.array<cl_pipe_properties>({});
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
