#include "async/events.h"

void __mux_work_group_barrier(uint id, uint scope, uint semantics) CONVERGENT;

// SPIR-V: scope Workgroup; SequentiallyConsistent | WorkgroupMemory | CrossWorkgroupMemory.
#define SCOPE_WORKGROUP 2
#define SEMANTICS (0x10 | 0x100 | 0x200)

// What a work-item has waited for is there for the whole group behind the barrier, whatever
// the transfers are made of.
#define WAIT(space)                                                   \
  BUILTIN void wait_group_events(int count, space event_t *events) {  \
    for (int i = 0; i < count; ++i)                                   \
      __mux_dma_wait(*(space token_t *)&events[i]);                   \
    __mux_work_group_barrier(0, SCOPE_WORKGROUP, SEMANTICS);          \
  }

WAIT(__private)
WAIT(__generic)
