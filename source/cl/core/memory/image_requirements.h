// Answers cl_ext_image_requirements_info, with the additions of cl_ext_image_from_buffer.
#pragma once

#include <CL/cl_ext.h>

#include "core/context/context.h"

namespace cl {

/// Implements clGetImageRequirementsInfoEXT. All devices with images have the same requirements,
/// and only the format matters.
Status imageRequirement(const Context &context, const cl_mem_properties *properties,
                        cl_mem_flags flags, const cl_image_format *format,
                        const cl_image_desc *description, cl_image_requirements_info_ext name,
                        const InfoWriter &out);

}  // namespace cl
