// Samplers. A device without has_images answers mux_error_unsupported.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mux_sampler_description_s {
  uint32_t addressing_mode;  ///< OpenCL's cl_addressing_mode
  uint32_t filter_mode;      ///< OpenCL's cl_filter_mode
  uint8_t normalized_coordinates;
  uint32_t mip_filter_mode;  ///< OpenCL's cl_filter_mode, between levels of detail; 0 for nearest
  float lod_min, lod_max;    ///< bounds of the level of detail; INFINITY for none
} mux_sampler_description_t;

mux_result_t muxCreateSampler(mux_device_t device, const mux_sampler_description_t *description,
                              mux_sampler_t *sampler);
void muxDestroySampler(mux_device_t device, mux_sampler_t sampler);

#ifdef __cplusplus
}
#endif
