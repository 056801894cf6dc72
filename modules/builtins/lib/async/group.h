// The work-group functions that the library itself calls (lowered closed set).
#pragma once
#include "base.h"

size_t __mux_get_local_linear_id(void) __attribute__((const));
size_t __mux_get_local_size(uint dimension) __attribute__((const));
void __mux_work_group_barrier(uint id, uint scope, uint semantics) __attribute__((convergent));

// A loop over the elements i < count that fall to this work-item.
#define EACH_SHARE(i, count)                                                                    \
  const size_t step =                                                                           \
      __mux_get_local_size(0) * __mux_get_local_size(1) * __mux_get_local_size(2);              \
  for (size_t i = __mux_get_local_linear_id(); i < count; i += step)
