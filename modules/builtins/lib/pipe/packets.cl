// Reads, writes and reservations of work-items, and queries of a pipe. Clang calls these functions
// with the size and the alignment of the packet's type. They stay calls, one for each work-item: a
// loop over a contended position has no use for lanes.
#include "pipe/pipe.h"

#define CALL __attribute__((noinline))

CALL int __read_pipe_2(read_only pipe uchar p, __generic void *packet, uint size, uint align) {
  const pipe_data_t ring = __mux_pipe_data_read(p);
  const ulong taken = takeToRead(ring, 1, size);
  if (taken == 0)
    return -1;
  __builtin_memcpy(packet, packetAt(ring, firstPlace(taken)), size);
  commit(ring, taken);
  return 0;
}

CALL int __write_pipe_2(write_only pipe uchar p, const __generic void *packet, uint size,
                        uint align) {
  const pipe_data_t ring = __mux_pipe_data_write(p);
  const ulong taken = takeToWrite(ring, 1, size);
  if (taken == 0)
    return -1;
  __builtin_memcpy(packetAt(ring, firstPlace(taken)), packet, size);
  commit(ring, taken);
  return 0;
}

CALL int __read_pipe_4(read_only pipe uchar p, reserve_id_t id, uint index, __generic void *packet,
                       uint size, uint align) {
  const pipe_data_t ring = __mux_pipe_data_read(p);
  const uint place = placeIn(ring, __mux_reserve_word(id), index, size);
  if (place == ring->max_packets)
    return -1;
  __builtin_memcpy(packet, packetAt(ring, place), size);
  return 0;
}

CALL int __write_pipe_4(write_only pipe uchar p, reserve_id_t id, uint index,
                        const __generic void *packet, uint size, uint align) {
  const pipe_data_t ring = __mux_pipe_data_write(p);
  const uint place = placeIn(ring, __mux_reserve_word(id), index, size);
  if (place == ring->max_packets)
    return -1;
  __builtin_memcpy(packetAt(ring, place), packet, size);
  return 0;
}

CALL reserve_id_t __reserve_read_pipe(read_only pipe uchar p, uint count, uint size, uint align) {
  return __mux_reserve_id(takeToRead(__mux_pipe_data_read(p), count, size));
}

CALL reserve_id_t __reserve_write_pipe(write_only pipe uchar p, uint count, uint size,
                                       uint align) {
  return __mux_reserve_id(takeToWrite(__mux_pipe_data_write(p), count, size));
}

CALL void __commit_read_pipe(read_only pipe uchar p, reserve_id_t id, uint size, uint align) {
  commit(__mux_pipe_data_read(p), __mux_reserve_word(id));
}

CALL void __commit_write_pipe(write_only pipe uchar p, reserve_id_t id, uint size, uint align) {
  commit(__mux_pipe_data_write(p), __mux_reserve_word(id));
}

BUILTIN bool is_valid_reserve_id(reserve_id_t id) { return __mux_reserve_word(id) != 0; }

// The number of ready packets, one after the other.
HELPER uint countPackets(pipe_data_t ring) {
  const ulong start = __atomic_load_n(&ring->read_position, __ATOMIC_ACQUIRE);
  uint count = 0;
  while (count < ring->max_packets && areReady(ring, start + count, 1, written_place))
    ++count;
  return count;
}

CALL uint __get_pipe_num_packets_ro(read_only pipe uchar p, uint size, uint align) {
  return countPackets(__mux_pipe_data_read(p));
}
CALL uint __get_pipe_num_packets_wo(write_only pipe uchar p, uint size, uint align) {
  return countPackets(__mux_pipe_data_write(p));
}
uint __get_pipe_max_packets_ro(read_only pipe uchar p, uint size, uint align) {
  return __mux_pipe_data_read(p)->max_packets;
}
uint __get_pipe_max_packets_wo(write_only pipe uchar p, uint size, uint align) {
  return __mux_pipe_data_write(p)->max_packets;
}
