// Pipes: any number of writers and readers of one ring (mux/pipe_data.h), after D. Vyukov, "Bounded
// MPMC queue" (2010), with reservations of several neighbouring places.
//
// A work-item that takes places first checks them all: free ones for a writer, written ones for a
// reader. Then it moves the position with a compare-exchange. A ready place remains ready until
// somebody takes it, and nobody takes it without moving the position. So the places are the
// work-item's alone if the exchange succeeds. Committing adds one to the state of each: written, or
// free in the next lap. Nobody waits for anybody: a place not ready means a full or an empty pipe.
//
// A reservation is its first place, plus 1, and the number of places above: 0 is none.
#pragma once
#include "base.h"
#include "mux/pipe_data.h"

// Clang passes more about a packet's type than most functions need.
#pragma clang diagnostic ignored "-Wunused-parameter"

#define CONVERGENT __attribute__((convergent))

typedef __global mux_pipe_data_t *pipe_data_t;

// The layout of a pipe and of a reservation (compiler-spec.md, section 2).
pipe_data_t __mux_pipe_data_read(read_only pipe uchar p) __attribute__((const));
pipe_data_t __mux_pipe_data_write(write_only pipe uchar p) __attribute__((const));
ulong __mux_reserve_word(reserve_id_t id) __attribute__((const));
reserve_id_t __mux_reserve_id(ulong word) __attribute__((const));

enum { free_place, written_place };

HELPER __global uint *statesOf(pipe_data_t ring) { return (__global uint *)(ring + 1); }

HELPER __global uchar *packetAt(pipe_data_t ring, uint place) {
  return (__global uchar *)ring + ring->packets + (ulong)place * ring->packet_size;
}

HELPER uint stateOf(pipe_data_t ring, uint place) {
  return __atomic_load_n(statesOf(ring) + place, __ATOMIC_ACQUIRE);
}

// True if the places from `begin` to `end` are in the state. The counter is the place: a search, and
// no wait for other work-items (lib/ir/spin_loops.h).
HELPER bool areInState(pipe_data_t ring, uint begin, uint end, uint state) {
  for (uint place = begin; place < end; ++place)
    if (stateOf(ring, place) != state)
      return false;
  return true;
}

// True if `count` places from `position` on are ready. Those beyond the end are of the next lap.
HELPER bool areReady(pipe_data_t ring, ulong position, uint count, uint state) {
  const uint most = ring->max_packets;
  const uint place = position % most;
  const uint wanted = 2 * (uint)(position / most) + state;
  const uint inLap = count < most - place ? count : most - place;
  return areInState(ring, place, place + inLap, wanted) &&
         areInState(ring, 0, count - inLap, wanted + 2);
}

// Takes `count` places at the position; the reservation, or 0.
HELPER ulong take(pipe_data_t ring, __global ulong *position, uint count, uint state, uint size) {
  if (size != ring->packet_size || count == 0 || count > ring->max_packets)
    return 0;
  ulong start = __atomic_load_n(position, __ATOMIC_ACQUIRE);
  for (;;) {
    if (areReady(ring, start, count, state)) {
      if (__atomic_compare_exchange_n(position, &start, start + count, false, __ATOMIC_ACQ_REL,
                                      __ATOMIC_ACQUIRE))
        return (ulong)count << 32 | (start % ring->max_packets + 1);
    } else {
      // Not ready, unless others have moved on between the two looks.
      const ulong now = __atomic_load_n(position, __ATOMIC_ACQUIRE);
      if (now == start)
        return 0;
      start = now;
    }
  }
}

HELPER ulong takeToRead(pipe_data_t ring, uint count, uint size) {
  return take(ring, &ring->read_position, count, written_place, size);
}
HELPER ulong takeToWrite(pipe_data_t ring, uint count, uint size) {
  return take(ring, &ring->write_position, count, free_place, size);
}

HELPER uint firstPlace(ulong taken) { return (uint)taken - 1; }
HELPER uint countOf(ulong taken) { return taken >> 32; }

// A place of a reservation; max_packets beyond its end.
HELPER uint placeIn(pipe_data_t ring, ulong taken, uint index, uint size) {
  const uint most = ring->max_packets;
  if (index >= countOf(taken) || firstPlace(taken) >= most || size != ring->packet_size)
    return most;
  const ulong place = (ulong)firstPlace(taken) + index;
  return place < most ? place : place - most;
}

HELPER void commit(pipe_data_t ring, ulong taken) {
  if (firstPlace(taken) >= ring->max_packets || countOf(taken) > ring->max_packets)
    return;
  uint place = firstPlace(taken);
  for (uint i = 0; i < countOf(taken); ++i) {
    __global uint *state = statesOf(ring) + place;
    __atomic_store_n(state, __atomic_load_n(state, __ATOMIC_RELAXED) + 1, __ATOMIC_RELEASE);
    place = place + 1 == ring->max_packets ? 0 : place + 1;
  }
}
