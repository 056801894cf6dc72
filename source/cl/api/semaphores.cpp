// Entry points of cl_khr_semaphore and cl_khr_external_semaphore.
//
// A semaphore orders commands of several queues, also in different contexts and processes. Waiting
// and signalling are commands of a queue.

#include "core/queues/semaphore.h"

#include "api/enqueue.h"
#include "api/entry_points.h"

using namespace cl;

/// cl_khr_semaphore: Semaphore::create() has the errors.
cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(
    cl_context context, const cl_semaphore_properties_khr *sema_props, cl_int *errcode_ret) {
  return api::createOn<Semaphore, Context>(
      context, errcode_ret, [&](Context &object) { return Semaphore::create(object, sema_props); });
}

// Binary semaphores, the only type here, ignore payloads (cl_khr_semaphore).
cl_int CL_API_CALL clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue,
                                              cl_uint num_sema_objects,
                                              const cl_semaphore_khr *sema_objects,
                                              const cl_semaphore_payload_khr *,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSemaphoreWait(queue, {sema_objects, num_sema_objects}, waits,
                                                    event);
                      });
}

/// cl_khr_semaphore: signals when all its commands before are complete.
cl_int CL_API_CALL clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue,
                                                cl_uint num_sema_objects,
                                                const cl_semaphore_khr *sema_objects,
                                                const cl_semaphore_payload_khr *,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) {
                        return enqueueSemaphoreSignal(queue, {sema_objects, num_sema_objects},
                                                      waits, event);
                      });
}

cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object,
                                         cl_semaphore_info_khr param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Semaphore>(sema_object, [&](Semaphore &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return api::retain<Semaphore>(sema_object);
}

cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return api::release<Semaphore>(sema_object);
}

/// cl_khr_external_semaphore: a file descriptor for another process. The caller owns it.
cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                                  cl_external_semaphore_handle_type_khr handle_type,
                                                  size_t handle_size, void *handle_ptr,
                                                  size_t *handle_size_ret) {
  return api::callOn<Semaphore>(sema_object, [&](Semaphore &object) -> Status {
    auto checked = object.context().memberWith(device);
    return checked ? object.exportHandle(**checked, handle_type,
                                         {handle_size, handle_ptr, handle_size_ret})
                   : Status(checked.error());
  });
}
