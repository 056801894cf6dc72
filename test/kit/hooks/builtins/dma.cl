// Asynchronous copies by the device's engine. Each transfer is started by the first work-item
// alone; the others' tokens stay 0. The engine works in order, so a later transfer stands for the
// earlier ones too.
#include "async/dma.h"
#include "registers.h"

size_t __mux_get_local_linear_id(void) __attribute__((const));

HELPER void waitFor(ulong ticket) {
  while (LOAD(REGISTERS->completed) <= ticket) {
  }
}

// A token is the lower half of ticket + 1; where that is none, the transfer is waited for.
HELPER uint tokenOf(ulong ticket) {
  const uint token = (uint)(ticket + 1);
  if (token == 0)
    waitFor(ticket);
  return token;
}

HELPER uint start(ulong to, ulong from, ulong size, ulong to_stride, ulong from_stride,
                  ulong lines, uint token) {
  if (__mux_get_local_linear_id() != 0)
    return token;
  const ulong ticket = __atomic_fetch_add(&REGISTERS->issued, 1, __ATOMIC_RELAXED);
  if (ticket >= HOOKS_SLOTS)
    waitFor(ticket - HOOKS_SLOTS);
  __global struct hooks_transfer *slot = &REGISTERS->slots[ticket % HOOKS_SLOTS];
  slot->to = to;
  slot->from = from;
  slot->size = size;
  slot->to_stride = to_stride;
  slot->from_stride = from_stride;
  slot->lines = lines;
  STORE(slot->ready, ticket + 1);
  return tokenOf(ticket);
}

uint __mux_dma_read_1d(__local void *to, const __global void *from, ulong size, uint token) {
  return start((ulong)to, (ulong)from, size, 0, 0, 1, token);
}

uint __mux_dma_write_1d(__global void *to, const __local void *from, ulong size, uint token) {
  return start((ulong)to, (ulong)from, size, 0, 0, 1, token);
}

uint __mux_dma_read_2d(__local void *to, const __global void *from, ulong size, ulong to_stride,
                         ulong from_stride, ulong lines, uint token) {
  return start((ulong)to, (ulong)from, size, to_stride, from_stride, lines, token);
}

uint __mux_dma_write_2d(__global void *to, const __local void *from, ulong size,
                          ulong to_stride, ulong from_stride, ulong lines, uint token) {
  return start((ulong)to, (ulong)from, size, to_stride, from_stride, lines, token);
}

// Of the tickets with these lower halves the last one is meant.
void __mux_dma_wait(uint token) {
  if (token == 0)
    return;
  const ulong issued = LOAD(REGISTERS->issued);
  waitFor(issued - 1 - (uint)((uint)issued - token));
}
