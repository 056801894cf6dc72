// Images. A device without has_images answers mux_error_unsupported to all of these.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum mux_image_type_e {
  mux_image_type_1d = 1,
  mux_image_type_2d,
  mux_image_type_3d,
  mux_image_type_1d_array,
  mux_image_type_2d_array,
  mux_image_type_1d_buffer,
} mux_image_type_t;

typedef struct mux_image_description_s {
  mux_image_type_t type;
  uint32_t channel_order;      ///< OpenCL's cl_channel_order
  uint32_t channel_data_type;  ///< OpenCL's cl_channel_type
  mux_extent_3d_t extent;      ///< pixels
  uint32_t array_layers;
  uint64_t row_pitch, slice_pitch;  ///< bytes
} mux_image_description_t;

mux_result_t muxCreateImage(mux_device_t device, const mux_image_description_t *description,
                            mux_image_t *image);
void muxDestroyImage(mux_device_t device, mux_image_t image);
mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                uint64_t offset);

#ifdef __cplusplus
}
#endif
