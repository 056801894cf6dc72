// A colour as the bytes of a pixel (API 5.3.1 and OpenCL C 3.0, 8.3): what write_image does in
// kernels.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/image_shape.h"
#include "mux/image_data.h"

namespace cl {
namespace {

using Channels = std::array<size_t, 4>;

/// Which element of (red, green, blue, alpha) each channel in memory holds.
Channels sourceOf(cl_channel_order order) {
  switch (order) {
    case CL_A:
      return {3, 3, 3, 3};
    case CL_RA:
      return {0, 3, 0, 3};
    case CL_BGRA:
    case CL_sBGRA:
      return {2, 1, 0, 3};
    case CL_ARGB:
      return {3, 0, 1, 2};
    case CL_ABGR:
      return {3, 2, 1, 0};
    default:
      return {0, 1, 2, 3};
  }
}

/// The half nearest to x, ties to even.
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
  // One unit in the half's last place; a half has ten fraction bits and its least is 2^-24.
  const int exponent = magnitude == 0 ? -14 : std::max(std::ilogb(magnitude), -14);
  const auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
  const auto field = static_cast<uint32_t>(exponent + 14) << 10;
  return static_cast<uint16_t>(sign | (field + units));
}

/// The integer nearest to x, from `low` to `high`; 0 for NaN.
int64_t nearest(float x, float low, float high) {
  return std::isnan(x) ? 0 : static_cast<int64_t>(std::nearbyint(std::clamp(x, low, high)));
}

float toSRGB(float x) {
  const float light = x > 0 ? std::min(x, 1.0F) : 0.0F;
  return light < 0.0031308F ? light * 12.92F : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
}

/// The bits of one channel of types that are read as floats.
uint32_t floatBits(cl_channel_type type, float x) {
  switch (type) {
    case CL_SNORM_INT8:
      return static_cast<uint32_t>(nearest(x * 127, -128, 127));
    case CL_SNORM_INT16:
      return static_cast<uint32_t>(nearest(x * 32767, -32768, 32767));
    case CL_UNORM_INT8:
      return static_cast<uint32_t>(nearest(x * 255, 0, 255));
    case CL_UNORM_INT16:
      return static_cast<uint32_t>(nearest(x * 65535, 0, 65535));
    case CL_HALF_FLOAT:
      return toHalf(x);
    default:
      return std::bit_cast<uint32_t>(x);
  }
}

uint32_t integerBits(cl_channel_type type, uint32_t bits) {
  const auto value = static_cast<int32_t>(bits);
  switch (type) {
    case CL_SIGNED_INT8:
      return static_cast<uint32_t>(std::clamp(value, -128, 127));
    case CL_SIGNED_INT16:
      return static_cast<uint32_t>(std::clamp(value, -32768, 32767));
    case CL_UNSIGNED_INT8:
      return std::min(bits, 0xffU);
    case CL_UNSIGNED_INT16:
      return std::min(bits, 0xffffU);
    default:
      return bits;
  }
}

/// Bits of the fields of a packed type, from the highest to the lowest; none for other types.
std::array<unsigned, 4> fieldsOf(cl_channel_type type) {
  switch (type) {
    case CL_UNORM_SHORT_565:
      return {5, 6, 5, 0};
    case CL_UNORM_SHORT_555:
      return {5, 5, 5, 0};
    case CL_UNORM_INT_101010:
      return {10, 10, 10, 0};
    case CL_UNORM_INT_101010_2:
      return {10, 10, 10, 2};
    default:
      return {};
  }
}

uint32_t pack(const std::array<unsigned, 4> &fields, const float (&color)[4]) {
  uint32_t word = 0;
  for (int i = 0; i < 4; ++i) {
    const auto largest = static_cast<float>((1U << fields[i]) - 1);
    word = word << fields[i] | static_cast<uint32_t>(nearest(color[i] * largest, 0, largest));
  }
  return word;
}

bool isInteger(cl_channel_type type) {
  return type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32;
}

}  // namespace

void encodePixel(const cl_image_format &format, const void *color, std::span<std::byte> pixel) {
  const cl_channel_type type = format.image_channel_data_type;
  const cl_channel_order order = format.image_channel_order;
  uint32_t bits[4] = {};
  std::memcpy(bits, color, order == CL_DEPTH ? sizeof(float) : sizeof bits);
  float floats[4];
  std::memcpy(floats, bits, sizeof floats);
  if (order == CL_sRGBA || order == CL_sBGRA) {
    std::transform(floats, floats + 3, floats, toSRGB);
  }
  if (const auto fields = fieldsOf(type); fields[0] != 0) {
    const uint32_t word = pack(fields, floats);
    std::memcpy(pixel.data(), &word, pixel.size());
    return;
  }
  const Channels source = sourceOf(order);
  const size_t count = order == CL_R || order == CL_Rx || order == CL_A || order == CL_DEPTH ||
                               order == CL_INTENSITY || order == CL_LUMINANCE
                           ? 1
                       : order == CL_RG || order == CL_RGx || order == CL_RA ? 2
                                                                             : 4;
  const size_t size = pixel.size() / count;
  for (size_t i = 0; i < count; ++i) {
    const size_t from = source[i];
    const uint32_t value =
        isInteger(type) ? integerBits(type, bits[from]) : floatBits(type, floats[from]);
    std::memcpy(pixel.data() + i * size, &value, size);
  }
}

}  // namespace cl
