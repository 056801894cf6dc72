// Reservations of a work-group.
#include "pipe/group.h"

size_t __mux_get_local_linear_id(void) __attribute__((const));
ulong __mux_work_group_broadcast_i64(ulong value, size_t item) CONVERGENT;
void __mux_work_group_barrier(uint id, uint scope, uint semantics) CONVERGENT;

// SPIR-V's Workgroup.
#define SCOPE 2

#define FIRST (__mux_get_local_linear_id() == 0)
#define SHARE(word) __mux_work_group_broadcast_i64(word, 0)
#define MEET() __mux_work_group_barrier(0, SCOPE, SEMANTICS)

RESERVE(__work_group_reserve_read_pipe, read, read_only)
RESERVE(__work_group_reserve_write_pipe, write, write_only)
COMMIT(__work_group_commit_read_pipe, read, read_only)
COMMIT(__work_group_commit_write_pipe, write, write_only)
