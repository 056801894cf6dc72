// read_imagef, read_imagei and read_imageui for all kinds of images, called by the overloads from
// image.py.
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

HELPER T4 readTexel(image_t image, level_t level, texel_t texel) {
  return COLOR_OF(image, wordsAt(image, level, texel));
}

HELPER T4 readPixel(image_t image, level_t level, int4 at, int layer, uint dimensions,
                    bool hasBorder) {
  return readTexel(image, level, texelAt(image, level.extent, at, layer, dimensions, hasBorder));
}

HELPER T4 readAt(image_t image, int4 at, int layer, uint dimensions) {
  return readPixel(image, levelOf(image, dimensions), at, layer, dimensions, false);
}

HELPER T4 readAt(image_t image, uint sampler, int4 at, int layer, uint dimensions) {
  return readPixel(image, levelOf(image, dimensions), at, layer, dimensions, hasBorder(sampler));
}

// SPIR-V reads levels without a sampler as well.
HELPER T4 readAtLevel(image_t image, int4 at, int layer, uint dimensions, int lod) {
  const int last = (int)image->levels - 1;
  const int number = __builtin_elementwise_max(__builtin_elementwise_min(lod, last), 0);
  return readPixel(image, levelOf(image, dimensions, (uint)number), at, layer, dimensions, false);
}

HELPER T4 readNearest(image_t image, level_t level, uint sampler, float4 c, int layer,
                      uint dimensions) {
  const int4 at = nearestPixel(level.extent, sampler, c);
  return readPixel(image, level, at, layer, dimensions, hasBorder(sampler));
}

#ifdef READ_FLOAT
// One place in the code reads the pixels one after the other: the code for all formats is there
// once and not eight times.
HELPER float4 readLinear(image_t image, level_t level, uint sampler, float4 c, int layer,
                         uint dimensions) {
  const corner_t corner = cornerOf(level.extent, sampler, c);
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
    const int4 at = wrapped(sampler, corner.first + next, level.extent);
    sum += weight * readPixel(image, level, at, layer, dimensions, hasBorder(sampler));
  }
  return sum;
}

HELPER T4 sampleLevel(image_t image, level_t level, uint sampler, float4 c, int layer,
                      uint dimensions) {
  if (sampler & mux_sampler_linear)
    return readLinear(image, level, sampler, c, layer, dimensions);
  return readNearest(image, level, sampler, c, layer, dimensions);
}

// Between two levels likewise.
HELPER T4 sample(image_t image, uint sampler, float4 c, int layer, uint dimensions, float lod) {
  const levels_t levels = levelsAt(image, sampler, lod);
  float4 sum = 0;
  float weight = 1 - levels.fraction;
#pragma unroll 1
  for (uint number = levels.first; number <= levels.last; ++number) {
    const level_t level = levelOf(image, dimensions, number);
    sum += weight * sampleLevel(image, level, sampler, c, layer, dimensions);
    weight = levels.fraction;
  }
  return sum;
}
#else
HELPER T4 sampleLevel(image_t image, level_t level, uint sampler, float4 c, int layer,
                      uint dimensions) {
  return readNearest(image, level, sampler, c, layer, dimensions);
}

// Whole numbers are not mixed, between levels as little as between pixels.
HELPER T4 sample(image_t image, uint sampler, float4 c, int layer, uint dimensions, float lod) {
  const levels_t levels = levelsAt(image, sampler & ~(uint)mux_sampler_mip_linear, lod);
  const level_t level = levelOf(image, dimensions, levels.first);
  return sampleLevel(image, level, sampler, c, layer, dimensions);
}
#endif

HELPER T4 sample(image_t image, uint sampler, float4 c, int layer, uint dimensions) {
  return sampleLevel(image, levelOf(image, dimensions), sampler, c, layer, dimensions);
}

HELPER T4 sample(image_t image, uint sampler, float4 c, int layer, uint dimensions, float4 dx,
                 float4 dy) {
  return sample(image, sampler, c, layer, dimensions, lodOf(image, dimensions, dx, dy));
}
