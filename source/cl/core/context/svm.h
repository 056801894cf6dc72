// Allocates shared virtual memory: memory with the same address in the application and in kernels.
//
// An allocation is memory of a device that maps it at the addresses of its kernels
// (mux_shared_memory_e). Nothing has to be copied or translated: mapping is a matter of order
// alone, and the host does copies and fills itself.
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
enum class MemoryKind : uint8_t { svm, host, device, shared };

/// The types of cl_khr_unified_svm, in the order of the platform's list. clSVMAlloc makes the first
/// two; only the application allocates `system`.
enum class SvmType : uint8_t { coarse, fine, device, host, shared, system };

class PropertyList;

/// The allocations of a context. Thread-safe.
class SvmAllocations {
 public:
  static constexpr cl_uint largestType = 128;  ///< bytes of a long16

  struct Allocation {
    std::byte *start = nullptr;
    size_t size = 0;
    size_t device = 0;  ///< the open device of the context
    mux_memory_t memory = nullptr;
    MemoryKind kind = MemoryKind::svm;
    Device *owner = nullptr;  ///< whom the application named, if it did
    cl_bitfield flags = 0;    ///< cl_mem_alloc_flags_intel
    SvmType type = SvmType::coarse;
    std::shared_ptr<const PropertyList> properties = nullptr;  ///< of cl_khr_unified_svm
  };

  /// Implements clSVMAlloc (CL 3.0 §5.6): null for every error.
  void *allocate(Context &context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
  /// Allocates on the device in `wanted`, which shares memory; start and memory are filled in. Null
  /// if memory is exhausted.
  void *place(Context &context, cl_uint alignment, Allocation wanted);
  /// Frees the allocation that starts at the pointer. Returns false, and does nothing, if there is
  /// none of the caller's interface: clSVMAlloc or, with `isUnified`, the other one.
  bool free(Context &context, void *pointer, bool isUnified = false);
  void freeAll(Context &context);

  /// Returns the allocation around the address.
  std::optional<Allocation> find(const void *pointer) const;

 private:
  static void release(Context &context, const Allocation &allocation);

  mutable std::mutex mutex_;
  std::map<const std::byte *, Allocation> allocations_;  // by start; guarded by mutex_
};

/// Returns the mux_shared_memory_t bits of all devices of the context together.
uint32_t sharedMemoryOf(const Context &context);
/// Tells if kernels of an open device of the context may use the address.
bool reaches(Context &context, size_t device, const void *pointer);

}  // namespace cl
