// Kernels of the host runtime's tests, written against mux/abi.h by hand. make_metadata.cpp has
// their descriptors, in the same order.
#include "mux/abi.h"

#define KERNEL(name)                                                                        \
  void kernel_##name(const void *arguments, const mux_schedule_t *schedule, uint64_t first, \
                     uint64_t last)

static uint64_t itemsOf(const mux_schedule_t *s) {
  return s->local_size[0] * s->local_size[1] * s->local_size[2];
}

KERNEL(empty) {
  (void)arguments, (void)schedule, (void)first, (void)last;
}

// counts[group] += 1 for each group; the group's place in the grid has to be right.
KERNEL(count_groups) {
  uint32_t *counts = *(uint32_t *const *)arguments;
  (void)schedule;
  for (uint64_t group = first; group < last; ++group) {
    __atomic_fetch_add(&counts[group], 1, __ATOMIC_RELAXED);
  }
}

// The schedule seen by each group.
KERNEL(record_schedule) {
  mux_schedule_t *out = *(mux_schedule_t *const *)arguments;
  for (uint64_t group = first; group < last; ++group) {
    __builtin_memcpy_inline(&out[group], schedule, sizeof *schedule);
  }
}

struct scale_arguments {
  float *data;
  float factor;
};
KERNEL(scale) {
  const struct scale_arguments *a = arguments;
  uint64_t items = schedule->local_size[0];
  for (uint64_t group = first; group < last; ++group) {
    uint64_t end = (group + 1) * items;
    end = end < schedule->global_size[0] ? end : schedule->global_size[0];
    for (uint64_t i = group * items; i < end; ++i) {
      a->data[i] *= a->factor;
    }
  }
}

// Each work-item fills its part of the frame, "waits at a barrier", and adds up its
// neighbour's. sums[group] gets the sum over the group.
struct frame_arguments {
  uint64_t *sums;
};
KERNEL(use_frame) {
  const struct frame_arguments *a = arguments;
  const uint64_t items = itemsOf(schedule), words = 65536 / 8;
  uint64_t *frame = (uint64_t *)schedule->frame;
  for (uint64_t group = first; group < last; ++group) {
    for (uint64_t item = 0; item < items; ++item) {
      for (uint64_t i = 0; i < words; ++i) {
        frame[item * words + i] = item + i;
      }
    }
    uint64_t sum = 0;
    for (uint64_t item = 0; item < items; ++item) {
      uint64_t neighbour = (item + 1) % items;
      for (uint64_t i = 0; i < words; ++i) {
        sum += frame[neighbour * words + i];
      }
    }
    a->sums[group] = sum;
  }
}

// Static local memory is 256 bytes; the argument is a block behind it.
struct local_arguments {
  uint32_t *out;
  uint64_t block;
};
KERNEL(use_local) {
  const struct local_arguments *a = arguments;
  uint32_t *fixed = (uint32_t *)schedule->local_memory;
  uint32_t *dynamic = (uint32_t *)(schedule->local_memory + a->block);
  for (uint64_t group = first; group < last; ++group) {
    for (uint32_t i = 0; i < 64; ++i) {
      fixed[i] = i;
      dynamic[i] = 1000 * i;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 64; ++i) {
      sum += fixed[63 - i] + dynamic[i];
    }
    a->out[group] = sum + (uint32_t)a->block;
  }
}

// A megabyte on the stack.
KERNEL(use_stack) {
  uint32_t *out = *(uint32_t *const *)arguments;
  for (uint64_t group = first; group < last; ++group) {
    volatile uint8_t array[1 << 20];
    for (uint32_t i = 0; i < sizeof array; i += 64) {
      array[i] = (uint8_t)(i / 64);
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i < sizeof array; i += 64) {
      sum += array[i];
    }
    uint64_t address = (uint64_t)array;
    _Bool isInside = address >= schedule->private_memory &&
                     address < schedule->private_memory + schedule->private_memory_size;
    out[group] = isInside ? sum : 0;
  }
}

// The floating-point environment, and its treatment of denormals.
struct fp_result {
  uint32_t control, x87;
  float halved;
};
static void observeFp(struct fp_result *out) {
  volatile float smallest = 0x1p-126f, half = 0.5f;
  out->halved = smallest * half;
#if defined(__x86_64__)
  uint16_t x87;
  __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(out->control), "=m"(x87));
  out->x87 = x87;
#endif
}
KERNEL(observe_fp) {
  struct fp_result *out = *(struct fp_result *const *)arguments;
  (void)schedule;
  for (uint64_t group = first; group < last; ++group) {
    observeFp(&out[group]);
  }
}
KERNEL(observe_fp_flushed) {
  kernel_observe_fp(arguments, schedule, first, last);
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

// Fails if two groups run on one worker at once: owners[worker] is taken meanwhile.
struct owner_arguments {
  uint32_t *owners;
  uint32_t *errors;
};
KERNEL(own_worker) {
  const struct owner_arguments *a = arguments;
  for (uint64_t group = first; group < last; ++group) {
    uint32_t before = __atomic_exchange_n(&a->owners[schedule->worker], 1, __ATOMIC_ACQ_REL);
    volatile uint64_t *arena = (volatile uint64_t *)schedule->frame;
    *arena = group;
    for (volatile int i = 0; i < 200; ++i) {
    }
    if (before != 0 || *arena != group) {
      __atomic_fetch_add(a->errors, 1, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&a->owners[schedule->worker], 0, __ATOMIC_RELEASE);
  }
}

// Relocated data, written data.
static const uint32_t one = 1, two = 2;
static const uint32_t *const table[] = {&one, &two};
static uint32_t calls;
KERNEL(use_data) {
  uint32_t *out = *(uint32_t *const *)arguments;
  for (uint64_t group = first; group < last; ++group) {
    out[group] = *((const uint32_t *volatile const *)table)[group & 1];
    uint32_t count = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
    __atomic_fetch_max(&out[schedule->num_groups[0]], count, __ATOMIC_RELAXED);
  }
}

KERNEL(use_printf) {
  (void)arguments;
  mux_printf_header_t *header = (mux_printf_header_t *)schedule->printf_buffer;
  for (uint64_t group = first; group < last; ++group) {
    __atomic_fetch_add(&header->used, 8, __ATOMIC_RELAXED);
  }
}

__attribute__((visibility("default"))) const struct {
  uint32_t abi_version, count;
  void (*entries[])(const void *, const mux_schedule_t *, uint64_t, uint64_t);
} kiln_kernels = {
    MUX_ABI_VERSION,
    13,
    {kernel_empty, kernel_count_groups, kernel_record_schedule, kernel_scale, kernel_use_frame,
     kernel_use_local, kernel_use_stack, kernel_observe_fp, kernel_observe_fp_flushed,
     kernel_wait_for_flag, kernel_own_worker, kernel_use_data, kernel_use_printf}};
