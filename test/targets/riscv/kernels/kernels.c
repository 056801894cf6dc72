// Kernels of the tests of the RISC-V device, written against mux/abi.h by hand. make_metadata.cpp
// has their names, in the same order.
#include "mux/abi.h"

#define KERNEL(name)                                                                        \
  void kernel_##name(const void *arguments, const mux_schedule_t *schedule, uint64_t first, \
                     uint64_t last)

KERNEL(empty) {
  (void)arguments, (void)schedule, (void)first, (void)last;
}

// counts[group] += 1, workers[worker] += 1 for each group.
struct count_arguments {
  uint32_t *counts, *workers;
};
KERNEL(count_groups) {
  const struct count_arguments *a = arguments;
  for (uint64_t group = first; group < last; ++group) {
    __atomic_fetch_add(&a->counts[group], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&a->workers[schedule->worker], 1, __ATOMIC_RELAXED);
  }
}

// Waits until all workers are in the kernel at the same time, one group each.
struct meet_arguments {
  uint32_t *arrived;
  uint32_t workers;
};
KERNEL(meet) {
  const struct meet_arguments *a = arguments;
  (void)schedule;
  for (uint64_t group = first; group < last; ++group) {
    __atomic_fetch_add(a->arrived, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(a->arrived, __ATOMIC_ACQUIRE) < a->workers) {
    }
  }
}

// The schedule seen by each group.
KERNEL(record_schedule) {
  mux_schedule_t *out = *(mux_schedule_t *const *)arguments;
  for (uint64_t group = first; group < last; ++group) {
    __builtin_memcpy_inline(&out[group], schedule, sizeof *schedule);
  }
}

// The arena is this worker's alone, the stack has room for a megabyte.
struct arena_arguments {
  uint32_t *errors;
};
KERNEL(use_arena) {
  const struct arena_arguments *a = arguments;
  volatile uint64_t *frame = (volatile uint64_t *)schedule->frame;
  volatile uint64_t *local = (volatile uint64_t *)schedule->local_memory;
  for (uint64_t group = first; group < last; ++group) {
    volatile uint8_t array[1 << 20];
    array[0] = 1;
    const uint64_t address = (uint64_t)&array[0];
    *frame = group;
    *local = ~group;
    for (volatile int i = 0; i < 100; ++i) {
    }
    const _Bool isGood = *frame == group && *local == ~group && array[0] == 1 &&
                         address >= schedule->private_memory &&
                         address < schedule->private_memory + schedule->private_memory_size;
    __atomic_fetch_add(a->errors, !isGood, __ATOMIC_RELAXED);
  }
}

// out[i] = the i-th byte of the block behind the header; sums a block of any size.
struct bytes_arguments {
  uint64_t *sum;
  uint64_t size;
  uint8_t bytes[];
};
KERNEL(sum_bytes) {
  const struct bytes_arguments *a = arguments;
  (void)schedule, (void)first, (void)last;
  uint64_t sum = 0;
  for (uint64_t i = 0; i < a->size; ++i) {
    sum += a->bytes[i];
  }
  *a->sum = sum;
}

// Relocated data, written data.
static const uint32_t one = 1, two = 2;
static const uint32_t *const table[] = {&one, &two};
static uint32_t calls;
KERNEL(use_data) {
  uint32_t *out = *(uint32_t *const *)arguments;
  (void)schedule;
  for (uint64_t group = first; group < last; ++group) {
    out[group] = *((const uint32_t *volatile const *)table)[group & 1] +
                 10 * __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  }
}

// frm, and the treatment of a denormal.
struct fp_result {
  uint32_t control;
  float halved;
};
KERNEL(change_fp) {
  struct fp_result *out = *(struct fp_result *const *)arguments;
  (void)schedule;
  for (uint64_t group = first; group < last; ++group) {
    volatile float smallest = 0x1p-126f, half = 0.5f;
    uint64_t control, upwards = 3 << 5;
    __asm__ volatile("frcsr %0" : "=r"(control));
    out[group].control = (uint32_t)control;
    out[group].halved = smallest * half;
    __asm__ volatile("fscsr %0" ::"r"(upwards));
  }
}

// Runs until *flag is not zero. *started counts the running groups.
struct wait_arguments {
  uint32_t *started;
  const uint32_t *flag;
};
KERNEL(wait_for_flag) {
  const struct wait_arguments *a = arguments;
  (void)schedule;
  for (uint64_t group = first; group < last; ++group) {
    __atomic_fetch_add(a->started, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(a->flag, __ATOMIC_ACQUIRE) == 0) {
    }
  }
}

// Ways to end badly.
enum { crash_null, crash_illegal, crash_code, crash_constant, crash_data, crash_stack };
static int overflow(volatile int *depth) {
  volatile char room[4096];
  room[0] = 1;
  ++*depth;
  return overflow(depth) + room[0];
}
KERNEL(crash) {
  static uint32_t data[4] = {0x00008067};  // ret
  volatile int depth = 0;
  (void)schedule, (void)first, (void)last;
  switch (*(const uint64_t *)arguments) {
    case crash_null:
      *(volatile uint32_t *)8 = 1;
      break;
    case crash_illegal:
      __builtin_trap();
    case crash_code:
      *(volatile uint32_t *)kernel_empty = 1;
      break;
    case crash_constant:
      *(volatile uint32_t *)&one = 1;
      break;
    case crash_data:
      ((void (*)(void))(uintptr_t)data)();
      break;
    case crash_stack:
      overflow(&depth);
  }
}

static long systemCall(long number, long a, long b, long c, long d, long e, long f) {
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  register long a7 __asm__("a7") = number;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a7)
                   : "memory");
  return a0;
}

// Overwrites words [from, from + count) of the control block with `value`, then tries to
// shrink both shared memories.
struct mad_arguments {
  uint64_t from, count, value;
};
KERNEL(mad) {
  const struct mad_arguments *a = arguments;
  (void)schedule, (void)first, (void)last;
  const long mapSystemCall = 222, truncateSystemCall = 46;
  const long size = 65536, readWrite = 3, shared = 1, file = 3, memory = 4;
  uint32_t *words = (uint32_t *)systemCall(mapSystemCall, 0, size, readWrite, shared, file, 0);
  systemCall(truncateSystemCall, file, 0, 0, 0, 0, 0);
  systemCall(truncateSystemCall, memory, 0, 0, 0, 0, 0);
  for (uint64_t i = a->from; i < a->from + a->count; ++i) {
    ((volatile uint32_t *)words)[i] = (uint32_t)a->value;
  }
}

// Writes `value` all over the process's writable memory of this number, at most 1 MiB.
struct scribble_arguments {
  uint64_t number, value;
};
static uint64_t hexadecimal(const char **text) {
  uint64_t value = 0;
  for (;; ++*text) {
    const char c = **text;
    if (c >= '0' && c <= '9') {
      value = value * 16 + (uint64_t)(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value * 16 + (uint64_t)(c - 'a' + 10);
    } else {
      return value;
    }
  }
}
KERNEL(scribble) {
  const struct scribble_arguments *a = arguments;
  (void)schedule, (void)first, (void)last;
  const long openSystemCall = 56, readSystemCall = 63, most = 1 << 20;
  const uint64_t number = a->number, value = a->value;
  char text[16384];
  const long file = systemCall(openSystemCall, -100, (long)"/proc/self/maps", 0, 0, 0, 0);
  long size = 0;
  for (long more; (more = systemCall(readSystemCall, file, (long)(text + size),
                                     (long)sizeof text - 1 - size, 0, 0, 0)) > 0;) {
    size += more;
  }
  text[size] = 0;
  uint64_t found = 0;
  for (const char *at = text; *at; ++at) {
    const uint64_t start = hexadecimal(&at);
    ++at;
    const uint64_t end = hexadecimal(&at);
    if (at[2] == 'w' && found++ == number) {
      for (uint64_t word = start; word < end && word < start + most; word += 8) {
        *(volatile uint64_t *)word = value;
      }
      return;
    }
    while (*at != '\n') {
      ++at;
    }
  }
}

// Puts who sleeps on one word of the control block on another one, once there is somebody.
struct move_arguments {
  uint64_t from, to;  // numbers of words
};
KERNEL(move_sleeper) {
  const struct move_arguments *a = arguments;
  (void)schedule, (void)first, (void)last;
  const long mapSystemCall = 222, futexSystemCall = 98, requeue = 3;
  const long size = 65536, readWrite = 3, shared = 1, file = 3;
  uint32_t *words = (uint32_t *)systemCall(mapSystemCall, 0, size, readWrite, shared, file, 0);
  while (systemCall(futexSystemCall, (long)(words + a->from), requeue, 0, 1000,
                    (long)(words + a->to), 0) < 1) {
  }
}

// In counted.S.
KERNEL(scalar_loop);
KERNEL(vector_loop);
KERNEL(vector_mixture);

__attribute__((visibility("default"))) const struct {
  uint32_t abi_version, count;
  void (*entries[])(const void *, const mux_schedule_t *, uint64_t, uint64_t);
} kiln_kernels = {
    MUX_ABI_VERSION,
    16,
    {kernel_empty, kernel_count_groups, kernel_meet, kernel_record_schedule, kernel_use_arena,
     kernel_sum_bytes, kernel_use_data, kernel_change_fp, kernel_wait_for_flag, kernel_crash,
     kernel_mad, kernel_scribble, kernel_move_sleeper, kernel_scalar_loop, kernel_vector_loop,
     kernel_vector_mixture}};
