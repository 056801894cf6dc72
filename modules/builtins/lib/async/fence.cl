// cl_khr_async_work_group_copy_fence. The target chooses the work-item for a transfer, so the group
// has to meet: one work-item's transfers are then done before another starts the next.
#include "async/dma.h"

void __mux_work_group_barrier(uint id, uint scope, uint semantics) CONVERGENT;

// SPIR-V: scope Workgroup; SequentiallyConsistent | WorkgroupMemory | CrossWorkgroupMemory.
#define SCOPE_WORKGROUP 2
#define SEMANTICS (0x10 | 0x100 | 0x200)

BUILTIN void async_work_group_copy_fence(cl_mem_fence_flags flags) {
  (void)flags;
  __mux_dma_fence();
  __mux_work_group_barrier(0, SCOPE_WORKGROUP, SEMANTICS);
}
