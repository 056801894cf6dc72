// memcpy and its relatives, by words of 64 bits where it is allowed.
//
// The files are compiled with -ffreestanding: LLVM must not turn these loops into calls of
// themselves.

#include <stddef.h>
#include <stdint.h>

#ifdef __riscv  // where an access that is not aligned is slow, a trap, or made of bytes
typedef uint64_t memory_word __attribute__((may_alias));
// RISC-V: unaligned accesses may be slow, trap, or be split into bytes. Words only if both
// addresses are aligned.
static int isInWords(const void *a, const void *b) {
  return ((uintptr_t)a | (uintptr_t)b) % sizeof(memory_word) == 0;
}
#else
typedef uint64_t memory_word __attribute__((aligned(1), may_alias));
// Other CPUs: unaligned words are fast.
static int isInWords(const void *a, const void *b) {
  (void)a;
  (void)b;
  return 1;
}
#endif
enum { word = sizeof(memory_word) };

void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  char *out = to;
  const char *in = from;
  for (const int words = isInWords(to, from); words && size >= word;
       size -= word, out += word, in += word) {
    *(memory_word *)out = *(const memory_word *)in;
  }
  while (size-- > 0) {
    *out++ = *in++;
  }
  return to;
}

// Copies from the end, for overlapping ranges with the target above the source.
static void copyBackwards(char *to, const char *from, size_t size) {
  for (const int words = isInWords(to + size, from + size); words && size >= word; size -= word) {
    *(memory_word *)(to + size - word) = *(const memory_word *)(from + size - word);
  }
  while (size-- > 0) {
    to[size] = from[size];
  }
}

// Forwards is safe unless the target begins inside of the source; the unsigned difference tells.
void *memmove(void *to, const void *from, size_t size) {
  char *out = to;
  const char *in = from;
  if ((uintptr_t)out - (uintptr_t)in < size) {
    copyBackwards(out, in, size);
    return to;
  }
  for (const int words = isInWords(to, from); words && size >= word;
       size -= word, out += word, in += word) {
    *(memory_word *)out = *(const memory_word *)in;
  }
  while (size-- > 0) {
    *out++ = *in++;
  }
  return to;
}

void *memset(void *to, int value, size_t size) {
  char *out = to;
  const uint64_t pattern = (uint8_t)value * UINT64_C(0x0101010101010101);
  for (const int words = isInWords(to, to); words && size >= word; size -= word, out += word) {
    *(memory_word *)out = pattern;
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

// LLVM makes calls of it when only equality matters.
int bcmp(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size);
}
