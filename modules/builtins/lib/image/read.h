// read_imagef, read_imagei and read_imageui over any kind of image: what image.py's overloads call.
#pragma once
#include "image/sampler.h"

#ifdef READ_FLOAT
#include "image/float_pixel.h"
#define T4 float4
#define COLOR_OF floatColor
#elif defined(READ_INT)
#include "image/integer_pixel.h"
#define T4 int4
#define COLOR_OF signedColor
#else
#include "image/integer_pixel.h"
#define T4 uint4
#define COLOR_OF unsignedColor
#endif

HELPER T4 readTexel(image_t image, texel_t texel) {
  return COLOR_OF(image, wordsAt(image, texel));
}

HELPER T4 readAt(image_t image, int4 at, int layer, uint dimensions) {
  return readTexel(image, texelAt(image, at, layer, dimensions, false));
}

HELPER T4 readAt(image_t image, uint sampler, int4 at, int layer, uint dimensions) {
  return readTexel(image, texelAt(image, at, layer, dimensions, hasBorder(sampler)));
}

HELPER T4 readNearest(image_t image, uint sampler, float4 c, int layer, uint dimensions) {
  const int4 at = nearestPixel(image, sampler, c, dimensions);
  return readTexel(image, texelAt(image, at, layer, dimensions, hasBorder(sampler)));
}

#ifdef READ_FLOAT
// One place in the code reads the pixels one after the other: all that a format may need is there
// once and not eight times.
HELPER float4 readLinear(image_t image, uint sampler, float4 c, int layer, uint dimensions) {
  const int4 extent = extentOf(image, dimensions);
  const corner_t corner = cornerOf(image, sampler, c, dimensions);
  float4 sum = 0;
#pragma unroll 1
  for (uint tap = 0; tap < 1u << dimensions; ++tap) {
    const int4 next = (int4)(tap & 1, tap >> 1 & 1, tap >> 2, 0);
    const float4 weights = next != 0 ? corner.fraction : 1 - corner.fraction;
    float weight = weights.x;
    if (dimensions > 1)
      weight *= weights.y;
    if (dimensions > 2)
      weight *= weights.z;
    const int4 at = wrapped(sampler, corner.first + next, extent);
    sum += weight * readTexel(image, texelAt(image, at, layer, dimensions, hasBorder(sampler)));
  }
  return sum;
}

HELPER T4 sample(image_t image, uint sampler, float4 c, int layer, uint dimensions) {
  if (sampler & mux_sampler_linear)
    return readLinear(image, sampler, c, layer, dimensions);
  return readNearest(image, sampler, c, layer, dimensions);
}
#else
HELPER T4 sample(image_t image, uint sampler, float4 c, int layer, uint dimensions) {
  return readNearest(image, sampler, c, layer, dimensions);
}
#endif
