// Pixels of an image in memory and as colours.
//
// A pixel goes through three forms:
//
//   in memory  1 to 16 bytes, loaded or stored whole
//   words      a uint4 with these bytes from the lowest on, zeros above
//
//   color      (red, green, blue, alpha), each from a field of the words or a constant
//
// The image says by numbers where the fields are, so one piece of code serves all formats: a kernel
// may read an image in many places, and every case would be there in each of them. The remaining
// branches depend on the image alone, so SIMD groups take them together.
#pragma once
#include "base.h"
#include "mux/image_data.h"

typedef const __constant mux_image_data_t *image_t;
typedef __global uchar *pixels_t;

// The place of the pixels of an image, or of one of its levels of detail. Missing dimensions are 1
// and so is the fourth.
typedef struct {
  ulong address, row_pitch, slice_pitch;
  int4 extent;
} level_t;

HELPER int4 extentOf(image_t image, uint dimensions) {
  return (int4)(image->extent[0], dimensions > 1 ? image->extent[1] : 1,
                dimensions > 2 ? image->extent[2] : 1, 1);
}

HELPER level_t levelOf(image_t image, uint dimensions) {
  return (level_t){image->address, image->row_pitch, image->slice_pitch,
                   extentOf(image, dimensions)};
}

// Level `number` of the image, an existing one.
HELPER level_t levelOf(image_t image, uint dimensions, uint number) {
  const ulong size = image->pixel_size;
  const ulong pixels =
      (ulong)image->extent[0] * image->extent[1] * image->extent[2] * image->layers;
  int4 extent = extentOf(image, dimensions);
  extent = __builtin_elementwise_max(extent >> (int)number, (int4)(1));
  // An image of one level has pitches of its own.
  const ulong row = number == 0 ? image->row_pitch : (uint)extent.x * size;
  const ulong slice = number == 0 ? image->slice_pitch : (uint)extent.y * row;
  return (level_t){image->address + size * mux_image_level_start(pixels, number), row, slice,
                   extent};
}

// Pixel (x, y) of slice or layer z: where the row begins, and the pixel's number in it. They are
// kept apart, since neighbouring work-items read neighbouring pixels.
typedef struct {
  pixels_t row;
  int x;
} place_t;

HELPER place_t placeOf(level_t level, int4 at) {
  const ulong offset = (ulong)(uint)at.y * level.row_pitch + (ulong)(uint)at.z * level.slice_pitch;
  return (place_t){(pixels_t)(level.address + offset), at.x};
}

// The usual sizes are loaded as neighbours side by side. Others are loaded as words of 32 bits at
// multiples of four bytes: the word around a smaller pixel lies in memory as far as its page does.
// Its other bits are above or below the pixel's fields.
HELPER uint4 loadWords(image_t image, place_t at) {
  const uint size = image->pixel_size;
  if (size == 4)
    return (uint4)(((__global uint *)at.row)[at.x], 0, 0, 0);
  if (size == 16)
    return ((__global uint4 *)at.row)[at.x];
  const ulong offset = (ulong)at.row + (uint)at.x * size;
  const __global uint *word = (const __global uint *)(offset & ~3ul);
  uint4 words = (uint4)(word[0] >> (uint)(offset & 3) * 8, 0, 0, 0);
  if (size > 4)
    words.y = word[1];
  return words;
}

HELPER void storeWords(image_t image, place_t at, uint4 words) {
  switch (image->pixel_size) {
    case 1:
      at.row[at.x] = (uchar)words.x;
      break;
    case 2:
      ((__global ushort *)at.row)[at.x] = (ushort)words.x;
      break;
    case 4:
      ((__global uint *)at.row)[at.x] = words.x;
      break;
    case 8:
      ((__global uint2 *)at.row)[at.x] = words.xy;
      break;
    default:
      ((__global uint4 *)at.row)[at.x] = words;
      break;
  }
}

HELPER uint wordOf(uint4 words, uint number) {
  const uint low = number & 1 ? words.y : words.x;
  const uint high = number & 1 ? words.w : words.z;
  return number & 2 ? high : low;
}

// The bits of a field as an integer, with its sign.
HELPER uint readField(image_t image, uint4 words, uint i) {
  const mux_pixel_field_t field = image->fields[i];
  const uint top = wordOf(words, field.word) << field.up;
  return image->flags & mux_pixel_signed ? (uint)((int)top >> field.down) : top >> field.down;
}
HELPER uint4 readFields(image_t image, uint4 words) {
  return (uint4)(readField(image, words, 0), readField(image, words, 1), readField(image, words, 2),
                 readField(image, words, 3));
}

// The words with one more field filled with the lowest bits of `value`.
HELPER uint4 writeField(image_t image, uint4 words, uint value, uint i) {
  const mux_pixel_field_t field = image->fields[i];
  const uint written = field.flags & mux_field_write ? value : 0;
  const uint bits = (written << field.down) >> field.up;
  const uint4 isHere = (uint4)(field.word) == (uint4)(0, 1, 2, 3) ? (uint4)(~0u) : (uint4)(0);
  return words | (bits & isHere);
}
HELPER uint4 wordsOfFields(image_t image, uint4 values) {
  uint4 words = writeField(image, (uint4)(0), values.x, 0);
  words = writeField(image, words, values.y, 1);
  words = writeField(image, words, values.z, 2);
  return writeField(image, words, values.w, 3);
}

// The value without a field: 0, or the alpha of orders without one.
HELPER uint constantOf(image_t image, uint i, uint one) {
  return image->fields[i].flags & mux_field_one ? one : 0;
}
// A colour whose fields are `fields` where it has them. `one` are the bits of 1.
HELPER uint4 colorOf(image_t image, uint4 fields, uint one) {
#define ELEMENT(i, e) \
  (image->fields[i].flags & mux_field_read ? fields.e : constantOf(image, i, one))
  return (uint4)(ELEMENT(0, x), ELEMENT(1, y), ELEMENT(2, z), ELEMENT(3, w));
#undef ELEMENT
}
