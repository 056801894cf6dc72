// Imports memory that other processes or APIs share by a file descriptor
// (cl_khr_external_memory_opaque_fd).
//
// The bytes are those of the file, mapped. A device that can use host memory, alone in its context,
// uses them directly; acquiring and releasing are then a matter of order. Other devices have a
// copy: acquiring fills it, releasing writes it back (commands/external_memory_commands.h).
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

/// The properties that import external memory, for all types of memory objects.
inline constexpr PropertyList::Known externalProperties[] = {
    {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR}, {CL_MEM_DEVICE_HANDLE_LIST_KHR, true}};

/// The file behind a memory object. Immutable.
class ExternalMemory {
 public:
  /// Maps the handle in the properties; null if they name none. CL_INVALID_PROPERTY for a handle
  /// that cannot be mapped, or a device list without a handle; CL_INVALID_BUFFER_SIZE for too few
  /// bytes; CL_INVALID_DEVICE. The application keeps the handle.
  static Result<std::unique_ptr<ExternalMemory>> import(const Context &context,
                                                        const PropertyList &properties,
                                                        size_t size);
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;
  ~ExternalMemory();

  std::byte *data() const { return data_; }
  /// Tells if commands on the device may use the memory.
  bool isFor(const Device &device) const;
  /// Closes the handle. Called when nothing can fail any more: the import then owns it.
  void takeHandle();

 private:
  ExternalMemory(int file, std::byte *data, size_t size) : file_(file), data_(data), size_(size) {}

  int file_;
  std::byte *data_;
  size_t size_;
  std::vector<Device *> devices_;  // empty for all
};

/// Answers queries of devices and of the platform; CL_INVALID_VALUE for other queries.
Status externalMemoryDeviceInfo(const mux_device_info_s &info, cl_device_info name,
                                const InfoWriter &out);
Status externalMemoryPlatformInfo(cl_platform_info name, const InfoWriter &out);

}  // namespace cl
