// Entry points moving the bytes of buffers (CL 3.0 §5.2.2 to §5.2.4, §5.5).
//
// Each checks its handles here, and ranges, flags and alignment in
// core/commands/transfer_commands.h. Offsets and sizes are in bytes. A blocking call waits inside
// the core's function, so an error of the command is the result.

#include "api/enqueue.h"
#include "core/commands/transfer_commands.h"

using namespace cl;

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_read, size_t offset, size_t size, void *ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, buffer, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueRead(queue, object, blocking_read, {offset, size}, ptr,
                                             waits, event);
                        });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                        cl_bool blocking_write, size_t offset, size_t size,
                                        const void *ptr, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, buffer, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueWrite(queue, object, blocking_write, {offset, size}, ptr,
                                              waits, event);
                        });
}

/// CL 3.0 §5.2.2: within one buffer, the ranges must not overlap (CL_MEM_COPY_OVERLAP).
cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                       cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(
      command_queue, src_buffer, dst_buffer, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, Buffer &source, Buffer &destination, const WaitList &waits) {
        return enqueueCopy(queue, source, destination, src_offset, {dst_offset, size}, waits,
                           event);
      });
}

/// CL 3.0 §5.2.3: the pattern is copied.
cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       const void *pattern, size_t pattern_size, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, buffer, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueFill(queue, object, pattern, pattern_size, {offset, size},
                                             waits, event);
                        });
}

/// CL 3.0 §5.2.2: a box of the buffer goes to a box of the host's memory; pitches of 0 have
/// defaults.
cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                           cl_bool blocking_read, const size_t *buffer_origin,
                                           const size_t *host_origin, const size_t *region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                           size_t host_row_pitch, size_t host_slice_pitch,
                                           void *ptr, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(
      command_queue, buffer, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, Buffer &object, const WaitList &waits) {
        return enqueueReadRect(
            queue, object, blocking_read, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
            {host_origin, host_row_pitch, host_slice_pitch}, region, ptr, waits, event);
      });
}

/// CL 3.0 §5.2.2: likewise, in the other direction.
cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                            cl_bool blocking_write, const size_t *buffer_origin,
                                            const size_t *host_origin, const size_t *region,
                                            size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch,
                                            const void *ptr, cl_uint num_events_in_wait_list,
                                            const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(
      command_queue, buffer, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, Buffer &object, const WaitList &waits) {
        return enqueueWriteRect(
            queue, object, blocking_write, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
            {host_origin, host_row_pitch, host_slice_pitch}, region, ptr, waits, event);
      });
}

/// CL 3.0 §5.2.2: core/memory/box_layout.h finds overlaps within one buffer.
cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer,
                                           cl_mem dst_buffer, const size_t *src_origin,
                                           const size_t *dst_origin, const size_t *region,
                                           size_t src_row_pitch, size_t src_slice_pitch,
                                           size_t dst_row_pitch, size_t dst_slice_pitch,
                                           cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(
      command_queue, src_buffer, dst_buffer, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, Buffer &source, Buffer &destination, const WaitList &waits) {
        return enqueueCopyRect(queue, source, destination,
                               {src_origin, src_row_pitch, src_slice_pitch},
                               {dst_origin, dst_row_pitch, dst_slice_pitch}, region, waits, event);
      });
}

/// CL 3.0 §5.2.4: returns the pointer at once; the bytes are there when the command is complete.
void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer,
                                     cl_bool blocking_map, cl_map_flags map_flags, size_t offset,
                                     size_t size, cl_uint num_events_in_wait_list,
                                     const cl_event *event_wait_list, cl_event *event,
                                     cl_int *errcode_ret) {
  void *pointer = nullptr;
  const cl_int error =
      api::enqueueOn(command_queue, buffer, {num_events_in_wait_list, event_wait_list, event},
                     [&](Queue &queue, Buffer &object, const WaitList &waits) -> Status {
                       auto mapped = enqueueMap(queue, object, blocking_map, map_flags,
                                                {offset, size}, waits, event);
                       pointer = mapped ? *mapped : nullptr;
                       return mapped ? success() : Status(mapped.error());
                     });
  api::setError(errcode_ret, error);
  return pointer;
}

/// CL 3.0 §5.5.2: also for images. A mapping for writing is written back where it is a copy.
cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj,
                                           void *mapped_ptr, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, memobj, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueUnmap(queue, object, mapped_ptr, waits, event);
                        });
}

/// CL 3.0 §5.5.4 clEnqueueMigrateMemObjects: CL_INVALID_VALUE for no memory objects.
cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue,
                                              cl_uint num_mem_objects, const cl_mem *mem_objects,
                                              cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  return api::enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                      [&](Queue &queue, const WaitList &waits) -> Status {
                        if (num_mem_objects == 0 || !mem_objects) {
                          return Error{CL_INVALID_VALUE};
                        }
                        auto buffers = api::objectsOf<Buffer>({mem_objects, num_mem_objects});
                        return buffers ? enqueueMigrate(queue, *buffers, flags, waits, event)
                                       : Status(buffers.error());
                      });
}
