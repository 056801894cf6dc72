// Imports memory shared through a file descriptor (cl_khr_external_memory_opaque_fd).
//
// Another process or API has made the file; the bytes here are a mapping of it. A device able to
// use host memory, alone in its context, uses them directly; acquiring and releasing are then a
// matter of order. Other devices have a copy: acquiring fills it, releasing writes it back
// (commands/external_memory_commands.h).
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

/// The properties to import external memory, for all types of memory objects: a handle, and
/// optionally the devices to use it on.
inline constexpr PropertyList::Known externalProperties[] = {
    {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR}, {CL_MEM_DEVICE_HANDLE_LIST_KHR, true}};

/// The file behind a memory object, mapped into this process. Immutable after its creation; owned
/// by BufferMemory.
class ExternalMemory {
 public:
  /// Maps `size` bytes of the handle in the properties; null if they name none. The application
  /// keeps the handle until takeHandle(). Errors of cl_khr_external_memory:
  ///
  ///   * CL_INVALID_PROPERTY for an unmappable handle, or a device list without a handle.
  ///   * CL_INVALID_BUFFER_SIZE for a file with too few bytes.
  ///   * CL_INVALID_DEVICE for a device outside of the context.
  static Result<std::unique_ptr<ExternalMemory>> import(const Context &context,
                                                        const PropertyList &properties,
                                                        size_t size);
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;
  ~ExternalMemory();

  /// Returns the first mapped byte; valid as long as this object.
  std::byte *data() const { return data_; }
  /// Tells if commands on the device may use the memory: on all devices, unless the properties list
  /// some.
  bool isFor(const Device &device) const;
  /// Closes the handle. Called when nothing can fail any more: a successful import owns it, a
  /// failed one leaves it to the application. The mapping stays.
  void takeHandle();

 private:
  ExternalMemory(int file, std::byte *data, size_t size) : file_(file), data_(data), size_(size) {}

  int file_;
  std::byte *data_;
  size_t size_;
  std::vector<Device *> devices_;  // empty for all
};

/// Answers the queries of a device for handle types and linear images (cl_khr_external_memory);
/// CL_INVALID_VALUE for other queries.
Status externalMemoryDeviceInfo(const mux_device_info_s &info, cl_device_info name,
                                const InfoWriter &out);
/// Answers the platform's query for handle types (cl_khr_external_memory); CL_INVALID_VALUE for
/// other queries.
Status externalMemoryPlatformInfo(cl_platform_info name, const InfoWriter &out);

}  // namespace cl
