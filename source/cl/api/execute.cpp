// Entry points running kernels (CL 3.0 §5.10), and markers and barriers (CL 3.0 §5.12).
//
// A task is a launch of one work-item with its own type. Markers and barriers are commands without
// work: both wait for their list or, with an empty one, for everything enqueued before. A barrier
// also holds back everything behind it. Deprecated calls map to the ones replacing them.

#include "api/enqueue.h"
#include "api/entry_points.h"
#include "core/commands/kernel_commands.h"

using namespace cl;

namespace {

/// Enqueues a marker or, with `barrier`, a barrier.
cl_int enqueueMarker(cl_command_queue handle, cl_command_type type, const api::Events &events,
                     bool barrier) {
  return api::enqueue(handle, events, [&](Queue &queue, const WaitList &waits) -> Status {
    auto command = queue.newCommand(type);
    return command ? queue.submitMarker(std::move(*command), waits, events.event, barrier)
                   : Status(command.error());
  });
}

/// Finds the addresses of buffers in a native kernel's arguments, as offsets. CL 3.0 §5.10
/// clEnqueueNativeKernel: CL_INVALID_VALUE for lists contradicting their counts, or a location
/// outside of the arguments. Offsets, because the command copies the arguments.
Result<std::vector<NativeBuffer>> nativeBuffers(const void *arguments, size_t size, cl_uint count,
                                                const cl_mem *handles, const void **locations) {
  std::vector<NativeBuffer> buffers;
  if ((!arguments && (size != 0 || count != 0)) || (arguments && size == 0) ||
      (count != 0 && (!handles || !locations)) || (count == 0 && (handles || locations))) {
    return Error{CL_INVALID_VALUE};
  }
  auto objects = api::objectsOf<Buffer>({handles, count});
  if (!objects) {
    return objects.error();
  }
  const auto start = reinterpret_cast<uintptr_t>(arguments);
  for (cl_uint i = 0; i < count; ++i) {
    const auto at = reinterpret_cast<uintptr_t>(locations[i]);
    if (at < start || size < sizeof(void *) || at - start > size - sizeof(void *)) {
      return Error{CL_INVALID_VALUE};
    }
    buffers.push_back({(*objects)[i], at - start});
  }
  return buffers;
}

}  // namespace

/// CL 3.0 §5.10: checks the handles; enqueueNDRange() checks sizes and arguments and records the
/// launch. doc/architecture.md follows a launch from here.
cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                          cl_uint work_dim, const size_t *global_work_offset,
                                          const size_t *global_work_size,
                                          const size_t *local_work_size,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        auto object = fromHandle<Kernel>(kernel);
                        return object
                                   ? enqueueNDRange(queue, **object, work_dim, global_work_offset,
                                                    global_work_size, local_work_size, waits, event)
                                   : Status(object.error());
                      });
}

/// cl_khr_suggested_local_work_size: the local size chosen for a launch without one, with the
/// arguments set at this moment.
cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue,
                                                        cl_kernel kernel, cl_uint work_dim,
                                                        const size_t *global_work_offset,
                                                        const size_t *global_work_size,
                                                        size_t *suggested_local_work_size) {
  return api::callOn<Queue>(command_queue, [&](Queue &queue) -> Status {
    auto object = fromHandle<Kernel>(kernel);
    return object ? suggestLocalSize(queue, **object, work_dim, global_work_offset,
                                     global_work_size, suggested_local_work_size)
                  : Status(object.error());
  });
}

/// CL 3.0 §5.10, deprecated: one work-item; its event has the type CL_COMMAND_TASK.
cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                                 cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                 cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        constexpr size_t one = 1;
                        auto object = fromHandle<Kernel>(kernel);
                        return object ? enqueueNDRange(queue, **object, 1, nullptr, &one, &one,
                                                       waits, event, CL_COMMAND_TASK)
                                      : Status(object.error());
                      });
}

/// CL 3.0 §5.10 clEnqueueNativeKernel: CL_INVALID_VALUE without a function.
cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue, NativeFunction user_func,
                                         void *args, size_t cb_args, cl_uint num_mem_objects,
                                         const cl_mem *mem_list, const void **args_mem_loc,
                                         cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(
      command_queue, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, const WaitList &waits) -> Status {
        if (!user_func) {
          return Error{CL_INVALID_VALUE};
        }
        auto buffers = nativeBuffers(args, cb_args, num_mem_objects, mem_list, args_mem_loc);
        return buffers ? enqueueNative(queue, user_func, args, cb_args, *buffers, waits, event)
                       : Status(buffers.error());
      });
}

/// CL 3.0 §5.12: an event for the completion of the list, or of all commands before.
cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event *event_wait_list, cl_event *event) {
  return enqueueMarker(command_queue, CL_COMMAND_MARKER,
                       {num_events_in_wait_list, event_wait_list, event}, false);
}

/// CL 3.0 §5.12: like a marker; commands behind it begin after it.
cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event *event_wait_list, cl_event *event) {
  return enqueueMarker(command_queue, CL_COMMAND_BARRIER,
                       {num_events_in_wait_list, event_wait_list, event}, true);
}

/// CL 3.0 §5.12, deprecated clEnqueueMarker: CL_INVALID_VALUE without a place for the event.
cl_int CL_API_CALL clEnqueueMarker(cl_command_queue command_queue, cl_event *event) {
  return event ? enqueueMarker(command_queue, CL_COMMAND_MARKER, {0, nullptr, event}, false)
               : api::callOn<Queue>(command_queue,
                                    [](Queue &) -> Status { return Error{CL_INVALID_VALUE}; });
}

/// CL 3.0 §5.12, deprecated: a barrier after all commands before, without an event.
cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue command_queue) {
  return enqueueMarker(command_queue, CL_COMMAND_BARRIER, {0, nullptr, nullptr}, true);
}

/// CL 3.0 §5.12, deprecated clEnqueueWaitForEvents: CL_INVALID_VALUE for no events,
/// CL_INVALID_EVENT for an invalid one.
cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                                          const cl_event *event_list) {
  if (num_events == 0 || !event_list) {
    return api::callOn<Queue>(command_queue,
                              [](Queue &) -> Status { return Error{CL_INVALID_VALUE}; });
  }
  const cl_int error =
      enqueueMarker(command_queue, CL_COMMAND_BARRIER, {num_events, event_list, nullptr}, true);
  return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}
