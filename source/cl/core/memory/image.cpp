// Implements the creation of images, alone or over another memory object (CL 3.0 §5.3.1).
//
// The kind of mem_object selects the function:
//
//   none            Buffer::createImage(), with memory of its own
//   a buffer        overBuffer(): any image type, if the buffer has enough bytes
//   a 2D image      overImage(): the same pixels in another channel order
//   a pipe          refused
#include "core/memory/image.h"

#include <algorithm>

namespace cl {
namespace {

/// Tells if a device of the context has images.
bool hasImages(const Context &context) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (context.device(i).info().has_images) {
      return true;
    }
  }
  return false;
}

/// Tells if the order is one of two.
bool isOrder(cl_channel_order order, cl_channel_order a, cl_channel_order b) {
  return order == a || order == b;
}

/// Tells if an image's bytes may be viewed in another format (CL 3.0 §5.3.1.2, mem_object): the
/// channel orders are equal, or differ in sRGB only.
bool areCompatible(const cl_image_format &a, const cl_image_format &b) {
  const cl_channel_order from = a.image_channel_order, to = b.image_channel_order;
  const auto pair = [&](cl_channel_order one, cl_channel_order other) {
    return isOrder(from, one, other) && isOrder(to, one, other);
  };
  return a.image_channel_data_type == b.image_channel_data_type &&
         (from == to || pair(CL_sBGRA, CL_BGRA) || pair(CL_sRGBA, CL_RGBA) || pair(CL_DEPTH, CL_R));
}

/// Tells if an image over a buffer begins each pixel at an allowed address
/// (cl_ext_image_requirements_info).
bool isAligned(const cl_image_format &format, const cl_image_desc &description, cl_mem object) {
  const uint32_t pixel =
      muxGetImagePixelSize(format.image_channel_order, format.image_channel_data_type);
  auto buffer = fromHandle<Buffer>(object);
  if (pixel == 0 || !buffer || !(*buffer)->isBuffer()) {
    return true;  // another check refuses it, or it lies over an image
  }
  void *start = nullptr;  // with CL_MEM_USE_HOST_PTR
  if (!(*buffer)->info(CL_MEM_HOST_PTR, {sizeof start, &start, nullptr})) {
    return false;
  }
  return description.image_row_pitch % pixel == 0 && description.image_slice_pitch % pixel == 0 &&
         reinterpret_cast<uintptr_t>(start) % pixel == 0;
}

/// Creates an image of any type over a buffer's bytes (cl_ext_image_from_buffer).
/// CL_INVALID_IMAGE_SIZE if the buffer is too small.
Result<Ref<Buffer>> overBuffer(Buffer &buffer, const cl_mem_properties *properties,
                               cl_mem_flags flags, const ImageShape &shape) {
  if (shape.size() > buffer.size()) {
    return Error{CL_INVALID_IMAGE_SIZE};
  }
  return Buffer::createView(buffer, properties, flags, shape);
}

/// Creates a view of an image in another channel order. CL 3.0 §5.3.1 clCreateImage:
/// CL_INVALID_IMAGE_DESCRIPTOR for another extent, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR for an
/// incompatible format.
Result<Ref<Buffer>> overImage(Buffer &image, const cl_mem_properties *properties,
                              cl_mem_flags flags, ImageShape shape) {
  const ImageShape &other = *image.shape();
  if (shape.type != CL_MEM_OBJECT_IMAGE2D || other.type != shape.type ||
      shape.width != other.width || shape.height != other.height) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  if (!areCompatible(shape.format, other.format)) {
    return Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
  }
  shape.rowPitch = other.rowPitch;
  shape.slicePitch = other.slicePitch;
  return Buffer::createView(image, properties, flags, shape);
}

/// CL 3.0 §5.3.1 clCreateImage: CL_INVALID_IMAGE_DESCRIPTOR for an invalid mem_object, a pipe, or
/// an object of another context.
Result<Ref<Buffer>> overOther(Context &context, const cl_mem_properties *properties,
                              cl_mem_flags flags, const ImageShape &shape, cl_mem object) {
  auto parent = fromHandle<Buffer>(object);
  if (!parent || &(*parent)->context() != &context || (*parent)->pipe()) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  return (*parent)->shape() ? overImage(**parent, properties, flags, shape)
                            : overBuffer(**parent, properties, flags, shape);
}

}  // namespace

/// CL 3.0 §5.3.1 clCreateImageWithProperties: CL_INVALID_OPERATION without images,
/// CL_INVALID_PROPERTY, CL_INVALID_VALUE, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
/// CL_IMAGE_FORMAT_NOT_SUPPORTED, CL_INVALID_HOST_PTR, CL_INVALID_IMAGE_DESCRIPTOR.
Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                cl_mem_flags flags, const cl_image_format *format,
                                const cl_image_desc *description, void *hostPointer) {
  if (!hasImages(context)) {
    return Error{CL_INVALID_OPERATION};
  }
  const bool hasOther = description && description->mem_object;
  auto list = PropertyList::read(properties, externalProperties);
  const bool isExternal = list && list->has(CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR);
  if (properties && *properties != 0 && (!isExternal || hasOther)) {
    return Error{CL_INVALID_PROPERTY};
  }
  if (!areMemoryFlags(flags)) {
    return Error{CL_INVALID_VALUE};
  }
  if (hasOther && format && !isAligned(*format, *description, description->mem_object)) {
    return Error{CL_INVALID_IMAGE_FORMAT_DESCRIPTOR};
  }
  // A forgotten host pointer is reported as such, not as wrong pitches.
  const bool lacksHost =
      !hostPointer && (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  auto shape =
      makeShape(context, format, description, hostPointer || hasOther || lacksHost || isExternal);
  if (!shape) {
    return shape.error();
  }
  if (!isSupported(shape->format, flags, shape->type)) {
    return Error{CL_IMAGE_FORMAT_NOT_SUPPORTED};
  }
  if (shape->isMipmapped() && (isExternal || lacksHost || hostPointer)) {
    return Error{hostPointer || lacksHost ? CL_INVALID_HOST_PTR : CL_INVALID_PROPERTY};
  }
  if (hasOther) {
    return hostPointer ? Result<Ref<Buffer>>(Error{CL_INVALID_HOST_PTR})
                       : overOther(context, properties, flags, *shape, description->mem_object);
  }
  if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    return Error{CL_INVALID_IMAGE_DESCRIPTOR};
  }
  return Buffer::createImage(context, properties, flags, *shape, hostPointer);
}

bool isImageType(cl_mem_object_type type) {
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
}

/// CL 3.0 §5.3.2 clGetSupportedImageFormats: CL_INVALID_VALUE.
Result<std::vector<cl_image_format>> supportedFormats(const Context &context, cl_mem_flags flags,
                                                      cl_mem_object_type type) {
  constexpr cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
  // CL_MEM_KERNEL_READ_AND_WRITE is valid in this query only, and in place of another access.
  const bool isBoth = (flags & CL_MEM_KERNEL_READ_AND_WRITE) != 0;
  if (!isImageType(type) || !areMemoryFlags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE}) ||
      (isBoth && (flags & access) != 0)) {
    return Error{CL_INVALID_VALUE};
  }
  return hasImages(context) ? supportedFormats(flags, type) : std::vector<cl_image_format>();
}

}  // namespace cl
