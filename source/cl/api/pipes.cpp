// Entry points of pipes (CL 3.0 §5.4): creation and queries. Only kernels read and write them.

#include "api/adapter.h"
#include "core/memory/pipe.h"

using namespace cl;

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                                cl_uint pipe_max_packets, const cl_pipe_properties *properties,
                                cl_int *errcode_ret) {
  return api::createOn<Buffer, Context>(context, errcode_ret, [&](Context &object) {
    return createPipe(object, flags, pipe_packet_size, pipe_max_packets, properties);
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                                 void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Buffer>(pipe, [&](Buffer &object) {
    return pipeInfo(object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}
