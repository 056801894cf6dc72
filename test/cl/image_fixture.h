// Helpers of the tests of images: images with known pixels, and a plain model of reading them, in
// double precision.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

#include "fixture.h"

namespace test {

using OwnedSampler = Owned<cl_sampler, clReleaseSampler>;
using Color = std::array<double, 4>;

/// Number of channels in memory, or 0 for packed formats.
size_t channelsOf(cl_channel_order order);
/// Bytes of one channel, or of a packed pixel.
size_t sizeOf(cl_channel_type type);
size_t pixelSizeOf(const cl_image_format &format);
bool isSigned(cl_channel_type type);    ///< read by read_imagei
bool isUnsigned(cl_channel_type type);  ///< read by read_imageui

/// The colour of a pixel's bytes (API 5.3.1 and OpenCL C, "Conversion rules").
Color decode(const cl_image_format &format, const std::byte *pixel);
Color borderOf(const cl_image_format &format);

struct SamplerModel {
  bool normalized;
  cl_addressing_mode addressing;
  cl_filter_mode filter;
};

/// An image in the host's memory, tightly packed. Layers of arrays are its depth.
struct ImageModel {
  cl_image_format format;
  size_t width = 1, height = 1, depth = 1;
  unsigned dimensions = 2;
  std::vector<std::byte> bytes = {};

  size_t pixelSize() const { return pixelSizeOf(format); }
  const std::byte *pixel(size_t x, size_t y, size_t z) const {
    return bytes.data() + ((z * height + y) * width + x) * pixelSize();
  }
  /// Random bytes; floating-point channels hold moderate numbers.
  void fill(unsigned seed);
  Color at(long x, long y, long z, bool isClamped) const;
  /// API 8.2, "Image addressing and filtering". The coordinate behind the dimensions is the
  /// layer's.
  Color sample(const SamplerModel &sampler, const float (&coordinates)[3]) const;
};

class ImageFixture : public Fixture {
 protected:
  OwnedMem makeImage(const ImageModel &model, cl_mem_object_type type,
                     cl_mem_flags flags = CL_MEM_READ_WRITE);
  OwnedSampler makeSampler(const SamplerModel &model);
  std::vector<cl_image_format> formats(cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D,
                                       cl_mem_flags flags = CL_MEM_READ_WRITE);
  /// All pixels, tightly packed.
  std::vector<std::byte> readPixels(cl_mem image, const ImageModel &shape);
  void run2d(cl_kernel kernel, size_t width, size_t height);
};

}  // namespace test
