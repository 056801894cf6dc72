// Maps device addresses known to the application back to buffers (cl_ext_buffer_device_address).
//
// A launch may get addresses instead of buffers: by clSetKernelArgDevicePointerEXT, or by
// CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT for addresses in other memory. It must use the buffers all
// the same: they have to live, and their contents must be on the launch's device. Without the map,
// a migration would not know of the launch, and the kernel could read old bytes.
//
// An address becomes known when the application asks for it (CL_MEM_DEVICE_ADDRESS_EXT). The same
// buffer has an address on each device.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "core/base/object.h"

namespace cl {

class Buffer;

/// The known addresses of a context. Thread-safe. References to buffers are weak: an address keeps
/// no buffer alive.
class DeviceAddresses {
 public:
  /// Registers [start, start + size) of an open device as the buffer's memory. `device` is an index
  /// of the context, `size` is in bytes. Registering the same range again changes nothing.
  void add(size_t device, uint64_t start, uint64_t size, WeakCell<Buffer> &buffer);
  /// Forgets the buffer on all devices. Its destructor calls this before the memory goes, as
  /// another buffer may get the same addresses. Does nothing for a buffer without known addresses.
  void remove(const WeakCell<Buffer> &buffer);
  /// Returns the buffer around the address, or null if no registered range holds it. An address of
  /// a sub-buffer gives the whole buffer. The buffer itself may be gone when the cell is locked.
  Ref<WeakCell<Buffer>> find(size_t device, uint64_t address) const;

 private:
  /// A registered buffer; its first address is the key in the map.
  struct Range {
    uint64_t size;
    /// Weak, so that an address alone keeps no memory.
    Ref<WeakCell<Buffer>> buffer;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<size_t, uint64_t>, Range> ranges_;  // by device and start; guarded by mutex_
};

}  // namespace cl
