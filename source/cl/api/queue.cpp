// Entry points of command queues (CL 3.0 §5.1, §5.15).
//
// Properties come as a bit-field (clCreateCommandQueue, of OpenCL 1.0) or in a list. Both ways meet
// in createQueue().

#include "core/queues/queue.h"

#include <CL/cl_ext.h>

#include "api/adapter.h"

using namespace cl;

namespace {

/// The properties supported here, for queues on the host.
constexpr cl_command_queue_properties hostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
/// Known properties of queues on a device; no device has on-device queues.
constexpr cl_command_queue_properties deviceProperties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// CL 3.0 §5.1 clCreateCommandQueueWithProperties: CL_INVALID_DEVICE for another context's device,
/// CL_INVALID_VALUE for unknown properties, CL_INVALID_QUEUE_PROPERTIES for on-device queues.
Result<Ref<Queue>> createQueue(Context &context, cl_device_id device,
                               cl_command_queue_properties properties,
                               const cl_queue_properties *list) {
  auto object = fromHandle<Device>(device);
  if (!object) {
    return object.error();
  }
  if (!context.memberOf(**object)) {
    return Error{CL_INVALID_DEVICE};
  }
  if ((properties & ~(hostProperties | deviceProperties)) != 0) {
    return Error{CL_INVALID_VALUE};
  }
  if ((properties & deviceProperties) != 0) {
    return Error{CL_INVALID_QUEUE_PROPERTIES};
  }
  return Queue::create(context, **object, properties, list);
}

/// Tells if the value is high, medium or low (cl_khr_priority_hints, cl_khr_throttle_hints).
bool isHint(cl_queue_properties value) {
  static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == CL_QUEUE_THROTTLE_HIGH_KHR &&
                CL_QUEUE_PRIORITY_MED_KHR == CL_QUEUE_THROTTLE_MED_KHR &&
                CL_QUEUE_PRIORITY_LOW_KHR == CL_QUEUE_THROTTLE_LOW_KHR);
  return value == CL_QUEUE_PRIORITY_HIGH_KHR || value == CL_QUEUE_PRIORITY_MED_KHR ||
         value == CL_QUEUE_PRIORITY_LOW_KHR;
}

/// Returns the CL_QUEUE_PROPERTIES of a list; the queue reads hints itself. CL 3.0 §5.1:
/// CL_INVALID_VALUE for an unknown property, CL_INVALID_QUEUE_PROPERTIES for CL_QUEUE_SIZE, a
/// property of on-device queues.
Result<cl_command_queue_properties> readProperties(const cl_queue_properties *list) {
  cl_command_queue_properties properties = 0;
  for (; list && *list; list += 2) {
    if (list[0] == CL_QUEUE_SIZE) {
      return Error{CL_INVALID_QUEUE_PROPERTIES};  // a size is for queues on a device
    }
    if (list[0] == CL_QUEUE_PROPERTIES) {
      properties = list[1];
      continue;
    }
    const bool isForHint = list[0] == CL_QUEUE_PRIORITY_KHR || list[0] == CL_QUEUE_THROTTLE_KHR;
    if (!isForHint || !isHint(list[1])) {
      return Error{CL_INVALID_VALUE};
    }
  }
  return properties;
}

}  // namespace

/// CL 3.0 §5.1, deprecated by OpenCL 2.0.
cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int *errcode_ret) {
  return api::createOn<Queue, Context>(context, errcode_ret, [&](Context &object) {
    return createQueue(object, device, properties, nullptr);
  });
}

/// CL 3.0 §5.1: the list also has the hints of cl_khr_priority_hints and cl_khr_throttle_hints.
cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties *properties, cl_int *errcode_ret) {
  return api::createOn<Queue, Context>(
      context, errcode_ret, [&](Context &object) -> Result<Ref<Queue>> {
        auto bits = readProperties(properties);
        return bits ? createQueue(object, device, *bits, properties) : bits.error();
      });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return api::retain<Queue>(command_queue);
}

/// CL 3.0 §5.1: enqueued commands are still run; the queue stays for them.
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return api::release<Queue>(command_queue);
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue,
                                         cl_command_queue_info param_name, size_t param_value_size,
                                         void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Queue>(command_queue, [&](Queue &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §5.1 keeps the call for OpenCL 1.0: CL_INVALID_OPERATION if no device of the context
/// changes the properties of a queue.
cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue,
                                             cl_command_queue_properties, cl_bool,
                                             cl_command_queue_properties *) {
  return api::callOn<Queue>(command_queue,
                            [](Queue &) -> Status { return Error{CL_INVALID_OPERATION}; });
}

/// CL 3.0 §5.15: commands are submitted at their enqueuing, so there is nothing to flush.
cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return api::callOn<Queue>(command_queue, [](Queue &object) { return object.flush(); });
}

/// CL 3.0 §5.15: waits for all commands enqueued before.
cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  return api::callOn<Queue>(command_queue, [](Queue &object) { return object.finish(); });
}
