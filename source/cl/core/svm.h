// Shared virtual memory: allocations whose addresses hold in the application and in kernels.
//
// An allocation is memory of a device that maps its memory at the addresses that kernels see
// (mux_shared_memory_e). So nothing has to be moved or translated: mapping is a matter of order
// alone, and copies and fills are done by the host.
#pragma once

#include <CL/cl.h>

#include <map>
#include <mutex>
#include <optional>

#include "mux/mux.h"

namespace cl {

class Context;

/// The allocations of a context. Thread-safe.
class SvmAllocations {
 public:
  struct Allocation {
    std::byte *start;
    size_t size;
    size_t device;  ///< the open device of the context
    mux_memory_t memory;
  };

  /// clSVMAlloc: null where that is what it returns.
  void *allocate(Context &context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
  /// Does nothing for what is not the start of an allocation.
  void free(Context &context, void *pointer);
  void freeAll(Context &context);

  /// The allocation that holds the address.
  std::optional<Allocation> find(const void *pointer) const;

 private:
  mutable std::mutex mutex_;
  std::map<const std::byte *, Allocation> allocations_;  // by start; guarded by mutex_
};

/// What the devices of the context share, all of their mux_shared_memory_t together.
uint32_t sharedMemoryOf(const Context &context);
/// Whether kernels of an open device of the context may use the address.
bool reaches(Context &context, size_t device, const void *pointer);

}  // namespace cl
