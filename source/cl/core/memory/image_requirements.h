// Answers cl_ext_image_requirements_info, with the additions of cl_ext_image_from_buffer.
//
// An application creating an image over a buffer has to know the alignment of its pixels and
// pitches first, and the size of the buffer. The queries take the arguments of clCreateImage, as
// far as they are known: the format, the description or both may be missing.
#pragma once

#include <CL/cl_ext.h>

#include "core/context/context.h"

namespace cl {

/// Implements clGetImageRequirementsInfoEXT. All devices with images have the same requirements,
/// and only the format matters. `properties`, `format` and `description` may be null. Errors of
/// cl_ext_image_requirements_info: CL_INVALID_PROPERTY for any property, CL_INVALID_VALUE for
/// flags, an unknown query or one in need of a missing argument, CL_INVALID_IMAGE_DESCRIPTOR for a
/// query of another image type, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, CL_INVALID_OPERATION without
/// images.
Status imageRequirement(const Context &context, const cl_mem_properties *properties,
                        cl_mem_flags flags, const cl_image_format *format,
                        const cl_image_desc *description, cl_image_requirements_info_ext name,
                        const InfoWriter &out);

}  // namespace cl
