// Describes images: format, extent and pitches (CL 3.0 §5.3.1). A Buffer owns the bytes.
//
// Pixels lie linearly, row after row and slice after slice. Layers of an array are slices; so a
// one-dimensional array is a stack of slices with one row each:
//
//   byte = z * slicePitch + y * rowPitch + x * pixelSize
//
// A mipmapped image (cl_khr_mipmap_image) has all its levels one behind another, each without gaps
// between rows (mux/image_data.h). ImageShape::level() gives one of them as an image of its own, so
// that commands need no second kind of arithmetic.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/context/context.h"
#include "core/memory/box_layout.h"

namespace cl {

/// The shape of an image. Dimensions missing in its type are 1.
struct ImageShape {
  cl_mem_object_type type = 0;
  cl_image_format format = {};
  size_t width = 1, height = 1, depth = 1, layers = 1;  ///< pixels; layers of an array
  size_t pixelSize = 0, rowPitch = 0, slicePitch = 0;   ///< bytes
  cl_uint levels = 0;                                   ///< of detail; 0 or 1 without mipmaps

  /// Tells if the type has layers.
  bool isArray() const {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  }
  /// Tells if slice pitches have a meaning: arrays and three-dimensional images.
  bool hasSlices() const { return isArray() || type == CL_MEM_OBJECT_IMAGE3D; }
  /// Returns the number of dimensions, 1 to 3, without layers. CL_IMAGE_HEIGHT and CL_IMAGE_DEPTH
  /// are 0 beyond them (CL 3.0 §5.3.7).
  unsigned dimensions() const;
  /// Returns the number of slices, where layers count as slices.
  size_t slices() const { return depth * layers; }
  /// Tells if there are several levels of detail.
  bool isMipmapped() const { return levels > 1; }
  /// Returns the size of all levels in bytes.
  size_t size() const;
  /// Returns one level of detail as an image of its own. Extents are halved per level and rounded
  /// down, at least 1; rows and slices have no gaps. An image without mipmaps returns itself.
  ImageShape level(size_t number) const;
  /// Returns the offset of a level's first byte. `number` may be the number of levels: the end of
  /// the last one.
  size_t levelStart(size_t number) const;
};

/// A box of an image in pixels, rows and slices. Layers count as slices, also for one-dimensional
/// arrays: their origin {x, layer, 0} is {x, 0, layer} here.
struct PixelBox {
  size_t origin[3], region[3];
  /// The level of detail, 0 without mipmaps.
  size_t level = 0;

  /// Returns the size in bytes, rows and slices, as `region` of box_layout.h.
  std::array<size_t, 3> extent(const ImageShape &shape) const {
    return {region[0] * shape.pixelSize, region[1], region[2]};
  }
  /// Returns the position in the image's bytes, from the start of its first level.
  Layout layout(const ImageShape &shape) const {
    const ImageShape own = shape.level(level);
    return {{shape.levelStart(level) + origin[0] * shape.pixelSize, origin[1], origin[2]},
            own.rowPitch,
            own.slicePitch};
  }
};

/// Limits of devices with images, at least the minima of CL 3.0 §4.2; only the limit over buffers
/// depends on the device. Extents are in pixels.
struct ImageLimits {
  static constexpr size_t width = 16384, height = 16384, depth = 2048, layers = 2048;
  static constexpr cl_uint samplers = 16, readImages = 128, writeImages = 64;
  /// Returns the largest image over a buffer, in pixels (CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL 3.0
  /// §4.2): 2^27, or fewer if the largest allocation cannot hold as many of 16 bytes.
  static size_t bufferPixels(const mux_device_info_s &info);
};

/// Tells if a device of the context has cl_khr_mipmap_image. Without one, several levels and
/// sampler properties for levels are errors.
bool hasMipmaps(const Context &context);

/// Checks the format and description of clCreateImage (CL 3.0 §5.3.1), except for other memory
/// objects. `mayHavePitches`: pitches other than 0 are allowed, as there is a host pointer, another
/// memory object or imported memory. Null arguments are errors. The errors:
///
///   * CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: an order or data type outside of the enumerants.
///   * CL_INVALID_IMAGE_DESCRIPTOR: the type, an extent of 0, levels, samples or pitches.
///   * CL_IMAGE_FORMAT_NOT_SUPPORTED: an order and a data type without a pixel size.
///   * CL_INVALID_IMAGE_SIZE: beyond the limits of all devices.
Result<ImageShape> makeShape(const Context &context, const cl_image_format *format,
                             const cl_image_desc *description, bool mayHavePitches);

/// Returns the formats of images of this type for the access of kernels named in `flags` (CL 3.0
/// §5.3.2).
std::vector<cl_image_format> supportedFormats(cl_mem_flags flags, cl_mem_object_type type);
/// Tells if the format is one of these. CL_MEM_KERNEL_READ_AND_WRITE excludes sRGB, and depth
/// formats are for two-dimensional images and their arrays only.
bool isSupported(const cl_image_format &format, cl_mem_flags flags, cl_mem_object_type type);

/// Checks the origin and region of clEnqueueReadImage and its relatives (CL 3.0 §5.3.3).
/// CL_INVALID_VALUE if they are null, leave the image or use dimensions it lacks. The origin's
/// element behind the dimensions and layers names the level; CL_INVALID_MIP_LEVEL if the image
/// lacks it (cl_khr_mipmap_image).
Result<PixelBox> boxOf(const ImageShape &shape, const size_t *origin, const size_t *region);

/// Writes one pixel of a colour (clEnqueueFillImage, CL 3.0 §5.3.4). `color` is four floats, ints
/// or uints, or one float for depth formats; `pixel` has pixelSize bytes.
void encodePixel(const cl_image_format &format, const void *color, std::span<std::byte> pixel);

}  // namespace cl
