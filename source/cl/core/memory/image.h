// Making images: which memory they use and what that asks of them.
#pragma once

#include "core/memory/buffer.h"

namespace cl {

/// clCreateImageWithProperties.
Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                cl_mem_flags flags, const cl_image_format *format,
                                const cl_image_desc *description, void *hostPointer);

bool isImageType(cl_mem_object_type type);

/// clGetSupportedImageFormats. Empty where no device has images.
Result<std::vector<cl_image_format>> supportedFormats(const Context &context, cl_mem_flags flags,
                                                      cl_mem_object_type type);

}  // namespace cl
