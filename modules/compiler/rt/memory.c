// memcpy and its relatives.

#include <stddef.h>
#include <stdint.h>

typedef uint64_t unaligned_word __attribute__((aligned(1), may_alias));
enum { word = sizeof(unaligned_word) };

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  char *out = to;
  const char *in = from;
  for (; size >= word; size -= word, out += word, in += word) {
    *(unaligned_word *)out = *(const unaligned_word *)in;
  }
  while (size-- > 0) {
    *out++ = *in++;
  }
  return to;
}

static void copyBackwards(char *to, const char *from, size_t size) {
  for (; size >= word; size -= word) {
    *(unaligned_word *)(to + size - word) = *(const unaligned_word *)(from + size - word);
  }
  while (size-- > 0) {
    to[size] = from[size];
  }
}

void *memmove(void *to, const void *from, size_t size) {
  char *out = to;
  const char *in = from;
  if ((uintptr_t)out - (uintptr_t)in < size) {
    copyBackwards(out, in, size);
    return to;
  }
  for (; size >= word; size -= word, out += word, in += word) {
    *(unaligned_word *)out = *(const unaligned_word *)in;
  }
  while (size-- > 0) {
    *out++ = *in++;
  }
  return to;
}

void *memset(void *to, int value, size_t size) {
  char *out = to;
  const uint64_t pattern = (uint8_t)value * UINT64_C(0x0101010101010101);
  for (; size >= word; size -= word, out += word) {
    *(unaligned_word *)out = pattern;
  }
  while (size-- > 0) {
    *out++ = (char)value;
  }
  return to;
}

int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *left = a, *right = b;
  for (size_t i = 0; i < size; ++i) {
    if (left[i] != right[i]) {
      return left[i] - right[i];
    }
  }
  return 0;
}

int bcmp(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size);
}
