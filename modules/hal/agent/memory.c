// memcpy and memset for the agent: the compiler emits calls to them, and the agent has no library.
#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  char *out = to;
  const char *in = from;
  for (size_t i = 0; i < size; ++i) {
    out[i] = in[i];
  }
  return to;
}

void *memset(void *to, int value, size_t size) {
  char *out = to;
  for (size_t i = 0; i < size; ++i) {
    out[i] = (char)value;
  }
  return to;
}
