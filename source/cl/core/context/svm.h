// Shared virtual memory: allocations whose addresses hold in the application and in kernels.
//
// An allocation is memory of a device that maps its memory at the addresses that kernels see
// (mux_shared_memory_e). So nothing has to be moved or translated: mapping is a matter of order
// alone, and copies and fills are done by the host.
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

/// Which call made an allocation: clSVMAlloc, or one of cl_intel_unified_shared_memory's.
enum class MemoryKind : uint8_t { svm, host, device, shared };

/// What cl_khr_unified_svm calls the kinds, of which clSVMAlloc makes the first two; in the order
/// that the platform lists them in. Only the application allocates memory of the last.
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

  /// clSVMAlloc: null where that is what it returns.
  void *allocate(Context &context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
  /// Memory of the device that `wanted` names, which shares some; start and memory are filled in.
  /// Null if there is none left.
  void *place(Context &context, cl_uint alignment, Allocation wanted);
  /// False, and nothing is done, for what is not the start of an allocation that clSVMAlloc made,
  /// or one of the others did, if `isUnified`.
  bool free(Context &context, void *pointer, bool isUnified = false);
  void freeAll(Context &context);

  /// The allocation that holds the address.
  std::optional<Allocation> find(const void *pointer) const;

 private:
  static void release(Context &context, const Allocation &allocation);

  mutable std::mutex mutex_;
  std::map<const std::byte *, Allocation> allocations_;  // by start; guarded by mutex_
};

/// What the devices of the context share, all of their mux_shared_memory_t together.
uint32_t sharedMemoryOf(const Context &context);
/// Whether kernels of an open device of the context may use the address.
bool reaches(Context &context, size_t device, const void *pointer);

}  // namespace cl
