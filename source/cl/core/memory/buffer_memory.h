// Allocates the memory of a memory object on each device that uses it.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>

#include "core/base/result.h"
#include "core/memory/external_memory.h"
#include "mux/mux.h"

namespace cl {

class Buffer;

/// The mux memory, buffers and images behind one memory object. A sub-buffer or view binds its own
/// mux buffer to its parent's memory.
///
/// Thread-safe after allocateFirst(): a mutex guards allocating. An allocation is immutable and
/// free of locks once it is ready.
class BufferMemory {
 public:
  /// The memory on one device.
  struct Allocation {
    std::atomic<bool> isReady = false;
    mux_memory_t memory = nullptr;  ///< null in a sub-buffer: its parent's
    mux_buffer_t buffer = nullptr;
    mux_image_t image = nullptr;  ///< null unless the memory object is an image
    std::byte *mapped = nullptr;  ///< the host's view, if it is coherent; else null
  };

  /// Belongs to `owner`, and allocates nothing yet. `hostPointer` may be null.
  BufferMemory(Buffer &owner, void *hostPointer);

  /// Returns the memory on a device of the context, allocated at the first call. Errors of CL 3.0
  /// §5.2.1: CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES,
  /// CL_MISALIGNED_SUB_BUFFER_OFFSET.
  Result<Allocation *> on(size_t device);
  /// Allocates a root's memory on the first device with room, starting at `device`, and fills in
  /// the application's contents. Memory that the properties import comes first.
  Status allocateFirst(const PropertyList &properties, size_t device);
  /// Destroys everything on all devices. Only from the owner's destructor.
  void release();

  /// Returns the host pointer of CL_MEM_USE_HOST_PTR, or null.
  void *hostPointer() const { return hostPointer_; }
  /// Tells if the host pointer is shared virtual memory.
  bool usesShared() const { return usesShared_; }
  /// Returns null unless the memory was imported.
  const ExternalMemory *external() const { return external_.get(); }

 private:
  Status allocate(Allocation &allocation, size_t device);
  Status allocateSub(Allocation &allocation, size_t device);
  Status allocateAndFill(size_t device);
  Status bind(Allocation &allocation, size_t device, mux_memory_t memory, size_t offset);
  bool importHostPointer(Allocation &allocation, OpenDevice &device, void *pointer);
  Status fill(size_t device);

  Buffer &owner_;
  void *hostPointer_;
  bool usesShared_ = false;
  std::unique_ptr<ExternalMemory> external_;
  std::mutex mutex_;                           // held while allocating
  std::unique_ptr<Allocation[]> allocations_;  // one per device of the context
};

}  // namespace cl
