// Entry points of samplers (CL 3.0 §5.7).
//
// Sampler::create() has the errors of both ways to a sampler.

#include "core/memory/sampler.h"

#include "api/adapter.h"

using namespace cl;

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
                                       cl_addressing_mode addressing_mode,
                                       cl_filter_mode filter_mode, cl_int *errcode_ret) {
  return api::createOn<Sampler, Context>(context, errcode_ret, [&](Context &object) {
    return Sampler::create(object, normalized_coords, addressing_mode, filter_mode);
  });
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(
    cl_context context, const cl_sampler_properties *sampler_properties, cl_int *errcode_ret) {
  return api::createOn<Sampler, Context>(context, errcode_ret, [&](Context &object) {
    return Sampler::create(object, sampler_properties);
  });
}

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler) {
  return api::retain<Sampler>(sampler);
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler) {
  return api::release<Sampler>(sampler);
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
                                    size_t param_value_size, void *param_value,
                                    size_t *param_value_size_ret) {
  return api::callOn<Sampler>(sampler, [&](Sampler &object) {
    return object.info(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}
