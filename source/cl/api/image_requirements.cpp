// Entry point of cl_ext_image_requirements_info: alignments, sizes and limits of images before
// their creation.

#include "core/memory/image_requirements.h"

#include "api/adapter.h"
#include "api/entry_points.h"

using namespace cl;

cl_int CL_API_CALL clGetImageRequirementsInfoEXT(
    cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
    const cl_image_format *image_format, const cl_image_desc *image_desc,
    cl_image_requirements_info_ext param_name, size_t param_value_size, void *param_value,
    size_t *param_value_size_ret) {
  return api::callOn<Context>(context, [&](Context &object) {
    return imageRequirement(object, properties, flags, image_format, image_desc, param_name,
                            {param_value_size, param_value, param_value_size_ret});
  });
}
