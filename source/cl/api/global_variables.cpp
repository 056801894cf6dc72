// Entry points of program-scope variables (cl_intel_global_variable_access).

#include "api/enqueue.h"
#include "api/entry_points.h"
#include "core/commands/variable_commands.h"

using namespace cl;

/// cl_intel_global_variable_access: the program is checked after queue and wait list.
cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(
    cl_command_queue command_queue, cl_program program, const char *name, cl_bool blocking_read,
    size_t size, size_t offset, void *ptr, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        auto object = fromHandle<Program>(program);
                        return object ? enqueueVariableRead(queue, {**object, name, {offset, size}},
                                                            blocking_read, ptr, waits, event)
                                      : Status(object.error());
                      });
}

/// cl_intel_global_variable_access: likewise.
cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(
    cl_command_queue command_queue, cl_program program, const char *name, cl_bool blocking_write,
    size_t size, size_t offset, const void *ptr, cl_uint num_events_in_wait_list,
    const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        auto object = fromHandle<Program>(program);
                        return object
                                   ? enqueueVariableWrite(queue, {**object, name, {offset, size}},
                                                          blocking_write, ptr, waits, event)
                                   : Status(object.error());
                      });
}

/// A function beside cl_intel_global_variable_access: CL_INVALID_ARG_VALUE for null pointers, but
/// the size may be null. The device is checked first, as in other drivers.
cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program,
                                                         const char *global_variable_name,
                                                         size_t *global_variable_size_ret,
                                                         void **global_variable_pointer_ret) {
  return api::callOn<Device>(device, [&](Device &checked) -> Status {
    auto object = fromHandle<Program>(program);
    if (!object) {
      return object.error();
    }
    if (!global_variable_name || !global_variable_pointer_ret) {
      return Error{CL_INVALID_ARG_VALUE};
    }
    auto place = placeOfVariable(**object, checked, global_variable_name);
    if (!place) {
      return place.error();
    }
    *global_variable_pointer_ret = reinterpret_cast<void *>(static_cast<uintptr_t>(place->address));
    if (global_variable_size_ret) {
      *global_variable_size_ret = place->size;
    }
    return success();
  });
}
