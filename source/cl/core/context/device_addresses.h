// cl_ext_buffer_device_address: which buffer is behind an address that the application was told.
//
// A launch that is given addresses instead of buffers uses the buffers all the same: they have to
// live, and their contents to be on that device.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "core/base/object.h"

namespace cl {

class Buffer;

/// Of a context. Thread-safe.
class DeviceAddresses {
 public:
  /// The buffer has [start, start + size) on an open device of the context.
  void add(size_t device, uint64_t start, uint64_t size, WeakCell<Buffer> &buffer);
  /// Its memory goes.
  void remove(const WeakCell<Buffer> &buffer);
  /// The buffer that the address is in; none if no such was told.
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
