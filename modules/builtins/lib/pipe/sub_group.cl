// Reservations of a sub-group.
#include "pipe/group.h"

uint __mux_get_sub_group_local_id(void) __attribute__((const));
ulong __mux_sub_group_shuffle_i64(ulong value, uint lane) CONVERGENT;
void __mux_sub_group_barrier(uint id, uint scope, uint semantics) CONVERGENT;

// SPIR-V's Subgroup.
#define SCOPE 3

#define FIRST (__mux_get_sub_group_local_id() == 0)
#define SHARE(word) __mux_sub_group_shuffle_i64(word, 0)
#define MEET() __mux_sub_group_barrier(0, SCOPE, SEMANTICS)

RESERVE(__sub_group_reserve_read_pipe, read, read_only)
RESERVE(__sub_group_reserve_write_pipe, write, write_only)
COMMIT(__sub_group_commit_read_pipe, read, read_only)
COMMIT(__sub_group_commit_write_pipe, write, write_only)
