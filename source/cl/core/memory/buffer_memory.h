// Allocates the memory of a memory object on each device in use of it.
//
// A context may hold devices with memories of their own. A buffer starts on one of them, and gets
// memory on another at its first use there. Three ways to memory, from the cheapest:
//
//   1. The application's own memory (CL_MEM_USE_HOST_PTR, or an imported file), used by the device
//      directly. Only if no other device needs a copy, or if it is shared virtual memory.
//   2. Memory of the device seen by the host, filled by a copy on the host.
//   3. Memory of the device alone, filled by a write command (transfer.h).
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
/// free of locks once it is ready: launches read it without one.
class BufferMemory {
 public:
  /// The memory on one device, default until on() has succeeded for it. Owned by BufferMemory.
  struct Allocation {
    std::atomic<bool> isReady = false;
    mux_memory_t memory = nullptr;  ///< null in a sub-buffer: its parent's
    mux_buffer_t buffer = nullptr;
    mux_image_t image = nullptr;  ///< null unless the memory object is an image
    std::byte *mapped = nullptr;  ///< the host's view, if it is coherent; else null
  };

  /// Belongs to `owner`, and allocates nothing yet. `hostPointer` may be null.
  BufferMemory(Buffer &owner, void *hostPointer);

  /// Returns the memory on a device of the context, allocated at the first call. Its bytes are
  /// undefined unless the device holds them by Coherence. Errors of CL 3.0 §5.2.1:
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES, CL_MISALIGNED_SUB_BUFFER_OFFSET. After
  /// an error the next call tries again.
  Result<Allocation *> on(size_t device);
  /// Allocates a root's memory on the first device with room, starting at `device`, and fills in
  /// the application's contents. Memory imported by the properties comes first. Shared virtual
  /// memory behind CL_MEM_USE_HOST_PTR (CL 3.0 §5.2.1) decides the device. Once, at creation; the
  /// errors are those of CL 3.0 §5.2.1 and cl_khr_external_memory.
  Status allocateFirst(const PropertyList &properties, size_t device);
  /// Destroys everything on all devices. Only from the owner's destructor, when no command uses it.
  void release();

  /// Returns the host pointer of CL_MEM_USE_HOST_PTR, or null; in a sub-buffer its own first byte.
  void *hostPointer() const { return hostPointer_; }
  /// Tells if the host pointer is shared virtual memory (CL_MEM_USES_SVM_POINTER, CL 3.0 §5.5.5).
  bool usesShared() const { return usesShared_; }
  /// Returns null unless the memory was imported.
  const ExternalMemory *external() const { return external_.get(); }

 private:
  /// Allocates a root on one device, by the first of the three ways above to succeed.
  Status allocate(Allocation &allocation, size_t device);
  Status allocateSub(Allocation &allocation, size_t device);
  Status allocateAndFill(size_t device);
  /// Creates the mux buffer and, for an image, the mux image, over the memory at the offset in
  /// bytes.
  Status bind(Allocation &allocation, size_t device, mux_memory_t memory, size_t offset);
  /// Tries the first way. Returns false, and changes nothing, if the device cannot use the pointer
  /// at its own address.
  bool importHostPointer(Allocation &allocation, OpenDevice &device, void *pointer);
  /// Copies the application's contents to a device, and records it as the only one with them.
  Status fill(size_t device);

  Buffer &owner_;
  void *hostPointer_;
  bool usesShared_ = false;
  std::unique_ptr<ExternalMemory> external_;
  std::mutex mutex_;                           // held while allocating
  std::unique_ptr<Allocation[]> allocations_;  // one per device of the context
};

}  // namespace cl
