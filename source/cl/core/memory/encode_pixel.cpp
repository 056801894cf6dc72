// Converts a fill colour to the bytes of a pixel (CL 3.0 §5.3.4; OpenCL C 3.0 §8.3).
//
// write_image in kernels follows the same description of the pixel (mux/image_data.h), so both give
// the same bytes.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/memory/image_shape.h"
#include "mux/target_support/images.h"

namespace cl {
namespace {

/// Rounds to the nearest half, ties to even.
uint16_t toHalf(float x) {
  const auto bits = std::bit_cast<uint32_t>(x);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000);
  const float magnitude = std::fabs(x);
  if (std::isnan(x)) {
    return static_cast<uint16_t>(sign | 0x7e00);
  }
  if (magnitude >= 65520.0F) {
    return static_cast<uint16_t>(sign | 0x7c00);
  }
  // Counts units in the last place: a half has ten fraction bits, and its least value is 2^-24.
  const int exponent = magnitude == 0 ? -14 : std::max(std::ilogb(magnitude), -14);
  const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  const auto field = static_cast<uint32_t>(exponent + 14) << 10;
  return static_cast<uint16_t>(sign | (field + units));
}

/// CL 3.0 §5.3.4: the sRGB value of a linear one, clamped to [0, 1]; 0 for NaN.
float toSRGB(float x) {
  const float light = x > 0 ? std::min(x, 1.0F) : 0.0F;
  return light < 0.0031308F ? light * 12.92F : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
}

/// Rounds x times the largest integer; 0 for NaN.
uint32_t normalize(float x, float largest, bool isSigned) {
  const float low = isSigned ? -largest - 1 : 0;
  const float value = std::isnan(x) ? 0 : std::nearbyint(std::clamp(x * largest, low, largest));
  return static_cast<uint32_t>(static_cast<int64_t>(value));
}

/// Clamps an integer to the field's width.
uint32_t saturate(uint32_t bits, unsigned width, bool isSigned) {
  if (isSigned) {
    const int64_t largest = (int64_t{1} << (width - 1)) - 1;
    const auto value = static_cast<int64_t>(static_cast<int32_t>(bits));
    return static_cast<uint32_t>(std::clamp(value, -largest - 1, largest));
  }
  return static_cast<uint32_t>(std::min<uint64_t>(bits, (uint64_t{1} << width) - 1));
}

/// Returns the bits of one field: red, green, blue or alpha (0 to 3).
uint32_t encode(const mux_image_data_t &data, int channel, uint32_t bits) {
  const bool isSigned = (data.flags & mux_pixel_signed) != 0;
  const auto x = std::bit_cast<float>(bits);
  switch (data.encoding) {
    case mux_encoding_integer:
      return saturate(bits, 32U - data.fields[channel].down, isSigned);
    case mux_encoding_normalized: {
      const bool isSRGB = channel < 3 && (data.flags & mux_pixel_srgb) != 0;
      return normalize(isSRGB ? toSRGB(x) : x, data.largest[channel], isSigned);
    }
    case mux_encoding_half:
      return toHalf(x);
    default:
      return bits;
  }
}

}  // namespace

void encodePixel(const cl_image_format &format, const void *color, std::span<std::byte> pixel) {
  mux_image_data_t data = {};
  data.channel_order = format.image_channel_order;
  data.channel_data_type = format.image_channel_data_type;
  mux::describePixel(data);
  uint32_t colors[4] = {};
  std::memcpy(colors, color, data.channel_order == CL_DEPTH ? sizeof(float) : sizeof colors);
  uint32_t words[4] = {};
  for (int i = 0; i < 4; ++i) {
    const mux_pixel_field_t &field = data.fields[i];
    if ((field.flags & mux_field_write) != 0) {
      words[field.word] |= encode(data, i, colors[i]) << field.down >> field.up;
    }
  }
  std::memcpy(pixel.data(), words, pixel.size());
}

}  // namespace cl
