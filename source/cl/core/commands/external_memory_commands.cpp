// Acquire and release of imported memory. Only a device with a memory of its own needs copies; for
// another one the command keeps its place in the order, and the object alive.
#include "core/commands/external_memory_commands.h"

#include <vector>

#include "core/commands/transfer_commands.h"

namespace cl {
namespace {

Device &deviceOf(const Queue &queue) {
  return *queue.context().members()[queue.member()].device;
}

/// The memory objects of a list, which commands of the queue may hand over. cl_khr_external_memory:
/// CL_INVALID_VALUE, CL_INVALID_MEM_OBJECT for memory that was not imported,
/// CL_INVALID_COMMAND_QUEUE for a device that may not use it.
Result<std::vector<Buffer *>> objectsFor(const Queue &queue, std::span<const cl_mem> handles) {
  if (handles.empty() != (handles.data() == nullptr)) {
    return Error{CL_INVALID_VALUE};
  }
  std::vector<Buffer *> objects;
  for (cl_mem handle : handles) {
    auto object = fromHandle<Buffer>(handle);
    if (!object || !(*object)->external()) {
      return Error{CL_INVALID_MEM_OBJECT};
    }
    objects.push_back(*object);
  }
  const Device &device = deviceOf(queue);
  for (const Buffer *object : objects) {
    if (!object->context().memberOf(device) || !object->external()->isFor(device)) {
      return Error{CL_INVALID_COMMAND_QUEUE};
    }
  }
  return objects;
}

/// Records the copy between an object and its file, if the device has memory of its own.
Status recordCopy(Queue &queue, Command &command, HandOver direction, Buffer &object) {
  auto memory = memoryFor(queue, object);
  if (!memory) {
    return memory.error();
  }
  std::byte *const shared = object.external()->data();
  if ((*memory)->mapped == shared) {
    command.recording().keep(Ref<RefCounted>(&object));
    return success();
  }
  const bool acquires = direction == HandOver::acquire;
  command.recording().use(object, acquires ? Access::overwrite : Access::read);
  auto commands = command.record();
  if (!commands) {
    return commands.error();
  }
  mux_buffer_t buffer = (*memory)->buffer;
  return fromMux(acquires ? muxCommandWriteBuffer(*commands, buffer, 0, shared, object.size())
                          : muxCommandReadBuffer(*commands, buffer, 0, shared, object.size()));
}

}  // namespace

/// cl_khr_external_memory: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST.
Status enqueueHandOver(Queue &queue, HandOver direction, std::span<const cl_mem> handles,
                       const WaitList &waits, cl_event *event) {
  auto objects = objectsFor(queue, handles);
  if (!objects) {
    return objects.error();
  }
  if (waits.hasFailed()) {
    return Error{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
  }
  auto command = queue.newCommand(direction == HandOver::acquire
                                      ? CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR
                                      : CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR);
  if (!command) {
    return command.error();
  }
  for (Buffer *object : *objects) {
    if (auto status = recordCopy(queue, **command, direction, *object); !status) {
      return status;
    }
  }
  return queue.submit(std::move(*command), waits, event);
}

}  // namespace cl
