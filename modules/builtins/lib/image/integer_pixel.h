// Pixels of integer formats (OpenCL C 3.0, 6.15.15.2). The result for another format is undefined,
// and is the bits here. Writing saturates.
#pragma once
#include "image/pixel.h"

HELPER int4 signedColor(image_t image, uint4 words) {
  return __builtin_astype(colorOf(image, readFields(image, words), 1), int4);
}
HELPER uint4 unsignedColor(image_t image, uint4 words) {
  return colorOf(image, readFields(image, words), 1);
}

// By how much the fields are narrower than 32 bits.
HELPER uint4 narrowness(image_t image) {
  return (uint4)(image->fields[0].down, image->fields[1].down, image->fields[2].down,
                 image->fields[3].down);
}
HELPER uint4 wordsOf(image_t image, int4 color) {
  const int4 high = (int4)(0x7fffffff) >> __builtin_astype(narrowness(image), int4);
  const int4 inside = __builtin_elementwise_min(__builtin_elementwise_max(color, ~high), high);
  return wordsOfFields(image, __builtin_astype(inside, uint4));
}
HELPER uint4 wordsOf(image_t image, uint4 color) {
  const uint4 high = (uint4)(0xffffffffu) >> narrowness(image);
  return wordsOfFields(image, __builtin_elementwise_min(color, high));
}
