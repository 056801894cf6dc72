// Allocates shared virtual memory: memory with the same address in the application and in kernels.
//
// An allocation is memory of a device with a mapping at the addresses of its kernels
// (mux_shared_memory_e). Nothing has to be copied or translated: mapping is a matter of order
// alone, and the host does copies and fills itself.
//
// Three interfaces share the allocations: clSVMAlloc (CL 3.0 §5.6.1),
// cl_intel_unified_shared_memory and cl_khr_unified_svm. They differ in arguments and queries only
// (memory/unified_memory.h, memory/unified_svm.h). Pointers of one interface are accepted by the
// commands of the others; freeing is up to the interface of the allocation.
//
// A device with memory of its own has allocations too, of cl_intel_unified_shared_memory's kind
// `device`. Their addresses are the device's. The driver reserves the same addresses in the
// application, without access, so a pointer says whose memory it is. Copies and fills of them are
// commands of the device (commands/svm_commands.cpp).
//
// An allocation belongs to one device. Kernels of another device of the context cannot use it,
// unless they share memory with the whole system (reaches()).
#pragma once

#include <CL/cl.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "mux/mux.h"

namespace cl {

class Context;
class Device;

/// The call that made an allocation: clSVMAlloc, or one of cl_intel_unified_shared_memory.
/// cl_intel_unified_shared_memory has three calls: for memory of the host, of a device, and shared.
enum class MemoryKind : uint8_t { svm, host, device, shared };

/// The types of cl_khr_unified_svm, in the order of the platform's list. clSVMAlloc makes the first
/// two; only the application allocates `system`.
enum class SvmType : uint8_t { coarse, fine, device, host, shared, system };

class PropertyList;

/// The allocations of a context. Thread-safe: a mutex guards the map, and no call of mux runs under
/// it. The context frees the rest at its end.
class SvmAllocations {
 public:
  static constexpr cl_uint largestType = 128;  ///< bytes of a long16

  /// One allocation, as a copy: the original may be freed by another thread meanwhile.
  struct Allocation {
    std::byte *start = nullptr;  ///< the address in kernels
    size_t size = 0;
    size_t device = 0;  ///< the open device of the context
    mux_memory_t memory = nullptr;
    /// Memory that the host cannot access; null for memory shared with the host.
    mux_buffer_t buffer = nullptr;
    MemoryKind kind = MemoryKind::svm;
    Device *owner = nullptr;  ///< whom the application named, if it did
    cl_bitfield flags = 0;    ///< cl_mem_alloc_flags_intel
    SvmType type = SvmType::coarse;
    std::shared_ptr<const PropertyList> properties = nullptr;  ///< of cl_khr_unified_svm
  };

  /// Implements clSVMAlloc (CL 3.0 §5.6.1): null for every error, as the call has no error code.
  /// `size` is in bytes, `alignment` a power of two in bytes, or 0 for the largest type's.
  void *allocate(Context &context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
  /// Allocates on the device in `wanted`; start, memory and buffer are filled in, all else is
  /// stored as it is. A device without shared memory gives memory of its own, for
  /// MemoryKind::device. `alignment` is raised to largestType. Returns the first address, or null
  /// if memory is exhausted.
  void *place(Context &context, cl_uint alignment, Allocation wanted);
  /// Frees the allocation starting at the pointer. Returns false, and does nothing, if there is
  /// none of the caller's interface: clSVMAlloc or, with `isUnified`,
  /// cl_intel_unified_shared_memory. Commands in flight are not waited for (CL 3.0 §5.6.1
  /// clSVMFree).
  bool free(Context &context, void *pointer, bool isUnified = false);
  /// Frees all allocations. Only from the context's destructor.
  void freeAll(Context &context);

  /// Returns the allocation around the address, or nothing for memory of other origin. Null is in
  /// none.
  std::optional<Allocation> find(const void *pointer) const;

 private:
  static void release(Context &context, const Allocation &allocation);

  mutable std::mutex mutex_;
  std::map<const std::byte *, Allocation> allocations_;  // by start; guarded by mutex_
};

/// Returns the mux_shared_memory_t bits of all devices of the context together; 0 if none shares
/// memory.
uint32_t sharedMemoryOf(const Context &context);
/// Tells if an open device of the context, or any, has cl_intel_unified_shared_memory.
bool hasUnifiedMemory(const Context &context, size_t device);
bool hasUnifiedMemory(const Context &context);
/// Tells if kernels of an open device of the context may use the address. On a device sharing all
/// memory of the system this is any address; else null and the addresses in allocations of the
/// device. A device without any such allocation reaches none. Launches refuse other pointers with
/// CL_INVALID_OPERATION.
bool reaches(Context &context, size_t device, const void *pointer);

}  // namespace cl
