// Entry points of images and of commands on their pixels (CL 3.0 §5.3).
//
// All four clCreateImage… calls end in clCreateImageWithProperties. Commands pass origin and region
// as they are, in pixels; core/memory/image_shape.h checks them against the image and turns them
// into bytes.

#include <algorithm>

#include "api/enqueue.h"
#include "core/commands/image_commands.h"
#include "core/memory/image.h"

using namespace cl;

namespace {

/// Fills in a description for the calls of OpenCL 1.1 without one.
cl_image_desc describe(cl_mem_object_type type, size_t width, size_t height, size_t depth,
                       size_t rowPitch, size_t slicePitch) {
  cl_image_desc description = {};
  description.image_type = type;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = depth;
  description.image_row_pitch = rowPitch;
  description.image_slice_pitch = slicePitch;
  return description;
}

/// Creates an image from single extents. CL 3.0 §5.3.1 clCreateImage2D, clCreateImage3D: without a
/// description, wrong extents and pitches are CL_INVALID_IMAGE_SIZE; createImage() has the other
/// errors.
cl_mem createDescribed(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                       const cl_image_desc &description, void *hostPointer, cl_int *error) {
  return api::createOn<Buffer, Context>(
      context, error, [&](Context &object) -> Result<Ref<Buffer>> {
        auto image = createImage(object, nullptr, flags, format, &description, hostPointer);
        const bool isExtent = !image && image.error().code == CL_INVALID_IMAGE_DESCRIPTOR;
        return isExtent ? Result<Ref<Buffer>>(Error{CL_INVALID_IMAGE_SIZE}) : std::move(image);
      });
}

}  // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                 const cl_image_format *image_format,
                                 const cl_image_desc *image_desc, void *host_ptr,
                                 cl_int *errcode_ret) {
  return clCreateImageWithProperties(context, nullptr, flags, image_format, image_desc, host_ptr,
                                     errcode_ret);
}

/// CL 3.0 §5.3.1: createImage() has the errors.
cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context,
                                               const cl_mem_properties *properties,
                                               cl_mem_flags flags,
                                               const cl_image_format *image_format,
                                               const cl_image_desc *image_desc, void *host_ptr,
                                               cl_int *errcode_ret) {
  return api::createOn<Buffer, Context>(context, errcode_ret, [&](Context &object) {
    return createImage(object, properties, flags, image_format, image_desc, host_ptr);
  });
}

/// CL 3.0 §5.3.1, deprecated by OpenCL 1.2.
cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format *image_format, size_t image_width,
                                   size_t image_height, size_t image_row_pitch, void *host_ptr,
                                   cl_int *errcode_ret) {
  const cl_image_desc description =
      describe(CL_MEM_OBJECT_IMAGE2D, image_width, image_height, 0, image_row_pitch, 0);
  return createDescribed(context, flags, image_format, description, host_ptr, errcode_ret);
}

/// CL 3.0 §5.3.1, deprecated by OpenCL 1.2: CL_INVALID_IMAGE_SIZE for a depth of 1, accepted by
/// clCreateImage. Depth 0 serves for both here.
cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                   const cl_image_format *image_format, size_t image_width,
                                   size_t image_height, size_t image_depth, size_t image_row_pitch,
                                   size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret) {
  const cl_image_desc description =
      describe(CL_MEM_OBJECT_IMAGE3D, image_width, image_height, image_depth == 1 ? 0 : image_depth,
               image_row_pitch, image_slice_pitch);
  return createDescribed(context, flags, image_format, description, host_ptr, errcode_ret);
}

/// CL 3.0 §5.3.2 clGetSupportedImageFormats: CL_INVALID_VALUE for a list without entries.
cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                              cl_mem_object_type image_type, cl_uint num_entries,
                                              cl_image_format *image_formats,
                                              cl_uint *num_image_formats) {
  return api::callOn<Context>(context, [&](Context &object) -> Status {
    if (image_formats && num_entries == 0) {
      return Error{CL_INVALID_VALUE};
    }
    auto formats = supportedFormats(object, flags, image_type);
    if (!formats) {
      return formats.error();
    }
    if (image_formats) {
      std::copy_n(formats->begin(), std::min<size_t>(num_entries, formats->size()), image_formats);
    }
    if (num_image_formats) {
      *num_image_formats = static_cast<cl_uint>(formats->size());
    }
    return success();
  });
}

/// CL 3.0 §5.3.7 clGetImageInfo: CL_INVALID_MEM_OBJECT for memory objects of other types.
cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return api::callOn<Buffer>(image, [&](Buffer &object) -> Status {
    if (!object.shape()) {
      return Error{CL_INVALID_MEM_OBJECT};
    }
    return object.imageInfo(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

/// CL 3.0 §5.3.3: pitches of 0 stand for rows and slices without gaps in the application's memory.
cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image,
                                      cl_bool blocking_read, const size_t *origin,
                                      const size_t *region, size_t row_pitch, size_t slice_pitch,
                                      void *ptr, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, image, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueReadImage(queue, object, blocking_read, {origin, region},
                                                  {row_pitch, slice_pitch}, ptr, waits, event);
                        });
}

/// CL 3.0 §5.3.3: likewise, in the other direction.
cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image,
                                       cl_bool blocking_write, const size_t *origin,
                                       const size_t *region, size_t input_row_pitch,
                                       size_t input_slice_pitch, const void *ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, image, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueWriteImage(queue, object, blocking_write, {origin, region},
                                                   {input_row_pitch, input_slice_pitch}, ptr, waits,
                                                   event);
                        });
}

/// CL 3.0 §5.3.3: both images have the same format; they may be the same image.
cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image,
                                      cl_mem dst_image, const size_t *src_origin,
                                      const size_t *dst_origin, const size_t *region,
                                      cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(
      command_queue, src_image, dst_image, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, Buffer &source, Buffer &destination, const WaitList &waits) {
        return enqueueCopyImage(queue, source, destination, src_origin, {dst_origin, region}, waits,
                                event);
      });
}

/// CL 3.0 §5.3.4: the colour is converted to the format of the image
/// (core/memory/encode_pixel.cpp).
cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image,
                                      const void *fill_color, const size_t *origin,
                                      const size_t *region, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, image, {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &object, const WaitList &waits) {
                          return enqueueFillImage(queue, object, fill_color, {origin, region},
                                                  waits, event);
                        });
}

/// CL 3.0 §5.3.5: the buffer gets rows without gaps.
cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                              cl_mem dst_buffer, const size_t *src_origin,
                                              const size_t *region, size_t dst_offset,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, src_image, dst_buffer,
                        {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &image, Buffer &buffer, const WaitList &waits) {
                          return enqueueCopyImageToBuffer(
                              queue, image, buffer, {src_origin, region}, dst_offset, waits, event);
                        });
}

/// CL 3.0 §5.3.5: the buffer has rows without gaps.
cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                              cl_mem dst_image, size_t src_offset,
                                              const size_t *dst_origin, const size_t *region,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
  return api::enqueueOn(command_queue, src_buffer, dst_image,
                        {num_events_in_wait_list, event_wait_list, event},
                        [&](Queue &queue, Buffer &buffer, Buffer &image, const WaitList &waits) {
                          return enqueueCopyBufferToImage(queue, buffer, image, src_offset,
                                                          {dst_origin, region}, waits, event);
                        });
}

/// CL 3.0 §5.3.6: returns the pointer at once and the pitches of the mapped region; the bytes are
/// there when the command is complete.
void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image,
                                    cl_bool blocking_map, cl_map_flags map_flags,
                                    const size_t *origin, const size_t *region,
                                    size_t *image_row_pitch, size_t *image_slice_pitch,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event,
                                    cl_int *errcode_ret) {
  void *pointer = nullptr;
  const cl_int error = api::enqueueOn(
      command_queue, image, {num_events_in_wait_list, event_wait_list, event},
      [&](Queue &queue, Buffer &object, const WaitList &waits) -> Status {
        auto mapped = enqueueMapImage(queue, object, blocking_map, map_flags, {origin, region},
                                      image_row_pitch, image_slice_pitch, waits, event);
        pointer = mapped ? *mapped : nullptr;
        return mapped ? success() : Status(mapped.error());
      });
  api::setError(errcode_ret, error);
  return pointer;
}
