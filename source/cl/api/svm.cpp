// Shared virtual memory and pipes, which no device supports.

#include "api/adapter.h"
#include "core/queue.h"

using namespace cl;

namespace {

/// CL_INVALID_OPERATION: no device of the queue's context has shared virtual memory.
cl_int unsupported(cl_command_queue queue) {
  return api::callOn<Queue>(queue, [](Queue &) -> Status { return Error{CL_INVALID_OPERATION}; });
}

}  // namespace

void *CL_API_CALL clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) {
  return nullptr;
}

void CL_API_CALL clSVMFree(cl_context, void *) {}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue command_queue, cl_uint, void *[],
                                    void(CL_CALLBACK *)(cl_command_queue, cl_uint, void *[],
                                                        void *),
                                    void *, cl_uint, const cl_event *, cl_event *) {
  return unsupported(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool, void *, const void *,
                                      size_t, cl_uint, const cl_event *, cl_event *) {
  return unsupported(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue command_queue, void *, const void *, size_t,
                                       size_t, cl_uint, const cl_event *, cl_event *) {
  return unsupported(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue command_queue, cl_bool, cl_map_flags, void *,
                                   size_t, cl_uint, const cl_event *, cl_event *) {
  return unsupported(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue command_queue, void *, cl_uint,
                                     const cl_event *, cl_event *) {
  return unsupported(command_queue);
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint, const void **,
                                          const size_t *, cl_mem_migration_flags, cl_uint,
                                          const cl_event *, cl_event *) {
  return unsupported(command_queue);
}

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint,
                                const cl_pipe_properties *, cl_int *errcode_ret) {
  api::setError(errcode_ret, api::callOn<Context>(context, [](Context &) -> Status {
                  return Error{CL_INVALID_OPERATION};
                }));
  return nullptr;
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void *, size_t *) {
  return CL_INVALID_MEM_OBJECT;
}
