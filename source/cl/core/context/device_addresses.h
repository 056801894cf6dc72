// Maps device addresses that the application knows back to buffers (cl_ext_buffer_device_address).
//
// A launch may get addresses instead of buffers. It must use the buffers all the same: they have to
// live, and their contents must be on the launch's device.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "core/base/object.h"

namespace cl {

class Buffer;

/// The known addresses of a context. Thread-safe.
class DeviceAddresses {
 public:
  /// Registers [start, start + size) of an open device as the buffer's memory.
  void add(size_t device, uint64_t start, uint64_t size, WeakCell<Buffer> &buffer);
  /// Forgets the buffer, whose memory is about to go.
  void remove(const WeakCell<Buffer> &buffer);
  /// Returns the buffer around the address, or null if no registered range holds it.
  Ref<WeakCell<Buffer>> find(size_t device, uint64_t address) const;

 private:
  struct Range {
    uint64_t size;
    Ref<WeakCell<Buffer>> buffer;
  };
  mutable std::mutex mutex_;
  std::map<std::pair<size_t, uint64_t>, Range> ranges_;  // by device and start; guarded by mutex_
};

}  // namespace cl
