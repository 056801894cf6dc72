// Reservations of a group, a work-group or a sub-group: one work-item makes the reservation, and
// all get to know it. A commit waits until all have come to it, and so have done with the packets.
// FIRST is whether this work-item is the one, SHARE(word) its word for all, MEET() the barrier.
#include "pipe/pipe.h"

reserve_id_t __reserve_read_pipe(read_only pipe uchar p, uint count, uint size, uint align);
reserve_id_t __reserve_write_pipe(write_only pipe uchar p, uint count, uint size, uint align);
void __commit_read_pipe(read_only pipe uchar p, reserve_id_t id, uint size, uint align);
void __commit_write_pipe(write_only pipe uchar p, reserve_id_t id, uint size, uint align);

// SPIR-V: SequentiallyConsistent | WorkgroupMemory | CrossWorkgroupMemory.
#define SEMANTICS (0x10 | 0x100 | 0x200)

#define RESERVE(name, direction, access)                                                        \
  CONVERGENT reserve_id_t name(access pipe uchar p, uint count, uint size, uint align) {        \
    ulong word = 0;                                                                             \
    if (FIRST)                                                                                  \
      word = __mux_reserve_word(__reserve_##direction##_pipe(p, count, size, align));           \
    return __mux_reserve_id(SHARE(word));                                                       \
  }
#define COMMIT(name, direction, access)                                                         \
  CONVERGENT void name(access pipe uchar p, reserve_id_t id, uint size, uint align) {           \
    MEET();                                                                                     \
    if (FIRST)                                                                                  \
      __commit_##direction##_pipe(p, id, size, align);                                          \
  }
