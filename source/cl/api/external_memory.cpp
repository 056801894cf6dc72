// Entry points of cl_khr_external_memory.
//
// Between acquiring and releasing, memory objects with imported memory belong to the queue's
// device; outside, to another process or API.

#include "core/commands/external_memory_commands.h"

#include "api/enqueue.h"
#include "api/entry_points.h"

using namespace cl;

/// cl_khr_external_memory: makes the other side's bytes visible to later commands.
cl_int CL_API_CALL clEnqueueAcquireExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueHandOver(queue, HandOver::acquire,
                                               {mem_objects, num_mem_objects}, waits, event);
                      });
}

/// cl_khr_external_memory: makes the bytes of earlier commands visible to the other side.
cl_int CL_API_CALL clEnqueueReleaseExternalMemObjectsKHR(
    cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem *mem_objects,
    cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueHandOver(queue, HandOver::release,
                                               {mem_objects, num_mem_objects}, waits, event);
                      });
}
