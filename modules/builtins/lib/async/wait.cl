#include "async/events.h"

void __mux_work_group_barrier(uint id, uint scope, uint semantics) CONVERGENT;

// SPIR-V: scope Workgroup; SequentiallyConsistent | WorkgroupMemory | CrossWorkgroupMemory.
#define SCOPE_WORKGROUP 2
#define SEMANTICS (0x10 | 0x100 | 0x200)

// Behind the barrier the whole group sees the transfers awaited by each work-item, however the
// target makes them.
#define WAIT(space)                                                   \
  BUILTIN void wait_group_events(int count, space event_t *events) {  \
    for (int i = 0; i < count; ++i)                                   \
      __mux_dma_wait(*(space token_t *)&events[i]);                   \
    __mux_work_group_barrier(0, SCOPE_WORKGROUP, SEMANTICS);          \
  }

WAIT(__private)
WAIT(__generic)
