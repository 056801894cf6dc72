// Entry points of cl_khr_command_buffer and its layered extensions.
//
// Recording calls check their arguments as the clEnqueue… call of the same name does. They do so by
// calling it: core's enqueue functions run on a queue in a recording mode, and the commands go to
// the command buffer instead of the device. A recording call is then a lambda with this call, run
// once now. CommandBuffer stores the lambda, and runs it again when the command buffer is remapped.
// So the lambda copies all it needs (Triple, Pattern) and holds references to its memory objects.
//
// Launches are recorded by another way, since updates change them: as a Launch, a value.

#include "api/command_buffers.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "api/enqueue.h"
#include "core/commands/command_buffer.h"
#include "core/commands/image_commands.h"
#include "core/commands/kernel_commands.h"
#include "core/commands/svm_commands.h"

using namespace cl;

namespace {

/// The arguments that all recording calls share.
/// The arguments shared by all recording calls.
struct Recorded {
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  SyncPoints waits;
  cl_sync_point_khr *point;
  cl_mutable_command_khr *handle;
};

/// Copies an origin or a region, because recording again (remap, update) needs it after the call. A
/// null pointer stays null.
class Triple {
 public:
  Triple(const size_t *from) : isNull_(!from) {
    if (from) {
      std::copy_n(from, 3, values_.begin());
    }
  }
  operator const size_t *() const { return isNull_ ? nullptr : values_.data(); }

 private:
  std::array<size_t, 3> values_ = {};
  bool isNull_;
};

/// Copies the pattern or colour of a fill, at most as many bytes as a device may read.
class Pattern {
 public:
  Pattern(const void *from, size_t size) : isNull_(!from) {
    if (from) {
      std::memcpy(bytes_.data(), from, std::min(size, bytes_.size()));
    }
  }
  const void *get() const { return isNull_ ? nullptr : bytes_.data(); }

 private:
  alignas(16) std::array<std::byte, sizeof(cl_long16)> bytes_ = {};
  bool isNull_;
};

/// Records body(Queue &), a call of an enqueue function. cl_khr_command_buffer: only launches take
/// properties and return handles, so other commands with either get CL_INVALID_VALUE.
template <class Body>
cl_int record(cl_command_buffer_khr handle, const Recorded &recorded, Body body,
              bool isBarrier = false) noexcept {
  return api::callOn<CommandBuffer>(handle, [&](CommandBuffer &buffer) -> Status {
    auto queue = buffer.indexOf(recorded.queue);
    if (!queue) {
      return queue.error();
    }
    // cl_khr_command_buffer: CL_INVALID_VALUE for a handle or for unsupported properties.
    if ((recorded.properties && recorded.properties[0] != 0) || recorded.handle) {
      return Error{CL_INVALID_VALUE};
    }
    return buffer.record(*queue, recorded.waits, recorded.point, std::move(body), isBarrier);
  });
}

/// Records a call on one memory object: body(Queue &, Buffer &). CL_INVALID_MEM_OBJECT in the order
/// of cl_khr_command_buffer: after the errors of the queue.
template <class Body>
cl_int recordOn(cl_command_buffer_khr handle, cl_mem memory, const Recorded &recorded,
                Body body) noexcept {
  // cl_khr_command_buffer: CL_INVALID_MEM_OBJECT, reported by the body after the queue's errors.
  auto object = fromHandle<Buffer>(memory);
  return record(handle, recorded,
                [kept = Ref<Buffer>(object ? *object : nullptr), body](Queue &queue) -> Status {
                  return kept ? body(queue, *kept) : Status(Error{CL_INVALID_MEM_OBJECT});
                });
}

/// Records a call on two memory objects: body(Queue &, Buffer &, Buffer &), the source first.
/// CL_INVALID_MEM_OBJECT as cl_khr_command_buffer lists it.
template <class Body>
cl_int recordOn(cl_command_buffer_khr handle, cl_mem first, cl_mem second, const Recorded &recorded,
                Body body) noexcept {
  // cl_khr_command_buffer: CL_INVALID_MEM_OBJECT, reported by the body like the first object's.
  auto other = fromHandle<Buffer>(second);
  return recordOn(
      handle, first, recorded,
      [kept = Ref<Buffer>(other ? *other : nullptr), body](Queue &queue, Buffer &source) -> Status {
        return kept ? body(queue, source, *kept) : Status(Error{CL_INVALID_MEM_OBJECT});
      });
}

/// Returns the number of bytes read from its colour by a fill of the image; 0 for another object.
size_t colorSize(cl_mem handle) {
  auto image = fromHandle<Buffer>(handle);
  const ImageShape *shape = image ? (*image)->shape() : nullptr;
  if (!shape) {
    return 0;
  }
  return shape->format.image_channel_order == CL_DEPTH ? sizeof(cl_float) : sizeof(cl_float4);
}

/// Returns the queues of clEnqueueCommandBufferKHR; an empty list stands for the command buffer's
/// own. cl_khr_command_buffer: CL_INVALID_VALUE for another number of queues.
Result<std::vector<Queue *>> queuesOf(const CommandBuffer &buffer, cl_uint count,
                                      const cl_command_queue *queues) {
  if (count != 0 && count != buffer.queueCount()) {
    return Error{CL_INVALID_VALUE};
  }
  return api::optionalObjectsOf<Queue>(count, queues);
}

/// Returns the queues of a new command buffer. cl_khr_command_buffer: CL_INVALID_VALUE for none.
Result<std::vector<Queue *>> queuesOf(cl_uint count, const cl_command_queue *queues) {
  if (count == 0 || !queues) {
    return Error{CL_INVALID_VALUE};
  }
  return api::objectsOf<Queue>({queues, count});
}

}  // namespace

/// cl_khr_command_buffer: creates a command buffer for one queue or, with
/// cl_khr_command_buffer_multi_device, for several.
cl_command_buffer_khr CL_API_CALL
clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                         const cl_command_buffer_properties_khr *properties, cl_int *errcode_ret) {
  return api::create<CommandBuffer>(errcode_ret, [&]() -> Result<Ref<CommandBuffer>> {
    auto objects = queuesOf(num_queues, queues);
    return objects ? CommandBuffer::create(*objects, properties) : objects.error();
  });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return api::retain<CommandBuffer>(command_buffer);
}

cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return api::release<CommandBuffer>(command_buffer);
}

/// cl_khr_command_buffer: ends recording. CL_INVALID_OPERATION the second time.
cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return api::callOn<CommandBuffer>(command_buffer,
                                    [](CommandBuffer &buffer) { return buffer.finalize(); });
}

/// cl_khr_command_buffer: runs the recorded commands once, on the recorded queues or on others of
/// the same devices.
cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                             cl_command_buffer_khr command_buffer,
                                             cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return api::callOn<CommandBuffer>(command_buffer, [&](CommandBuffer &buffer) -> Status {
    auto objects = queuesOf(buffer, num_queues, queues);
    if (!objects) {
      return objects.error();
    }
    auto waits = WaitList::check(buffer.context(), num_events_in_wait_list, event_wait_list);
    return waits ? buffer.enqueue(*objects, *waits, event) : Status(waits.error());
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
  return record(
      command_buffer,
      {command_queue,
       properties,
       {num_sync_points_in_wait_list, sync_point_wait_list},
       sync_point,
       mutable_handle},
      [](Queue &) { return success(); }, true);
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
                  [=](Queue &queue, Buffer &source, Buffer &destination) {
                    return enqueueCopy(queue, source, destination, src_offset, {dst_offset, size},
                                       {}, nullptr);
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
                  [=, from = Triple(src_origin), to = Triple(dst_origin), extent = Triple(region)](
                      Queue &queue, Buffer &source, Buffer &destination) {
                    return enqueueCopyRect(
                        queue, source, destination, {from, src_row_pitch, src_slice_pitch},
                        {to, dst_row_pitch, dst_slice_pitch}, extent, {}, nullptr);
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
                  [=, to = Triple(dst_origin), extent = Triple(region)](
                      Queue &queue, Buffer &buffer, Buffer &image) {
                    return enqueueCopyBufferToImage(queue, buffer, image, src_offset, {to, extent},
                                                    {}, nullptr);
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
                  [from = Triple(src_origin), to = Triple(dst_origin), extent = Triple(region)](
                      Queue &queue, Buffer &source, Buffer &destination) {
                    return enqueueCopyImage(queue, source, destination, from, {to, extent}, {},
                                            nullptr);
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
                  [=, from = Triple(src_origin), extent = Triple(region)](
                      Queue &queue, Buffer &image, Buffer &buffer) {
                    return enqueueCopyImageToBuffer(queue, image, buffer, {from, extent},
                                                    dst_offset, {}, nullptr);
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
                  [=, bytes = Pattern(pattern, pattern_size)](Queue &queue, Buffer &object) {
                    return enqueueFill(queue, object, bytes.get(), pattern_size, {offset, size}, {},
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
                  [color = Pattern(fill_color, colorSize(image)), to = Triple(origin),
                   extent = Triple(region)](Queue &queue, Buffer &object) {
                    return enqueueFillImage(queue, object, color.get(), {to, extent}, {}, nullptr);
                  });
}

cl_int CL_API_CALL api::commandNDRangeKernel(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr *properties, cl_kernel kernel, cl_uint work_dim,
    const size_t *global_work_offset, const size_t *global_work_size, const size_t *local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list,
    cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return api::callOn<CommandBuffer>(command_buffer, [&](CommandBuffer &buffer) -> Status {
    auto queue = buffer.indexOf(command_queue);
    if (!queue) {
      return queue.error();
    }
    auto object = fromHandle<Kernel>(kernel);
    if (!object) {
      return object.error();
    }
    auto checked = LaunchProperties::check(properties);
    if (!checked) {
      return checked.error();
    }
    auto launch =
        Launch::create(**object, work_dim, global_work_offset, global_work_size, local_work_size);
    return launch ? buffer.record(*queue, {num_sync_points_in_wait_list, sync_point_wait_list},
                                  sync_point, **object, std::move(*launch), std::move(*checked),
                                  mutable_handle)
                  : Status(launch.error());
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
                [=](Queue &queue) {
                  return enqueueSvmCopy(queue, CL_COMMAND_SVM_MEMCPY, false, dst_ptr, src_ptr, size,
                                        {}, nullptr);
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
                [=, bytes = Pattern(pattern, pattern_size)](Queue &queue) {
                  return enqueueSvmFill(queue, CL_COMMAND_SVM_MEMFILL, svm_ptr, bytes.get(),
                                        pattern_size, size, {}, nullptr);
                });
}

/// cl_khr_command_buffer_mutable_dispatch: CL_INVALID_VALUE for lists contradicting their count,
/// and for configurations of an unknown type.
cl_int CL_API_CALL api::updateMutableCommands(cl_command_buffer_khr command_buffer,
                                              cl_uint num_configs,
                                              const cl_command_buffer_update_type_khr *config_types,
                                              const void **configs) {
  return api::callOn<CommandBuffer>(command_buffer, [&](CommandBuffer &buffer) -> Status {
    if ((num_configs == 0) != (config_types == nullptr) ||
        (num_configs == 0) != (configs == nullptr)) {
      return Error{CL_INVALID_VALUE};
    }
    std::vector<const LaunchUpdate *> updates;
    for (cl_uint i = 0; i < num_configs; ++i) {
      if (config_types[i] != launchUpdateType || !configs[i]) {
        return Error{CL_INVALID_VALUE};
      }
      updates.push_back(static_cast<const LaunchUpdate *>(configs[i]));
    }
    return buffer.update(updates);
  });
}

/// cl_khr_command_buffer_mutable_dispatch: answers queries of a recorded launch.
cl_int CL_API_CALL clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                              cl_mutable_command_info_khr param_name,
                                              size_t param_value_size, void *param_value,
                                              size_t *param_value_size_ret) {
  return api::callOn<MutableCommand>(command, [&](MutableCommand &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// cl_khr_command_buffer_multi_device: CL_INVALID_VALUE for lists of handles contradicting their
/// count.
cl_command_buffer_khr CL_API_CALL api::remapCommandBuffer(
    cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
    const cl_command_queue *queues, cl_uint num_handles, const cl_mutable_command_khr *handles,
    cl_mutable_command_khr *handles_ret, cl_int *errcode_ret) {
  return api::createOn<CommandBuffer, CommandBuffer>(
      command_buffer, errcode_ret, [&](CommandBuffer &buffer) -> Result<Ref<CommandBuffer>> {
        auto objects = queuesOf(num_queues, queues);
        if (!objects) {
          return objects.error();
        }
        if ((num_handles == 0) != (handles == nullptr) ||
            (num_handles == 0) != (handles_ret == nullptr)) {
          return Error{CL_INVALID_VALUE};
        }
        std::vector<cl_mutable_command_khr> renamed(handles, handles + num_handles);
        auto copy = buffer.remap(*objects, automatic != CL_FALSE, renamed);
        if (copy) {
          std::ranges::copy(renamed, handles_ret);
        }
        return copy;
      });
}
