// DMA transfers in software, for targets without the hardware. One work-item copies everything, in
// loops for the vectoriser to widen. The first work-item reads, because reads are needed soon. The
// last one writes, because all work-items have produced the data by then.
#include "async/dma.h"

size_t __mux_get_local_linear_id(void) __attribute__((const));
size_t __mux_get_local_size(uint dimension) __attribute__((const));

HELPER bool isFirst(void) { return __mux_get_local_linear_id() == 0; }

HELPER bool isLast(void) {
  return __mux_get_local_linear_id() + 1 ==
         __mux_get_local_size(0) * __mux_get_local_size(1) * __mux_get_local_size(2);
}

// Not a call of memcpy: the kernel's own vectoriser knows more of the machine.
#define TRANSFER __attribute__((no_builtin("memcpy")))

#define IS_MULTIPLE(bits, type) (((bits) & (sizeof(type) - 1)) == 0)

#define COPY_PIECES(type, to_space, from_space)                            \
  for (size_t i = 0; i < size / sizeof(type); ++i)                         \
    ((to_space type *)to)[i] = ((const from_space type *)from)[i];

#define COPY_LINE(to_space, from_space)                                    \
  do {                                                                     \
    const size_t bits = (size_t)to | (size_t)from | size;                  \
    if (IS_MULTIPLE(bits, ulong)) {                                        \
      COPY_PIECES(ulong, to_space, from_space)                             \
    } else if (IS_MULTIPLE(bits, uint)) {                                  \
      COPY_PIECES(uint, to_space, from_space)                              \
    } else {                                                               \
      COPY_PIECES(uchar, to_space, from_space)                             \
    }                                                                      \
  } while (0)

// Elements of this type, each a line.
#define COPY_ELEMENTS(type, to_space, from_space)                          \
  for (size_t line = 0; line < lines; ++line)                              \
    ((to_space type *)to)[line * (to_stride / sizeof(type))] =             \
        ((const from_space type *)from)[line * (from_stride / sizeof(type))];

#define COPY_LINES(to_space, from_space)                                   \
  do {                                                                     \
    if (size == sizeof(uchar)) {                                           \
      COPY_ELEMENTS(uchar, to_space, from_space)                           \
    } else if (size == sizeof(ushort)) {                                   \
      COPY_ELEMENTS(ushort, to_space, from_space)                          \
    } else if (size == sizeof(uint)) {                                     \
      COPY_ELEMENTS(uint, to_space, from_space)                            \
    } else if (size == sizeof(ulong)) {                                    \
      COPY_ELEMENTS(ulong, to_space, from_space)                           \
    } else if (size == sizeof(ulong2)) {                                   \
      COPY_ELEMENTS(ulong2, to_space, from_space)                          \
    } else if (size == sizeof(ulong4)) {                                   \
      COPY_ELEMENTS(ulong4, to_space, from_space)                          \
    } else if (size == sizeof(ulong8)) {                                   \
      COPY_ELEMENTS(ulong8, to_space, from_space)                          \
    } else if (size == sizeof(ulong16)) {                                  \
      COPY_ELEMENTS(ulong16, to_space, from_space)                         \
    } else {                                                               \
      for (; lines > 0; --lines, to += to_stride, from += from_stride)     \
        COPY_LINE(to_space, from_space);                                   \
    }                                                                      \
  } while (0)

TRANSFER uint __mux_dma_read_1d(__local void *restrict to, const __global void *restrict from,
                                ulong size, uint token) {
  if (isFirst())
    COPY_LINE(__local, __global);
  return token;
}

TRANSFER uint __mux_dma_write_1d(__global void *restrict to, const __local void *restrict from,
                                 ulong size, uint token) {
  if (isLast())
    COPY_LINE(__global, __local);
  return token;
}

TRANSFER uint __mux_dma_read_2d(__local void *restrict to, const __global void *restrict from,
                                ulong size, ulong to_stride, ulong from_stride, ulong lines,
                                uint token) {
  if (isFirst())
    COPY_LINES(__local, __global);
  return token;
}

TRANSFER uint __mux_dma_write_2d(__global void *restrict to, const __local void *restrict from,
                                 ulong size, ulong to_stride, ulong from_stride, ulong lines,
                                 uint token) {
  if (isLast())
    COPY_LINES(__global, __local);
  return token;
}
