// Creates images and lists supported formats (CL 3.0 §5.3.1, §5.3.2).
//
// An image is a Buffer with an ImageShape. With a mem_object in its description it is a view of
// another memory object, and has its bytes.
#pragma once

#include "core/memory/buffer.h"

namespace cl {

/// Implements clCreateImageWithProperties (CL 3.0 §5.3.1). `properties`, `format`, `description`
/// and `hostPointer` may be null; a null format or description is an error of its own. Errors:
///
///   * CL_INVALID_OPERATION: no device of the context has images.
///   * CL_INVALID_PROPERTY, CL_INVALID_VALUE: properties and flags.
///   * CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_IMAGE_DESCRIPTOR: malformed arguments.
///   * CL_INVALID_IMAGE_SIZE: larger than the limits of all devices.
///   * CL_IMAGE_FORMAT_NOT_SUPPORTED: a valid format without support for the flags.
///   * CL_INVALID_HOST_PTR: a pointer contradicting the flags.
///   * the errors of Buffer::createImage() and Buffer::createView().
Result<Ref<Buffer>> createImage(Context &context, const cl_mem_properties *properties,
                                cl_mem_flags flags, const cl_image_format *format,
                                const cl_image_desc *description, void *hostPointer);

/// Tells if the type is one of the six image types (CL 3.0 §5.3.1.2).
bool isImageType(cl_mem_object_type type);

/// Implements clGetSupportedImageFormats (CL 3.0 §5.3.2). Empty if no device has images.
/// CL_INVALID_VALUE for a type of other memory objects, or for invalid flags.
Result<std::vector<cl_image_format>> supportedFormats(const Context &context, cl_mem_flags flags,
                                                      cl_mem_object_type type);

}  // namespace cl
