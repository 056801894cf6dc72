// Images and samplers, which no device supports (CL_DEVICE_IMAGE_SUPPORT is false): each call
// checks its handles and then says so.

#include "api/adapter.h"
#include "core/buffer.h"
#include "core/queue.h"

using namespace cl;

namespace {

/// The result of creating an image or a sampler.
std::nullptr_t unsupported(cl_context context, cl_int *errcode_ret) {
  api::setError(errcode_ret, api::callOn<Context>(context, [](Context &) -> Status {
                  return Error{CL_INVALID_OPERATION};
                }));
  return nullptr;
}

/// The result of a command on an image: no memory object is one.
cl_int notAnImage(cl_command_queue queue) {
  return api::callOn<Queue>(queue, [](Queue &) -> Status { return Error{CL_INVALID_MEM_OBJECT}; });
}

}  // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags, const cl_image_format *,
                                 const cl_image_desc *, void *, cl_int *errcode_ret) {
  return unsupported(context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *,
                                               cl_mem_flags, const cl_image_format *,
                                               const cl_image_desc *, void *, cl_int *errcode_ret) {
  return unsupported(context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format *,
                                   size_t, size_t, size_t, void *, cl_int *errcode_ret) {
  return unsupported(context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format *,
                                   size_t, size_t, size_t, size_t, size_t, void *,
                                   cl_int *errcode_ret) {
  return unsupported(context, errcode_ret);
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags, cl_mem_object_type,
                                              cl_uint num_entries, cl_image_format *image_formats,
                                              cl_uint *num_image_formats) {
  return api::callOn<Context>(context, [&](Context &) -> Status {
    if (image_formats && num_entries == 0) {
      return Error{CL_INVALID_VALUE};
    }
    if (num_image_formats) {
      *num_image_formats = 0;
    }
    return success();
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem, cl_image_info, size_t, void *, size_t *) {
  return CL_INVALID_MEM_OBJECT;
}

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem, cl_bool,
                                      const size_t *, const size_t *, size_t, size_t, void *,
                                      cl_uint, const cl_event *, cl_event *) {
  return notAnImage(command_queue);
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem, cl_bool,
                                       const size_t *, const size_t *, size_t, size_t, const void *,
                                       cl_uint, const cl_event *, cl_event *) {
  return notAnImage(command_queue);
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem, cl_mem,
                                      const size_t *, const size_t *, const size_t *, cl_uint,
                                      const cl_event *, cl_event *) {
  return notAnImage(command_queue);
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem, const void *,
                                      const size_t *, const size_t *, cl_uint, const cl_event *,
                                      cl_event *) {
  return notAnImage(command_queue);
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem, cl_mem,
                                              const size_t *, const size_t *, size_t, cl_uint,
                                              const cl_event *, cl_event *) {
  return notAnImage(command_queue);
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem, cl_mem,
                                              size_t, const size_t *, const size_t *, cl_uint,
                                              const cl_event *, cl_event *) {
  return notAnImage(command_queue);
}

void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem, cl_bool, cl_map_flags,
                                    const size_t *, const size_t *, size_t *, size_t *, cl_uint,
                                    const cl_event *, cl_event *, cl_int *errcode_ret) {
  api::setError(errcode_ret, notAnImage(command_queue));
  return nullptr;
}

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool, cl_addressing_mode,
                                       cl_filter_mode, cl_int *errcode_ret) {
  return unsupported(context, errcode_ret);
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
                                                     const cl_sampler_properties *,
                                                     cl_int *errcode_ret) {
  return unsupported(context, errcode_ret);
}

cl_int CL_API_CALL clRetainSampler(cl_sampler) {
  return CL_INVALID_SAMPLER;
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler) {
  return CL_INVALID_SAMPLER;
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *, size_t *) {
  return CL_INVALID_SAMPLER;
}
