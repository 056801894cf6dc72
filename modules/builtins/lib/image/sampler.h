// Maps sampler coordinates to pixels (OpenCL C 3.0 §8.1, §8.2). The three dimensions are handled
// alike; the caller states by constants the dimensions of the image and the one with the layers.
//
// No coordinate leads to a pixel outside of the image. Coordinates left outside by the address mode
// are clamped (`none`, undefined in the specification) or read the border colour (`clamp`).
#pragma once
#include "image/pixel.h"

uint __mux_sampler_word(sampler_t) __attribute__((const));

// A pixel's place, and whether it is one: else it stands for the border.
typedef struct {
  int4 at;
  bool isInside;
} texel_t;

HELPER int4 clampTo(int4 at, int4 extent) {
  return __builtin_elementwise_max(__builtin_elementwise_min(at, extent - 1), (int4)(0));
}

// Layers are in z, beyond the image's dimensions; they are clamped in every mode.
HELPER texel_t texelAt(image_t image, int4 extent, int4 at, int layer, uint dimensions,
                       bool hasBorder) {
  const int4 wanted = (int4)(at.x, dimensions > 1 ? at.y : 0, dimensions > 2 ? at.z : 0, 0);
  int4 inside = clampTo(wanted, extent);
  const int4 differs = inside != wanted;
  const bool isInside = !hasBorder || !(differs.x | differs.y | differs.z);
  if (dimensions < 3)
    inside.z =
        __builtin_elementwise_max(__builtin_elementwise_min(layer, (int)image->layers - 1), 0);
  return (texel_t){inside, isInside};
}

HELPER uint4 wordsAt(image_t image, level_t level, texel_t texel) {
  const uint4 words = loadWords(image, placeOf(level, texel.at));
  return texel.isInside ? words : (uint4)(0);
}

// As integers; NaN or a number far away is outside by one or two.
HELPER int4 toIntegers(float4 v, int4 extent) {
  const float4 high = __builtin_convertvector(extent, float4) + 1;
  const float4 number = v == v ? v : (float4)(-2);
  const float4 near =
      __builtin_elementwise_max(__builtin_elementwise_min(number, high), (float4)(-2));
  return __builtin_convertvector(near, int4);
}

HELPER int layerOf(float coordinate, image_t image) {
  const float last = (float)(image->layers - 1);
  const float number = coordinate == coordinate ? coordinate : 0;
  return (int)__builtin_elementwise_rint(
      __builtin_elementwise_max(__builtin_elementwise_min(number, last), 0.0f));
}

// Coordinates in pixels, before the address mode's wrapping of their integers.
HELPER float4 inPixels(uint sampler, float4 c, int4 extent) {
  const float4 size = __builtin_convertvector(extent, float4);
  switch (sampler & mux_sampler_addressing) {
    case mux_sampler_repeat:
      return (c - __builtin_elementwise_floor(c)) * size;
    case mux_sampler_mirrored_repeat: {
      const float4 nearestEven = 2.0f * __builtin_elementwise_rint(0.5f * c);
      return __builtin_elementwise_abs(c - nearestEven) * size;
    }
    default:
      return sampler & mux_sampler_normalized ? c * size : c;
  }
}

// A repeated pixel number goes around once at most.
HELPER int4 wrapped(uint sampler, int4 at, int4 extent) {
  if ((sampler & mux_sampler_addressing) != mux_sampler_repeat)
    return at;
  const int4 above = at < 0 ? at + extent : at;
  return above >= extent ? above - extent : above;
}

HELPER bool hasBorder(uint sampler) {
  return (sampler & mux_sampler_addressing) == mux_sampler_clamp;
}

HELPER int4 nearestPixel(int4 extent, uint sampler, float4 c) {
  const float4 place = __builtin_elementwise_floor(inPixels(sampler, c, extent));
  return wrapped(sampler, toIntegers(place, extent), extent);
}

// The corner with the least numbers of the 2, 4 or 8 pixels around a place, and how far from it
// towards the next ones the place is.
typedef struct {
  int4 first;
  float4 fraction;
} corner_t;

HELPER corner_t cornerOf(int4 extent, uint sampler, float4 c) {
  const float4 place = inPixels(sampler, c, extent) - 0.5f;
  const float4 first = __builtin_elementwise_floor(place);
  return (corner_t){toIntegers(first, extent), place - first};
}

// Levels of detail (cl_khr_mipmap_image, with reference to OpenGL 3.0, 3.8.8 and 3.8.9): the two
// levels around a number, and its distance from the first towards the last. They are equal if there
// is no second one.
typedef struct {
  uint first, last;
  float fraction;
} levels_t;

HELPER float lodBound(uint bits) {
  return (float)(bits & mux_sampler_lod_last) * (1.0f / mux_sampler_lod_one);
}

// NaN counts as 0.
HELPER levels_t levelsAt(image_t image, uint sampler, float lod) {
  const float low = lodBound(sampler >> mux_sampler_lod_min_shift);
  const float high = lodBound(~(sampler >> mux_sampler_lod_max_shift));
  const float last = (float)(image->levels - 1);
  const float most = __builtin_elementwise_min(high, last);
  const float number = __builtin_elementwise_max(lod == lod ? lod : 0, low);
  const float place = __builtin_elementwise_min(number, most);
  if (sampler & mux_sampler_mip_linear) {
    const float first = __builtin_elementwise_floor(place);
    const uint begin = (uint)first;
    return (levels_t){begin, place > first ? begin + 1 : begin, place - first};
  }
  const float nearest = __builtin_elementwise_ceil(place + 0.5f) - 1;
  return (levels_t){(uint)nearest, (uint)nearest, 0};
}

BUILTIN float log2(float);

// By how many levels the steps of the coordinates, in one direction and the other, are longer than
// a pixel.
HELPER float lodOf(image_t image, uint dimensions, float4 dx, float4 dy) {
  const float4 size = __builtin_convertvector(extentOf(image, dimensions), float4);
  const float4 x = dx * size, y = dy * size;
  const float xLength = x.x * x.x + x.y * x.y + x.z * x.z;
  const float yLength = y.x * y.x + y.y * y.y + y.z * y.z;
  return 0.5f * log2(__builtin_elementwise_max(xLength, yLength));
}
