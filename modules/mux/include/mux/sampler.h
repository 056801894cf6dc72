// Samplers: how kernels address and filter the pixels of an image (OpenCL C 3.0 §6.15.15.1).
//
// A sampler is an immutable word of bits (mux_sampler_bits_e, mux/image_data.h). A launch
// copies the word into the argument block. Only devices with has_images have samplers.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The properties of a sampler, as clCreateSamplerWithProperties takes them (CL 3.0 §5.7.1).
///
/// Values are OpenCL's own, so that the driver passes them through without a table. Only the two
/// bounds have a unit: levels of detail, 0 for the largest.
typedef struct mux_sampler_description_s {
  uint32_t addressing_mode;  ///< OpenCL's cl_addressing_mode
  uint32_t filter_mode;      ///< OpenCL's cl_filter_mode
  /// 1: coordinates from 0 to 1 span the image. 0: coordinates are pixels.
  uint8_t normalized_coordinates;
  uint32_t mip_filter_mode;  ///< OpenCL's cl_filter_mode, between levels of detail; 0 for nearest
  float lod_min, lod_max;    ///< bounds of the level of detail; INFINITY for none
} mux_sampler_description_t;

/// Creates a sampler from `description` and stores it in `*sampler`. The description need not
/// outlive the call. Thread-safe, does not block.
///
/// mux_error_unsupported: the device info lacks has_images.
///
/// mux_error_invalid_value: `description` is null or names an unknown mode.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateSampler(mux_device_t device, const mux_sampler_description_t *description,
                              mux_sampler_t *sampler);

/// Destroys the sampler. Recorded launches keep a copy of its word. Ignores null and foreign
/// handles.
void muxDestroySampler(mux_device_t device, mux_sampler_t sampler);

#ifdef __cplusplus
}
#endif
