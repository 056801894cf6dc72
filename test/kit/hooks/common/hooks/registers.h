/* The device's registers, for the runtime half (C++) and for kernels (OpenCL C).
 *
 * A transfer is asked for in three steps. Take a ticket (add one to `issued`). Wait until the
 * slot `ticket % HOOKS_SLOTS` is free (`completed` is more than ticket - HOOKS_SLOTS). Fill it in
 * and store ticket + 1 to `ready`. It is done when `completed` is more than the ticket. */
#ifndef HOOKS_REGISTERS_H
#define HOOKS_REGISTERS_H

#ifdef __OPENCL_C_VERSION__
typedef ulong hooks_word;
#else
#include <stdint.h>
typedef uint64_t hooks_word;
#endif

/* Where they are: below 2 GiB, where neither programs nor sanitizers place anything. */
#define HOOKS_REGISTERS 0x6b100000ul
#define HOOKS_SLOTS 16

struct hooks_transfer {
  hooks_word to, from;               /* addresses */
  hooks_word size;                   /* bytes of a line */
  hooks_word to_stride, from_stride; /* bytes from one line to the next */
  hooks_word lines;
  hooks_word ready; /* ticket + 1 */
};

struct hooks_registers {
  hooks_word issued, completed; /* transfers */
  hooks_word words;             /* that the engine has moved */
  hooks_word stores;            /* to global memory, by kernels that count them */
  struct hooks_transfer slots[HOOKS_SLOTS];
};

#endif
