#include "async/group.h"

// SPIR-V: scope Workgroup; SequentiallyConsistent | WorkgroupMemory | CrossWorkgroupMemory.
#define SCOPE_WORKGROUP 2
#define SEMANTICS (0x10 | 0x100 | 0x200)

BUILTIN void wait_group_events(int count, __private event_t *events) {
  (void)count;
  (void)events;
  __mux_work_group_barrier(0, SCOPE_WORKGROUP, SEMANTICS);
}

BUILTIN void wait_group_events(int count, __generic event_t *events) {
  (void)count;
  (void)events;
  __mux_work_group_barrier(0, SCOPE_WORKGROUP, SEMANTICS);
}
