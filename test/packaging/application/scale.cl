#include "term.h"

kernel void scale(global int *values) {
  size_t i = get_global_id(0);
  values[i] = values[i] * FACTOR + TERM;
}
