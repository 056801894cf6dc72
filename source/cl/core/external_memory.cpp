#include "core/external_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "core/transfer_commands.h"

namespace cl {
namespace {

constexpr cl_external_memory_handle_type_khr handleTypes[] = {
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR};

/// Maps the first bytes of a file.
Result<std::byte *> mapFile(int file, size_t size) {
  struct stat state = {};
  if (fstat(file, &state) != 0 || !S_ISREG(state.st_mode)) {
    return Error{CL_INVALID_PROPERTY};
  }
  // What is mapped beyond the end of a file cannot be read.
  if (state.st_size < 0 || static_cast<uint64_t>(state.st_size) < size) {
    return Error{CL_INVALID_BUFFER_SIZE};
  }
  void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return mapped != MAP_FAILED ? Result<std::byte *>(static_cast<std::byte *>(mapped))
                              : Result<std::byte *>(Error{CL_INVALID_PROPERTY});
}

Device &deviceOf(const Queue &queue) {
  return *queue.context().members()[queue.member()].device;
}

/// The memory objects of a list, which commands of the queue may hand over.
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

/// Records the copy of an object to or from the file, where the device has one.
Status recordCopy(Queue &queue, Command &command, HandOver direction, Buffer &object) {
  auto memory = memoryFor(queue, object);
  if (!memory) {
    return memory.error();
  }
  std::byte *const shared = object.external()->data();
  if ((*memory)->mapped == shared) {
    command.keep(Ref<RefCounted>(&object));
    return success();
  }
  const bool acquires = direction == HandOver::acquire;
  command.use(object, acquires ? Access::overwrite : Access::read);
  auto commands = command.record();
  if (!commands) {
    return commands.error();
  }
  mux_buffer_t buffer = (*memory)->buffer;
  return fromMux(acquires ? muxCommandWriteBuffer(*commands, buffer, 0, shared, object.size())
                          : muxCommandReadBuffer(*commands, buffer, 0, shared, object.size()));
}

}  // namespace

Result<std::unique_ptr<ExternalMemory>> ExternalMemory::import(const Context &context,
                                                               const PropertyList &properties,
                                                               size_t size) {
  const auto handle = properties.value(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR);
  const bool namesDevices = properties.has(CL_MEM_DEVICE_HANDLE_LIST_KHR);
  if (!handle) {
    return namesDevices ? Result<std::unique_ptr<ExternalMemory>>(Error{CL_INVALID_PROPERTY})
                        : nullptr;
  }
  std::vector<Device *> named;
  if (namesDevices) {
    auto devices = devicesOf(context, properties.values(CL_MEM_DEVICE_HANDLE_LIST_KHR));
    if (!devices) {
      return devices.error();
    }
    named = std::move(*devices);
  }
  if (*handle > INT_MAX) {
    return Error{CL_INVALID_PROPERTY};
  }
  const int file = static_cast<int>(*handle);
  auto data = mapFile(file, size);
  if (!data) {
    return data.error();
  }
  auto memory = std::unique_ptr<ExternalMemory>(new ExternalMemory(file, *data, size));
  memory->devices_ = std::move(named);
  return memory;
}

ExternalMemory::~ExternalMemory() {
  munmap(data_, size_);
}

bool ExternalMemory::isFor(const Device &device) const {
  return devices_.empty() || std::ranges::count(devices_, &device) != 0;
}

void ExternalMemory::takeHandle() {
  close(std::exchange(file_, -1));
}

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

Status externalMemoryDeviceInfo(const mux_device_info_s &info, cl_device_info name,
                                const InfoWriter &out) {
  using Type = cl_external_memory_handle_type_khr;
  switch (name) {
    case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
      return out.array<Type>(handleTypes);
    case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
      return out.array<Type>(std::span(handleTypes).first(info.has_images ? 1 : 0));
    default:
      return Error{CL_INVALID_VALUE};
  }
}

Status externalMemoryPlatformInfo(cl_platform_info name, const InfoWriter &out) {
  return name == CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR
             ? out.array<cl_external_memory_handle_type_khr>(handleTypes)
             : Status(Error{CL_INVALID_VALUE});
}

}  // namespace cl
