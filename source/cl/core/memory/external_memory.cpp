// Implements imported memory by mmap() of regular files: memfd_create(), shm_open() or files on
// disk.
#include "core/memory/external_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>

#include "core/context/context.h"

namespace cl {
namespace {

constexpr cl_external_memory_handle_type_khr handleTypes[] = {
    CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR};

/// Maps the first bytes of a file. cl_khr_external_memory: CL_INVALID_PROPERTY for an unmappable
/// handle, CL_INVALID_BUFFER_SIZE for a file shorter than the memory object.
Result<std::byte *> mapFile(int file, size_t size) {
  struct stat state = {};
  if (fstat(file, &state) != 0 || !S_ISREG(state.st_mode)) {
    return Error{CL_INVALID_PROPERTY};
  }
  // Touching bytes beyond the end of a file raises SIGBUS.
  if (state.st_size < 0 || static_cast<uint64_t>(state.st_size) < size) {
    return Error{CL_INVALID_BUFFER_SIZE};
  }
  void *mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return mapped != MAP_FAILED ? Result<std::byte *>(static_cast<std::byte *>(mapped))
                              : Result<std::byte *>(Error{CL_INVALID_PROPERTY});
}

}  // namespace

/// cl_khr_external_memory: CL_INVALID_PROPERTY, CL_INVALID_DEVICE.
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

/// cl_khr_external_memory: CL_INVALID_VALUE for other queries.
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

/// cl_khr_external_memory: CL_INVALID_VALUE for other queries.
Status externalMemoryPlatformInfo(cl_platform_info name, const InfoWriter &out) {
  return name == CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR
             ? out.array<cl_external_memory_handle_type_khr>(handleTypes)
             : Status(Error{CL_INVALID_VALUE});
}

}  // namespace cl
