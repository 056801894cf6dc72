// cl_khr_command_buffer: what records checks its arguments as the clEnqueue… call of the same name.

#include "api/command_buffers.h"

#include "api/enqueue.h"
#include "core/command_buffer.h"
#include "core/image_commands.h"
#include "core/kernel_commands.h"
#include "core/svm_commands.h"

using namespace cl;

namespace {

/// What the calls that record have in common.
struct Recorded {
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  SyncPoints waits;
  cl_sync_point_khr *point;
  cl_mutable_command_khr *handle;
};

/// Calls body(Queue &, const WaitList &), with which a clEnqueue… call would have enqueued. Queues
/// of one's own, properties and handles belong to extensions that are not there.
template <class Body>
cl_int record(cl_command_buffer_khr handle, const Recorded &recorded, Body &&body) noexcept {
  return api::callOn<CommandBuffer>(handle, [&](CommandBuffer &buffer) -> Status {
    if (recorded.queue) {
      return Error{CL_INVALID_COMMAND_QUEUE};
    }
    if ((recorded.properties && recorded.properties[0] != 0) || recorded.handle) {
      return Error{CL_INVALID_VALUE};
    }
    return buffer.record(recorded.waits, recorded.point,
                         [&](Queue &queue) -> Status { return body(queue, WaitList()); });
  });
}

/// The same for a call on a memory object: body(Queue &, Buffer &, const WaitList &).
template <class Body>
cl_int recordOn(cl_command_buffer_khr handle, cl_mem memory, const Recorded &recorded,
                Body &&body) noexcept {
  return record(handle, recorded, [&](Queue &queue, const WaitList &waits) {
    return api::withMemory(memory,
                           [&](Buffer &object) -> Status { return body(queue, object, waits); });
  });
}

/// The same for a call on two of them.
template <class Body>
cl_int recordOn(cl_command_buffer_khr handle, cl_mem first, cl_mem second, const Recorded &recorded,
                Body &&body) noexcept {
  return record(handle, recorded, [&](Queue &queue, const WaitList &waits) {
    return api::withMemory(first, second, [&](Buffer &source, Buffer &destination) -> Status {
      return body(queue, source, destination, waits);
    });
  });
}

/// The queue of an enqueue: the command buffer's own unless another is named.
Result<Queue *> queueOf(CommandBuffer &buffer, cl_uint count, const cl_command_queue *queues) {
  if (count == 0 && !queues) {
    return &buffer.queue();
  }
  if (count != 1 || !queues) {
    return Error{CL_INVALID_VALUE};
  }
  return fromHandle<Queue>(queues[0]);
}

}  // namespace

cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                         const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret) {
  return api::create<CommandBuffer>(errcode_ret, [&]() -> Result<Ref<CommandBuffer>> {
    if (num_queues != 1 || !queues) {
      return Error{CL_INVALID_VALUE};
    }
    auto queue = fromHandle<Queue>(queues[0]);
    return queue ? CommandBuffer::create(**queue, properties) : queue.error();
  });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return api::retain<CommandBuffer>(command_buffer);
}

cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return api::release<CommandBuffer>(command_buffer);
}

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return api::callOn<CommandBuffer>(command_buffer,
                                    [](CommandBuffer &buffer) { return buffer.finalize(); });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                             cl_command_buffer_khr command_buffer,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return api::callOn<CommandBuffer>(command_buffer, [&](CommandBuffer &buffer) -> Status {
    auto queue = queueOf(buffer, num_queues, queues);
    if (!queue) {
      return queue.error();
    }
    auto waits = WaitList::check((*queue)->context(), num_events_in_wait_list, event_wait_list);
    return waits ? buffer.enqueue(**queue, *waits, event) : Status(waits.error());
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                             cl_command_buffer_info_khr param_name,
                                             size_t param_value_size, void *param_value,
                                             size_t *param_value_size_ret) {
  return api::callOn<CommandBuffer>(command_buffer, [&](CommandBuffer &buffer) {
    return buffer.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL api::commandBarrierWithWaitList(cl_command_buffer_khr command_buffer,
                                                   cl_command_queue command_queue,
                                                   const cl_command_properties_khr *properties,
                                                   cl_uint num_sync_points_in_wait_list,
                                                   const cl_sync_point_khr *sync_point_wait_list,
                                                   cl_sync_point_khr *sync_point,
                                                   cl_mutable_command_khr *mutable_handle) {
  return record(command_buffer,
                {command_queue,
                 properties,
                 {num_sync_points_in_wait_list, sync_point_wait_list},
                 sync_point,
                 mutable_handle},
                [](Queue &, const WaitList &) { return success(); });
}

cl_int CL_API_CALL api::commandCopyBuffer(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    size_t src_offset, size_t dst_offset, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, src_buffer, dst_buffer,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &source, Buffer &destination, const WaitList &waits) {
                    return enqueueCopy(queue, source, destination, src_offset, {dst_offset, size},
                                       waits, nullptr);
                  });
}

cl_int CL_API_CALL api::commandCopyBufferRect(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, src_buffer, dst_buffer,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &source, Buffer &destination, const WaitList &waits) {
                    return enqueueCopyRect(
                        queue, source, destination, {src_origin, src_row_pitch, src_slice_pitch},
                        {dst_origin, dst_row_pitch, dst_slice_pitch}, region, waits, nullptr);
                  });
}

cl_int CL_API_CALL api::commandCopyBufferToImage(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_buffer, cl_mem dst_image,
    size_t src_offset, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, src_buffer, dst_image,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &buffer, Buffer &image, const WaitList &waits) {
                    return enqueueCopyBufferToImage(queue, buffer, image, src_offset,
                                                    {dst_origin, region}, waits, nullptr);
                  });
}

cl_int CL_API_CALL api::commandCopyImage(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_image,
    const size_t *src_origin, const size_t *dst_origin, const size_t *region,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, src_image, dst_image,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &source, Buffer &destination, const WaitList &waits) {
                    return enqueueCopyImage(queue, source, destination, src_origin,
                                            {dst_origin, region}, waits, nullptr);
                  });
}

cl_int CL_API_CALL api::commandCopyImageToBuffer(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t *src_origin, const size_t *region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, src_image, dst_buffer,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &image, Buffer &buffer, const WaitList &waits) {
                    return enqueueCopyImageToBuffer(queue, image, buffer, {src_origin, region},
                                                    dst_offset, waits, nullptr);
                  });
}

cl_int CL_API_CALL api::commandFillBuffer(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_mem buffer, const void *pattern,
    size_t pattern_size, size_t offset, size_t size, cl_uint num_sync_points_in_wait_list,
    const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
    cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, buffer,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &object, const WaitList &waits) {
                    return enqueueFill(queue, object, pattern, pattern_size, {offset, size}, waits,
                                       nullptr);
                  });
}

cl_int CL_API_CALL api::commandFillImage(cl_command_buffer_khr command_buffer,
                                         cl_command_queue command_queue,
                                         const cl_command_properties_khr *properties, cl_mem image,
                                         const void *fill_color, const size_t *origin,
                                         const size_t *region, cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr *sync_point_wait_list,
                                         cl_sync_point_khr *sync_point,
                                         cl_mutable_command_khr *mutable_handle) {
  return recordOn(command_buffer, image,
                  {command_queue,
                   properties,
                   {num_sync_points_in_wait_list, sync_point_wait_list},
                   sync_point,
                   mutable_handle},
                  [&](Queue &queue, Buffer &object, const WaitList &waits) {
                    return enqueueFillImage(queue, object, fill_color, {origin, region}, waits,
                                            nullptr);
                  });
}

cl_int CL_API_CALL api::commandNDRangeKernel(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(command_buffer,
                {command_queue,
                 properties,
                 {num_sync_points_in_wait_list, sync_point_wait_list},
                 sync_point,
                 mutable_handle},
                [&](Queue &queue, const WaitList &waits) -> Status {
                  auto object = fromHandle<Kernel>(kernel);
                  return object ? enqueueNDRange(queue, **object, work_dim, global_work_offset,
                                                 global_work_size, local_work_size, waits, nullptr)
                                : Status(object.error());
                });
}

cl_int CL_API_CALL api::commandSVMMemcpy(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, void *dst_ptr, const void *src_ptr, size_t size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record(command_buffer,
                {command_queue,
                 properties,
                 {num_sync_points_in_wait_list, sync_point_wait_list},
                 sync_point,
                 mutable_handle},
                [&](Queue &queue, const WaitList &waits) {
                  return enqueueSvmCopy(queue, CL_COMMAND_SVM_MEMCPY, false, dst_ptr, src_ptr, size,
                                        waits, nullptr);
                });
}

cl_int CL_API_CALL api::commandSVMMemFill(cl_command_buffer_khr command_buffer,
                                          cl_command_queue command_queue,
                                          const cl_command_properties_khr *properties,
                                          void *svm_ptr, const void *pattern, size_t pattern_size,
                                          size_t size, cl_uint num_sync_points_in_wait_list,
                                          const cl_sync_point_khr *sync_point_wait_list,
                                          cl_sync_point_khr *sync_point,
                                          cl_mutable_command_khr *mutable_handle) {
  return record(command_buffer,
                {command_queue,
                 properties,
                 {num_sync_points_in_wait_list, sync_point_wait_list},
                 sync_point,
                 mutable_handle},
                [&](Queue &queue, const WaitList &waits) {
                  return enqueueSvmFill(queue, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern,
                                        pattern_size, size, waits, nullptr);
                });
}
