// Describes images: format, extent and pitches (CL 3.0 §5.3.1). A Buffer owns the bytes.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/context/context.h"
#include "core/memory/box_layout.h"

namespace cl {

/// The shape of an image. Dimensions that its type lacks are 1.
struct ImageShape {
  cl_mem_object_type type = 0;
  cl_image_format format = {};
  size_t width = 1, height = 1, depth = 1, layers = 1;  ///< pixels; layers of an array
  size_t pixelSize = 0, rowPitch = 0, slicePitch = 0;   ///< bytes
  cl_uint levels = 0;                                   ///< of detail; 0 or 1 without mipmaps

  bool isArray() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// Tells if slice pitches have a meaning: arrays and three-dimensional images.
  bool hasSlices() const { return isArray() || type == CL_MEM_OBJECT_IMAGE3D; }
  /// Returns the number of dimensions, 1 to 3, without layers.
  unsigned dimensions() const;
  /// Returns the number of slices, where layers count as slices.
  size_t slices() const { return depth * layers; }
  /// Tells if there are several levels of detail.
  bool isMipmapped() const { return levels > 1; }
  /// Returns the size of all levels in bytes.
  size_t size() const;  ///< bytes
  /// Returns one level of detail as an image of its own.
  ImageShape level(size_t number) const;
  /// Returns the offset of a level's first byte.
  size_t levelStart(size_t number) const;
};

/// A box of an image in pixels, rows and slices. Layers count as slices, also for one-dimensional
/// arrays.
struct PixelBox {
  size_t origin[3], region[3];
  size_t level = 0;

  /// Returns the size in bytes, rows and slices.
  std::array<size_t, 3> extent(const ImageShape &shape) const {
    return {region[0] * shape.pixelSize, region[1], region[2]};
  }
  /// Returns the place in the image's bytes.
  Layout layout(const ImageShape &shape) const {
    const ImageShape own = shape.level(level);
    return {{shape.levelStart(level) + origin[0] * shape.pixelSize, origin[1], origin[2]},
            own.rowPitch,
            own.slicePitch};
  }
};

/// Limits of devices with images; only the limit over buffers depends on the device.
struct ImageLimits {
  static constexpr size_t width = 16384, height = 16384, depth = 2048, layers = 2048;
  static constexpr cl_uint samplers = 16, readImages = 128, writeImages = 64;
  /// Returns the largest image over a buffer, in pixels.
  static size_t bufferPixels(const mux_device_info_s &info);
};

/// Tells if a device of the context has cl_khr_mipmap_image.
bool hasMipmaps(const Context &context);

/// Checks the format and description of clCreateImage (CL 3.0 §5.3.1), except for other memory
/// objects. `mayHavePitches`: pitches other than 0 are allowed.
Result<ImageShape> makeShape(const Context &context, const cl_image_format *format,
                             const cl_image_desc *description, bool mayHavePitches);

/// Returns the formats of images of this type that kernels may access as `flags` say.
std::vector<cl_image_format> supportedFormats(cl_mem_flags flags, cl_mem_object_type type);
/// Tells if the format is one of these.
bool isSupported(const cl_image_format &format, cl_mem_flags flags, cl_mem_object_type type);

/// Checks the origin and region of clEnqueueReadImage and its relatives (CL 3.0 §5.3.3).
/// CL_INVALID_VALUE if they leave the image or use dimensions it lacks. The origin's element behind
/// the dimensions and layers names the level; CL_INVALID_MIP_LEVEL if the image lacks it
/// (cl_khr_mipmap_image).
Result<PixelBox> boxOf(const ImageShape &shape, const size_t *origin, const size_t *region);

/// Writes one pixel of a colour (clEnqueueFillImage, CL 3.0 §5.3.4). `color` is four floats, ints
/// or uints, or one float for depth formats; `pixel` has pixelSize bytes.
void encodePixel(const cl_image_format &format, const void *color, std::span<std::byte> pixel);

}  // namespace cl
