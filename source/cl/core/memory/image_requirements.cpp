// Implements the requirements of images: alignments are those of a pixel, limits come from
// ImageLimits.
//
// Without a format, the answer has to suit every format, so it is the largest pixel. Without an
// image type, a limit is the smallest one of all types.
#include "core/memory/image_requirements.h"

#include <algorithm>
#include <initializer_list>

#include "core/memory/buffer.h"
#include "core/memory/image.h"

namespace cl {
namespace {

/// Bytes of four 32-bit channels.
constexpr size_t largestPixel = 16;

/// Checks the arguments shared by all queries. cl_ext_image_requirements_info: CL_INVALID_VALUE,
/// CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_OPERATION without images,
/// CL_INVALID_IMAGE_FORMAT_DESCRIPTOR.
Status checkArguments(const Context &context, cl_mem_flags flags, const cl_image_format *format,
                      const cl_image_desc *description) {
  const cl_mem_object_type type = description ? description->image_type : 0;
  auto known = supportedFormats(context, flags, type != 0 ? type : CL_MEM_OBJECT_IMAGE2D);
  if (!known) {
    const bool isType = type == 0 || isImageType(type);
    return Error{isType ? CL_INVALID_VALUE : CL_INVALID_IMAGE_DESCRIPTOR};
  }
  if (known->empty()) {
    return Error{CL_INVALID_OPERATION};  // no device has images
  }
  const auto isGiven = [&](const cl_image_format &each) {
    return each.image_channel_order == format->image_channel_order &&
           each.image_channel_data_type == format->image_channel_data_type;
  };
  if (format && std::ranges::none_of(*known, isGiven)) {
    return Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
  }
  return success();
}

/// Answers with an alignment. The description is of one image here, while a limit takes zeros for
/// any value. cl_ext_image_requirements_info: CL_INVALID_IMAGE_DESCRIPTOR.
Status alignment(const InfoWriter &out, const Context &context, const cl_image_format *format,
                 const cl_image_desc *description) {
  constexpr cl_image_format any = {CL_RGBA, CL_UNSIGNED_INT8};
  if (description && !makeShape(context, format ? format : &any, description, true)) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  return out.value<size_t>(
      format ? muxGetImagePixelSize(format->image_channel_order, format->image_channel_data_type)
             : largestPixel);
}

/// Answers with a limit of certain image types; type 0 stands for any.
/// cl_ext_image_requirements_info: CL_INVALID_IMAGE_DESCRIPTOR for other types.
Status limit(const InfoWriter &out, const cl_image_desc *description, size_t value,
             std::initializer_list<cl_mem_object_type> types) {
  const cl_mem_object_type type = description ? description->image_type : 0;
  return type == 0 || std::ranges::find(types, type) != types.end()
             ? out.value<cl_uint>(static_cast<cl_uint>(value))
             : Status(Error{CL_INVALID_IMAGE_DESCRIPTOR});
}

/// Returns the largest row accepted by every device, in pixels; type 0 stands for any.
size_t widthOf(const Context &context, cl_mem_object_type type) {
  size_t overBuffer = SIZE_MAX;
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    overBuffer = std::min(overBuffer, ImageLimits::bufferPixels(context.device(i).info()));
  }
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D_BUFFER:
      return overBuffer;
    case CL_MEM_OBJECT_IMAGE3D:
      return ImageLimits::depth;
    case 0:
      return std::min(ImageLimits::depth, overBuffer);
    default:
      return ImageLimits::width;
  }
}

/// Returns the largest number of rows, likewise.
size_t heightOf(cl_mem_object_type type) {
  return type == 0 || type == CL_MEM_OBJECT_IMAGE3D ? ImageLimits::depth : ImageLimits::height;
}

}  // namespace

/// cl_ext_image_requirements_info: CL_INVALID_PROPERTY, CL_INVALID_VALUE.
Status imageRequirement(const Context &context, const cl_mem_properties *properties,
                        cl_mem_flags flags, const cl_image_format *format,
                        const cl_image_desc *description, cl_image_requirements_info_ext name,
                        const InfoWriter &out) {
  if (properties && *properties != 0) {
    return Error{CL_INVALID_PROPERTY};
  }
  if (auto status = checkArguments(context, flags, format, description); !status) {
    return status;
  }
  const cl_mem_object_type type = description ? description->image_type : 0;
  switch (name) {
    case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
      return alignment(out, context, format, description);
    case CL_IMAGE_REQUIREMENTS_SIZE_EXT: {
      if (!format || !description) {
        return Error{CL_INVALID_VALUE};
      }
      auto shape = makeShape(context, format, description, true);
      return shape ? out.value<size_t>(shape->size()) : Status(shape.error());
    }
    case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
      return out.value<cl_uint>(static_cast<cl_uint>(widthOf(context, type)));
    case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
      return limit(out, description, heightOf(type),
                   {CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D});
    case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
      return limit(out, description, ImageLimits::depth, {CL_MEM_OBJECT_IMAGE3D});
    case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
      return limit(out, description, ImageLimits::layers,
                   {CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY});
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
