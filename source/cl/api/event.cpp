// Entry points of events (CL 3.0 §5.11) and of their times (CL 3.0 §5.14).
//
// User events are events without a command: the application completes them itself.

#include "core/queues/event.h"

#include "api/adapter.h"

using namespace cl;

/// CL 3.0 §5.11: an event in the state CL_SUBMITTED, for wait lists of its context.
cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  return api::createOn<Event, Context>(
      context, errcode_ret,
      [](Context &object) -> Result<Ref<Event>> { return Ref<Event>(make<UserEvent>(object)); });
}

/// CL 3.0 §5.11 clSetUserEventStatus: CL_INVALID_EVENT for the event of a command.
cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return api::callOn<Event>(event, [&](Event &object) -> Status {
    if (object.type() != CL_COMMAND_USER) {
      return Error{CL_INVALID_EVENT};
    }
    return static_cast<UserEvent &>(object).set(execution_status);
  });
}

/// CL 3.0 §5.11 clWaitForEvents: CL_INVALID_VALUE for no events, CL_INVALID_CONTEXT for events of
/// several contexts.
cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  return api::call([&]() -> Status {
    if (num_events == 0 || !event_list) {
      return Error{CL_INVALID_VALUE};
    }
    auto events = api::objectsOf<Event>({event_list, num_events});
    if (!events) {
      return events.error();
    }
    for (const Event *event : *events) {
      if (&event->context() != &events->front()->context()) {
        return Error{CL_INVALID_CONTEXT};
      }
    }
    return waitForEvents({event_list, num_events});
  });
}

/// CL 3.0 §5.11: Event::info() has the queries. A state read as CL_COMPLETE makes no promise about
/// memory; only waiting does.
cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Event>(event, [&](Event &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §5.14: times in nanoseconds of the device's clock, once the command is complete.
cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                           size_t param_value_size, void *param_value,
                                           size_t *param_value_size_ret) {
  return api::callOn<Event>(event, [&](Event &object) {
    return object.profilingInfo(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §5.11: the callback runs on a thread of the context, also if the event is in the state
/// already.
cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                      Event::Callback pfn_notify, void *user_data) {
  return api::callOn<Event>(event, [&](Event &object) {
    return object.addCallback(command_exec_callback_type, pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return api::retain<Event>(event);
}

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return api::release<Event>(event);
}
