// What makes an image of a memory object: format, extent and pitches. The bytes are a Buffer's.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/context/context.h"
#include "core/memory/box_layout.h"

namespace cl {

/// Dimensions that the type does not have are 1.
struct ImageShape {
  cl_mem_object_type type = 0;
  cl_image_format format = {};
  size_t width = 1, height = 1, depth = 1, layers = 1;  ///< pixels; layers of an array
  size_t pixelSize = 0, rowPitch = 0, slicePitch = 0;   ///< bytes
  cl_uint levels = 0;                                   ///< of detail, as the description says it

  bool isArray() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  bool hasSlices() const { return isArray() || type == CL_MEM_OBJECT_IMAGE3D; }
  unsigned dimensions() const;
  size_t slices() const { return depth * layers; }
  bool isMipmapped() const { return levels > 1; }
  size_t size() const;  ///< bytes
  /// One level of detail as an image of its own, and where in the bytes it begins.
  ImageShape level(size_t number) const;
  size_t levelStart(size_t number) const;
};

/// A box of an image in pixels, rows and slices (or layers, of one-dimensional arrays as well).
struct PixelBox {
  size_t origin[3], region[3];
  size_t level = 0;

  /// Its size in bytes, rows and slices.
  std::array<size_t, 3> extent(const ImageShape &shape) const {
    return {region[0] * shape.pixelSize, region[1], region[2]};
  }
  /// Where it lies in the image's bytes.
  Layout layout(const ImageShape &shape) const {
    const ImageShape own = shape.level(level);
    return {{shape.levelStart(level) + origin[0] * shape.pixelSize, origin[1], origin[2]},
            own.rowPitch,
            own.slicePitch};
  }
};

/// Limits of a device with images, all devices alike but for memory.
struct ImageLimits {
  static constexpr size_t width = 16384, height = 16384, depth = 2048, layers = 2048;
  static constexpr cl_uint samplers = 16, readImages = 128, writeImages = 64;
  /// Pixels of an image over a buffer.
  static size_t bufferPixels(const mux_device_info_s &info);
};

/// Whether a device of the context has cl_khr_mipmap_image.
bool hasMipmaps(const Context &context);

/// clCreateImage's checks of format and description (API 5.3.1), but for the objects named there
/// and for what they allow. `hostPointer`: whether pitches may be given.
Result<ImageShape> makeShape(const Context &context, const cl_image_format *format,
                             const cl_image_desc *description, bool mayHavePitches);

/// The formats of images of this type that kernels may use as `flags` say.
std::vector<cl_image_format> supportedFormats(cl_mem_flags flags, cl_mem_object_type type);
bool isSupported(const cl_image_format &format, cl_mem_flags flags, cl_mem_object_type type);

/// `origin` and `region` as clEnqueueReadImage and relatives have them. CL_INVALID_VALUE if they
/// leave the image, or name dimensions that it does not have; CL_INVALID_MIP_LEVEL for a level that
/// it does not have, which the origin names behind the image's dimensions and layers.
Result<PixelBox> boxOf(const ImageShape &shape, const size_t *origin, const size_t *region);

/// The bytes of one pixel of this colour (clEnqueueFillImage: four floats, ints or uints, or a
/// float for depths): pixelSize of them.
void encodePixel(const cl_image_format &format, const void *color, std::span<std::byte> pixel);

}  // namespace cl
