// Blocks of images (cl_intel_subgroups): rows as bytes, whatever the format is. Beyond the left or
// the right end lies the first or the last pixel again and again, above and below the first or the
// last row; writing there does nothing.
#pragma once
#include "image/pixel.h"

HELPER pixels_t rowOf(image_t image, int y) {
  return (pixels_t)(image->address + (ulong)(uint)y * image->row_pitch);
}

HELPER int rowBytes(image_t image) { return (int)(image->extent[0] * image->pixel_size); }

// Byte `x` of a row.
HELPER uchar byteAt(image_t image, pixels_t row, int x) {
  const int bytes = rowBytes(image), size = (int)image->pixel_size, inPixel = x & (size - 1);
  return row[x < 0 ? inPixel : x >= bytes ? bytes - size + inPixel : x];
}

// Rows begin anywhere: nothing is known of where an element lies.
#define BLOCKS_OF(T)                                                                   \
  typedef T __attribute__((aligned(1))) PASTE(anywhere_, T);                           \
                                                                                       \
  HELPER T PASTE(read_, T)(image_t image, int x, int y) {                              \
    const int last = (int)image->extent[1] - 1;                                        \
    const pixels_t row = rowOf(image, y < 0 ? 0 : y > last ? last : y);                \
    if (x >= 0 && x <= rowBytes(image) - (int)sizeof(T))                               \
      return *(const __global PASTE(anywhere_, T) *)(row + x);                         \
    T value = 0;                                                                       \
    for (uint i = 0; i < sizeof(T); ++i)                                               \
      value |= (T)((T)byteAt(image, row, x + (int)i) << (8 * i));                      \
    return value;                                                                      \
  }                                                                                    \
                                                                                       \
  HELPER void PASTE(write_, T)(image_t image, int x, int y, T value) {                 \
    if (y < 0 || y >= (int)image->extent[1])                                           \
      return;                                                                          \
    const pixels_t row = rowOf(image, y);                                              \
    const int bytes = rowBytes(image);                                                 \
    if (x >= 0 && x <= bytes - (int)sizeof(T)) {                                       \
      *(__global PASTE(anywhere_, T) *)(row + x) = value;                              \
      return;                                                                          \
    }                                                                                  \
    for (int i = 0; i < (int)sizeof(T); ++i) {                                         \
      if (x + i >= 0 && x + i < bytes)                                                 \
        row[x + i] = (uchar)(value >> (8 * i));                                        \
    }                                                                                  \
  }
