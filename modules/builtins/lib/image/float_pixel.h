// Pixels of normalised, packed and floating-point formats as floats (OpenCL C 3.0, 6.15.15.2, and
// "Conversion rules" of the API's 8.3).
//
// A normalised integer is divided by its largest value as a product with the reciprocal. The result
// is within 1.5 ULP, and exact for 0, 1 and -1 in the existing sizes.
#pragma once
#include "image/pixel.h"
#define ONLY_FLOAT
#define BODY "memory/half.h"
#include "widths.h"

HELPER float4 largestOf(image_t image) {
  return (float4)(image->largest[0], image->largest[1], image->largest[2], image->largest[3]);
}

HELPER uint4 decode(image_t image, uint4 fields) {
  switch (image->encoding) {
    case mux_encoding_normalized: {
      const float4 number = __builtin_convertvector(__builtin_astype(fields, int4), float4);
      const float4 value = number * (1 / largestOf(image));
      return __builtin_astype(__builtin_elementwise_max(value, (float4)(-1)), uint4);
    }
    case mux_encoding_half:
      return __builtin_astype(fromHalf(fields), uint4);
    default:
      return fields;
  }
}

HELPER uint4 encode(image_t image, float4 color) {
  switch (image->encoding) {
    case mux_encoding_normalized: {
      const float4 largest = largestOf(image);
      const float4 low = image->flags & mux_pixel_signed ? -largest - 1 : (float4)(0);
      const float4 number = color == color ? color * largest : (float4)(0);
      const float4 inside =
          __builtin_elementwise_min(__builtin_elementwise_max(number, low), largest);
      const int4 nearest = __builtin_convertvector(__builtin_elementwise_rint(inside), int4);
      return __builtin_astype(nearest, uint4);
    }
    case mux_encoding_half:
      return toHalf(color, 0);
    default:
      return __builtin_astype(color, uint4);
  }
}

// Linear light of sRGB's values and back (API, 8.3.1.4 and 8.3.1.5); alpha is linear. The formats
// have 8 bits, so the curves are polynomials through Chebyshev nodes, within 2e-5. One stands for
// ((c + 0.055) / 1.055)^2.4 from 0.04045 to 1. The other stands for 1.055 x^(1/2.4) - 0.055 from
// 0.0031308 to 1, as a polynomial in the fourth root of x.
HELPER float4 fromSRGB(float4 c) {
  float4 curve = -0.0471605808f;
  curve = curve * c + 0.203136593f;
  curve = curve * c + -0.406270951f;
  curve = curve * c + 0.700870752f;
  curve = curve * c + 0.515857697f;
  curve = curve * c + 0.0326325297f;
  curve = curve * c + 0.000931145449f;
  const float4 linear = c <= 0.04045f ? c * (float4)(1 / 12.92f) : curve;
  return (float4)(linear.xyz, c.w);
}
HELPER float4 toSRGB(float4 c) {
  const float4 positive = c > 0.0f ? c : (float4)(0);
  const float4 light = __builtin_elementwise_min(positive, (float4)(1));
  const float4 root = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(light));
  float4 curve = -0.0627589896f;
  curve = curve * root + 0.272752255f;
  curve = curve * root + -0.557555676f;
  curve = curve * root + 1.24421394f;
  curve = curve * root + 0.164974004f;
  curve = curve * root + -0.0616297051f;
  const float4 value = light < 0.0031308f ? light * 12.92f : curve;
  return (float4)(value.xyz, c.w);
}

HELPER float4 floatColor(image_t image, uint4 words) {
  const uint4 decoded = decode(image, readFields(image, words));
  const uint4 bits = colorOf(image, decoded, 0x3f800000u);
  const float4 color = __builtin_astype(bits, float4);
  return image->flags & mux_pixel_srgb ? fromSRGB(color) : color;
}

HELPER uint4 wordsOf(image_t image, float4 color) {
  const float4 encoded = image->flags & mux_pixel_srgb ? toSRGB(color) : color;
  return wordsOfFields(image, encode(image, encoded));
}
