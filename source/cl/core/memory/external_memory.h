// Memory that other processes or APIs share by a descriptor (cl_khr_external_memory_opaque_fd), and
// the commands that hand it over.
//
// The bytes are those of the file, mapped. A device that can use memory of the host's, alone in its
// context, has them as its own; then handing over is a matter of order. Elsewhere the device has a
// copy, which acquiring fills and releasing writes back.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "core/base/info_writer.h"
#include "core/base/newer_enumerants.h"
#include "core/base/property_list.h"
#include "core/context/context.h"

namespace cl {

/// The properties that import one, of all kinds of memory objects.
inline constexpr PropertyList::Known externalProperties[] = {
    {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR}, {CL_MEM_DEVICE_HANDLE_LIST_KHR, true}};

/// What a memory object was imported from. Immutable.
class ExternalMemory {
 public:
  /// None if the properties name no handle. CL_INVALID_PROPERTY for a handle that is no file of
  /// memory or cannot be mapped, or for devices without a handle, CL_INVALID_BUFFER_SIZE if there
  /// are fewer bytes in it, CL_INVALID_DEVICE. The handle stays the application's.
  static Result<std::unique_ptr<ExternalMemory>> import(const Context &context,
                                                        const PropertyList &properties,
                                                        size_t size);
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;
  ~ExternalMemory();

  std::byte *data() const { return data_; }
  /// Whether commands on the device may use it.
  bool isFor(const Device &device) const;
  /// Closes the handle, when nothing can fail any more: it is no longer the application's.
  void takeHandle();

 private:
  ExternalMemory(int file, std::byte *data, size_t size) : file_(file), data_(data), size_(size) {}

  int file_;
  std::byte *data_;
  size_t size_;
  std::vector<Device *> devices_;  // empty for all
};

/// Queries of devices and of the platform; CL_INVALID_VALUE for other ones.
Status externalMemoryDeviceInfo(const mux_device_info_s &info, cl_device_info name,
                                const InfoWriter &out);
Status externalMemoryPlatformInfo(cl_platform_info name, const InfoWriter &out);

}  // namespace cl
