// Implements shapes: from a cl_image_desc to extents, levels and pitches, each step with its
// checks.
//
// The steps depend on each other: extents before levels (a level count is limited by the largest
// extent), limits before pitches (so that products of extents cannot overflow). Pitches are checked
// last, with overflow checks, because they come from the application and have no limit.
#include "core/memory/image_shape.h"

#include <algorithm>
#include <bit>

#include "core/devices/extensions.h"
#include "mux/image_data.h"

namespace cl {
namespace {

/// The types valid in a cl_image_desc (CL 3.0 §5.3.1.2).
constexpr cl_mem_object_type imageTypes[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_MEM_OBJECT_IMAGE1D_ARRAY,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,  CL_MEM_OBJECT_IMAGE3D};

/// Tells if both enumerants are known ones; nothing is said about their combination.
bool isFormat(const cl_image_format &format) {
  const auto within = [](cl_uint value, cl_uint first, cl_uint last) {
    return value >= first && value <= last;
  };
  return within(format.image_channel_order, CL_R, CL_ABGR) &&
         within(format.image_channel_data_type, CL_SNORM_INT8, CL_UNORM_INT_101010_2);
}

/// Copies the extents of the type's dimensions. The others stay 1, whatever the description says.
void takeExtents(ImageShape &shape, const cl_image_desc &description) {
  shape.width = description.image_width;
  if (shape.dimensions() > 1) {
    shape.height = description.image_height;
  }
  if (shape.dimensions() > 2) {
    shape.depth = description.image_depth;
  }
  if (shape.isArray()) {
    shape.layers = description.image_array_size;
  }
}

/// Tells if a device can have an image of these extents.
bool isWithinLimits(const ImageShape &shape, const mux_device_info_s &device) {
  const bool is3d = shape.type == CL_MEM_OBJECT_IMAGE3D;
  const bool isOverBuffer = shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  const size_t side = is3d ? ImageLimits::depth : ImageLimits::width;
  return shape.width <= (isOverBuffer ? ImageLimits::bufferPixels(device) : side) &&
         shape.height <= (is3d ? side : ImageLimits::height) && shape.depth <= ImageLimits::depth &&
         shape.layers <= ImageLimits::layers;
}

/// Sets the pitches from the description, or to the least. Extents are checked before, so that
/// nothing overflows.
bool takePitches(ImageShape &shape, const cl_image_desc &description, bool mayHavePitches) {
  const size_t row = description.image_row_pitch, slice = description.image_slice_pitch;
  if ((!mayHavePitches && (row != 0 || slice != 0)) || (!shape.hasSlices() && slice != 0)) {
    return false;
  }
  const size_t leastRow = shape.width * shape.pixelSize;
  shape.rowPitch = row == 0 ? leastRow : row;
  if (shape.rowPitch < leastRow || shape.rowPitch % shape.pixelSize != 0) {
    return false;
  }
  size_t leastSlice = 0;
  if (__builtin_mul_overflow(shape.rowPitch, shape.height, &leastSlice)) {
    return false;
  }
  shape.slicePitch = slice == 0 ? leastSlice : slice;
  size_t size = 0;
  // Over a buffer, cl_ext_image_requirements_info gives the alignment of slices.
  const size_t unit = description.mem_object ? shape.pixelSize : shape.rowPitch;
  return shape.slicePitch >= leastSlice && shape.slicePitch % unit == 0 &&
         !__builtin_mul_overflow(shape.slicePitch, shape.slices(), &size);
}

/// Sets the number of levels of detail (cl_khr_mipmap_image). Mipmapped images have no host memory,
/// and so no pitches.
bool takeLevels(ImageShape &shape, const Context &context, const cl_image_desc &description) {
  shape.levels = description.num_mip_levels;
  if (shape.levels == 0) {
    return true;
  }
  const size_t largest = std::max({shape.width, shape.height, shape.depth});
  const bool hasPitches = description.image_row_pitch != 0 || description.image_slice_pitch != 0;
  const bool mayHaveSeveral = !description.mem_object && !hasPitches &&
                              shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER &&
                              shape.format.image_channel_order != CL_DEPTH;
  return hasMipmaps(context) && shape.levels <= static_cast<cl_uint>(std::bit_width(largest)) &&
         (shape.levels == 1 || mayHaveSeveral);
}

}  // namespace

bool hasMipmaps(const Context &context) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (hasExtension(context.device(i).info(), "cl_khr_mipmap_image")) {
      return true;
    }
  }
  return false;
}

unsigned ImageShape::dimensions() const {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE3D:
      return 3;
    case CL_MEM_OBJECT_IMAGE2D:
    case CL_MEM_OBJECT_IMAGE2D_ARRAY:
      return 2;
    default:
      return 1;
  }
}

size_t ImageShape::levelStart(size_t number) const {
  const auto place = static_cast<uint32_t>(number);
  return pixelSize * mux_image_level_start(width * height * slices(), place);
}

size_t ImageShape::size() const {
  return isMipmapped() ? levelStart(levels) : slicePitch * slices();
}

ImageShape ImageShape::level(size_t number) const {
  if (!isMipmapped()) {
    return *this;
  }
  const auto smaller = [&](size_t extent) -> size_t {
    return mux_image_level_extent(static_cast<uint32_t>(extent), static_cast<uint32_t>(number));
  };
  ImageShape shape = *this;
  shape.levels = 0;
  shape.width = smaller(width);
  shape.height = smaller(height);
  shape.depth = smaller(depth);
  shape.rowPitch = shape.width * pixelSize;
  shape.slicePitch = shape.height * shape.rowPitch;
  return shape;
}

size_t ImageLimits::bufferPixels(const mux_device_info_s &info) {
  constexpr uint64_t most = uint64_t{1} << 27;
  return static_cast<size_t>(std::min(most, info.max_allocation_size / 16));
}

/// CL 3.0 §5.3.1 clCreateImage: CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_IMAGE_DESCRIPTOR,
/// CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_INVALID_IMAGE_SIZE.
Result<ImageShape> makeShape(const Context &context, const cl_image_format *format,
                             const cl_image_desc *description, bool mayHavePitches) {
  if (!format || !isFormat(*format)) {
    return Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
  }
  if (!description || !std::ranges::count(imageTypes, description->image_type) ||
      description->num_samples != 0) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  ImageShape shape;
  shape.type = description->image_type;
  shape.format = *format;
  shape.pixelSize =
      muxGetImagePixelSize(format->image_channel_order, format->image_channel_data_type);
  takeExtents(shape, *description);
  if (shape.width == 0 || shape.height == 0 || shape.depth == 0 || shape.layers == 0) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  if (!takeLevels(shape, context, *description)) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  if (shape.pixelSize == 0) {
    return Error{CL_IMAGE_FORMAT_NOT_SUPPORTED};
  }
  bool fits = false;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    fits |= isWithinLimits(shape, context.device(i).info());
  }
  if (!fits) {
    return Error{CL_INVALID_IMAGE_SIZE};
  }
  if (!takePitches(shape, *description, mayHavePitches)) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  return shape;
}

bool isSupported(const cl_image_format &format, cl_mem_flags flags, cl_mem_object_type type) {
  const cl_uint order = format.image_channel_order;
  if (muxGetImagePixelSize(order, format.image_channel_data_type) == 0) {
    return false;
  }
  const bool isSRGB = order == CL_sRGBA || order == CL_sBGRA;
  if (isSRGB && (flags & CL_MEM_KERNEL_READ_AND_WRITE) != 0) {
    return false;
  }
  const bool isFlat = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
  return order != CL_DEPTH || isFlat;
}

std::vector<cl_image_format> supportedFormats(cl_mem_flags flags, cl_mem_object_type type) {
  std::vector<cl_image_format> formats;
  for (cl_channel_order order = CL_R; order <= CL_ABGR; ++order) {
    for (cl_channel_type channel = CL_SNORM_INT8; channel <= CL_UNORM_INT_101010_2; ++channel) {
      if (isSupported({order, channel}, flags, type)) {
        formats.push_back({order, channel});
      }
    }
  }
  return formats;
}

/// CL 3.0 §5.3.3 clEnqueueReadImage: CL_INVALID_VALUE. cl_khr_mipmap_image: CL_INVALID_MIP_LEVEL.
Result<PixelBox> boxOf(const ImageShape &image, const size_t *origin, const size_t *region) {
  if (!origin || !region) {
    return Error{CL_INVALID_VALUE};
  }
  const unsigned dimensions = image.dimensions() + (image.isArray() ? 1 : 0);
  const size_t level = image.isMipmapped() ? origin[dimensions] : 0;
  if (level != 0 && level >= image.levels) {
    return Error{CL_INVALID_MIP_LEVEL};
  }
  size_t first[3] = {origin[0], origin[1], origin[2]};
  if (image.isMipmapped() && dimensions < 3) {
    first[dimensions] = 0;
  }
  const ImageShape shape = image.level(level);
  const bool isLayeredRow = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  if (isLayeredRow && (first[2] != 0 || region[2] != 1)) {
    return Error{CL_INVALID_VALUE};
  }
  const PixelBox box =
      isLayeredRow
          ? PixelBox{{first[0], 0, first[1]}, {region[0], 1, region[1]}, level}
          : PixelBox{{first[0], first[1], first[2]}, {region[0], region[1], region[2]}, level};
  const size_t extent[] = {shape.width, shape.height, shape.slices()};
  for (int i = 0; i < 3; ++i) {
    if (box.region[i] == 0 || box.origin[i] > extent[i] ||
        box.region[i] > extent[i] - box.origin[i]) {
      return Error{CL_INVALID_VALUE};
    }
  }
  return box;
}

}  // namespace cl
