// Creates images and lists supported formats (CL 3.0 §5.3.1, §5.3.2).
#pragma once

#include "core/memory/buffer.h"

namespace cl {

/// Implements clCreateImageWithProperties (CL 3.0 §5.3.1).
Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                cl_mem_flags flags, const cl_image_format *format,
                                const cl_image_desc *description, void *hostPointer);

/// Tells if the type is one of the six image types.
bool isImageType(cl_mem_object_type type);

/// Implements clGetSupportedImageFormats (CL 3.0 §5.3.2). Empty if no device has images.
Result<std::vector<cl_image_format>> supportedFormats(const Context &context, cl_mem_flags flags,
                                                      cl_mem_object_type type);

}  // namespace cl
