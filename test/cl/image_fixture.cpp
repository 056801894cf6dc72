#include "image_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace test {
namespace {

double halfToDouble(uint16_t bits) {
  const double sign = bits & 0x8000 ? -1 : 1;
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  if (exponent == 31) {
    return fraction ? NAN : sign * INFINITY;
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -24)
                       : sign * std::ldexp(1024 + fraction, exponent - 25);
}

double linear(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

/// One channel's number.
double channel(cl_channel_type type, const std::byte *bytes) {
  const auto load = [&](auto value) {
    std::memcpy(&value, bytes, sizeof value);
    return value;
  };
  switch (type) {
    case CL_SNORM_INT8:
      return std::max(load(int8_t{}) / 127.0, -1.0);
    case CL_SNORM_INT16:
      return std::max(load(int16_t{}) / 32767.0, -1.0);
    case CL_UNORM_INT8:
      return load(uint8_t{}) / 255.0;
    case CL_UNORM_INT16:
      return load(uint16_t{}) / 65535.0;
    case CL_SIGNED_INT8:
      return load(int8_t{});
    case CL_SIGNED_INT16:
      return load(int16_t{});
    case CL_SIGNED_INT32:
      return load(int32_t{});
    case CL_UNSIGNED_INT8:
      return load(uint8_t{});
    case CL_UNSIGNED_INT16:
      return load(uint16_t{});
    case CL_UNSIGNED_INT32:
      return load(uint32_t{});
    case CL_HALF_FLOAT:
      return halfToDouble(load(uint16_t{}));
    default:
      return load(float{});
  }
}

Color packed(cl_channel_type type, const std::byte *bytes) {
  uint16_t small = 0;
  uint32_t word = 0;
  std::memcpy(&small, bytes, 2);
  if (sizeOf(type) == 4) {
    std::memcpy(&word, bytes, 4);
  }
  switch (type) {
    case CL_UNORM_SHORT_565:
      return {(small >> 11) / 31.0, (small >> 5 & 63) / 63.0, (small & 31) / 31.0, 1};
    case CL_UNORM_SHORT_555:
      return {(small >> 10 & 31) / 31.0, (small >> 5 & 31) / 31.0, (small & 31) / 31.0, 1};
    case CL_UNORM_INT_101010:
      return {(word >> 20 & 1023) / 1023.0, (word >> 10 & 1023) / 1023.0, (word & 1023) / 1023.0,
              1};
    default:
      return {(word >> 22) / 1023.0, (word >> 12 & 1023) / 1023.0, (word >> 2 & 1023) / 1023.0,
              (word & 3) / 3.0};
  }
}

bool isPacked(cl_channel_type type) {
  return type == CL_UNORM_SHORT_565 || type == CL_UNORM_SHORT_555 || type == CL_UNORM_INT_101010 ||
         type == CL_UNORM_INT_101010_2;
}

long wrap(long i, long size) {
  const long rest = i % size;
  return rest < 0 ? rest + size : rest;
}

/// A coordinate in pixels, or of a mirrored image as if it were in the first one.
double inPixels(const SamplerModel &sampler, double c, double size) {
  switch (sampler.addressing) {
    case CL_ADDRESS_REPEAT:
      return (c - std::floor(c)) * size;
    case CL_ADDRESS_MIRRORED_REPEAT:
      return std::fabs(c - 2 * std::rint(0.5 * c)) * size;
    default:
      return sampler.normalized ? c * size : c;
  }
}

}  // namespace

size_t channelsOf(cl_channel_order order) {
  switch (order) {
    case CL_R:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
      return 1;
    case CL_RG:
    case CL_RA:
      return 2;
    default:
      return 4;
  }
}

size_t sizeOf(cl_channel_type type) {
  switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
      return 2;
    default:
      return 4;
  }
}

size_t pixelSizeOf(const cl_image_format &format) {
  const cl_channel_type type = format.image_channel_data_type;
  return sizeOf(type) * (isPacked(type) ? 1 : channelsOf(format.image_channel_order));
}

bool isSigned(cl_channel_type type) {
  return type == CL_SIGNED_INT8 || type == CL_SIGNED_INT16 || type == CL_SIGNED_INT32;
}
bool isUnsigned(cl_channel_type type) {
  return type == CL_UNSIGNED_INT8 || type == CL_UNSIGNED_INT16 || type == CL_UNSIGNED_INT32;
}

Color decode(const cl_image_format &format, const std::byte *pixel) {
  const cl_channel_type type = format.image_channel_data_type;
  if (isPacked(type)) {
    return packed(type, pixel);
  }
  double c[4] = {};
  for (size_t i = 0; i < channelsOf(format.image_channel_order); ++i) {
    c[i] = channel(type, pixel + i * sizeOf(type));
  }
  switch (format.image_channel_order) {
    case CL_A:
      return {0, 0, 0, c[0]};
    case CL_RG:
      return {c[0], c[1], 0, 1};
    case CL_RA:
      return {c[0], 0, 0, c[1]};
    case CL_RGBA:
      return {c[0], c[1], c[2], c[3]};
    case CL_BGRA:
      return {c[2], c[1], c[0], c[3]};
    case CL_ARGB:
      return {c[1], c[2], c[3], c[0]};
    case CL_ABGR:
      return {c[3], c[2], c[1], c[0]};
    case CL_INTENSITY:
      return {c[0], c[0], c[0], c[0]};
    case CL_LUMINANCE:
      return {c[0], c[0], c[0], 1};
    case CL_sRGBA:
      return {linear(c[0]), linear(c[1]), linear(c[2]), c[3]};
    case CL_sBGRA:
      return {linear(c[2]), linear(c[1]), linear(c[0]), c[3]};
    default:
      return {c[0], 0, 0, 1};
  }
}

Color borderOf(const cl_image_format &format) {
  switch (format.image_channel_order) {
    case CL_R:
    case CL_RG:
    case CL_RGB:
    case CL_LUMINANCE:
    case CL_DEPTH:
      return {0, 0, 0, 1};
    default:
      return {};
  }
}

void ImageModel::fill(unsigned seed) {
  std::mt19937 random(seed);
  bytes.resize(width * height * depth * pixelSize());
  const cl_channel_type type = format.image_channel_data_type;
  const size_t size = sizeOf(type);
  for (size_t i = 0; i < bytes.size(); i += size) {
    uint32_t word = random();
    if (type == CL_FLOAT) {
      const float number = static_cast<float>(random() % 20001) / 1000 - 10;
      std::memcpy(&word, &number, sizeof word);
    } else if (type == CL_HALF_FLOAT && (word >> 10 & 31) == 31) {
      word ^= 0x4000;
    }
    std::memcpy(bytes.data() + i, &word, size);
  }
}

Color ImageModel::at(long x, long y, long z, bool isClamped) const {
  const long w = static_cast<long>(width), h = static_cast<long>(height),
             d = static_cast<long>(depth);
  const bool isInside = x >= 0 && x < w && y >= 0 && y < h && z >= 0 && z < d;
  if (!isInside && !isClamped) {
    return borderOf(format);
  }
  return decode(
      format, pixel(std::clamp(x, 0L, w - 1), std::clamp(y, 0L, h - 1), std::clamp(z, 0L, d - 1)));
}

Color ImageModel::sample(const SamplerModel &sampler, const float (&coordinates)[3]) const {
  const long extent[] = {static_cast<long>(width), static_cast<long>(height),
                         static_cast<long>(depth)};
  const bool isLinear = sampler.filter == CL_FILTER_LINEAR;
  const bool repeats = sampler.addressing == CL_ADDRESS_REPEAT;
  const bool isClamped = sampler.addressing != CL_ADDRESS_CLAMP;
  long first[3] = {};
  double fraction[3] = {};
  for (unsigned i = 0; i < dimensions; ++i) {
    const double u = inPixels(sampler, coordinates[i], static_cast<double>(extent[i]));
    const double place = isLinear ? u - 0.5 : u;
    first[i] = static_cast<long>(std::floor(place));
    fraction[i] = isLinear ? place - std::floor(place) : 0;
  }
  const bool hasLayers = dimensions < 3;
  const long layer =
      hasLayers ? std::clamp(std::lrint(coordinates[dimensions]), 0L, extent[2] - 1) : 0;
  Color sum = {};
  for (unsigned tap = 0; tap < 8; ++tap) {
    double weight = 1;
    long at[3];
    for (unsigned i = 0; i < 3; ++i) {
      const bool isNext = (tap >> i & 1) != 0;
      weight *= isNext ? fraction[i] : 1 - fraction[i];
      at[i] = first[i] + (isNext ? 1 : 0);
      at[i] = repeats ? wrap(at[i], extent[i]) : at[i];
    }
    if (weight != 0) {
      const Color color = this->at(at[0], at[1], hasLayers ? layer : at[2], isClamped);
      for (int i = 0; i < 4; ++i) {
        sum[i] += weight * color[i];
      }
    }
  }
  return sum;
}

OwnedMem ImageFixture::makeImage(const ImageModel &model, cl_mem_object_type type,
                                 cl_mem_flags flags) {
  cl_image_desc description = {};
  description.image_type = type;
  description.image_width = model.width;
  description.image_height = model.height;
  description.image_depth = model.depth;
  description.image_array_size = model.depth;
  cl_int error = -1;
  void *host = model.bytes.empty() ? nullptr : const_cast<std::byte *>(model.bytes.data());
  OwnedMem image = clCreateImage(context, flags | (host ? CL_MEM_COPY_HOST_PTR : 0), &model.format,
                                 &description, host, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return image;
}

OwnedSampler ImageFixture::makeSampler(const SamplerModel &model) {
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                              model.normalized,
                                              CL_SAMPLER_ADDRESSING_MODE,
                                              model.addressing,
                                              CL_SAMPLER_FILTER_MODE,
                                              model.filter,
                                              0};
  cl_int error = -1;
  OwnedSampler sampler = clCreateSamplerWithProperties(context, properties, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return sampler;
}

std::vector<cl_image_format> ImageFixture::formats(cl_mem_object_type type, cl_mem_flags flags) {
  cl_uint count = 0;
  EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_image_format> formats(count);
  EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, formats.data(), nullptr),
            CL_SUCCESS);
  return formats;
}

std::vector<std::byte> ImageFixture::readPixels(cl_mem image, const ImageModel &shape) {
  std::vector<std::byte> bytes(shape.width * shape.height * shape.depth * shape.pixelSize());
  const bool isLayeredRow = shape.dimensions == 1;
  const size_t origin[] = {0, 0, 0};
  const size_t region[] = {shape.width, isLayeredRow ? shape.depth : shape.height,
                           isLayeredRow ? 1 : shape.depth};
  EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, bytes.data(), 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  return bytes;
}

void ImageFixture::run2d(cl_kernel kernel, size_t width, size_t height) {
  const size_t size[] = {width, height};
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

}  // namespace test
