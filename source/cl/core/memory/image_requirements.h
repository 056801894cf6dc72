// cl_ext_image_requirements_info, with what cl_ext_image_from_buffer adds.
#pragma once

#include <CL/cl_ext.h>

#include "core/context/context.h"

namespace cl {

/// clGetImageRequirementsInfoEXT. Every device with images has the same requirements, which depend
/// on the format alone.
Status imageRequirement(const Context &context, const cl_mem_properties *properties,
                        cl_mem_flags flags, const cl_image_format *format,
                        const cl_image_desc *description, cl_image_requirements_info_ext name,
                        const InfoWriter &out);

}  // namespace cl
