// Images: memory that kernels read and write by pixels. A device without has_images answers
// mux_error_unsupported to all of these.
//
// Pixels are linear in memory, at the pitches of the description: a transfer between an image and
// anything else is one of its buffer's regions, and a buffer bound to the same memory shows the
// same bytes.
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
  mux_extent_3d_t extent;      ///< pixels; 1 in dimensions that the type does not have
  uint32_t array_layers;       ///< at least 1 for arrays, else 0 or 1
  /// Bytes from one row, and from one slice or layer, to the next: multiples of the pixel's size
  /// that what lies between fits into, or 0 for the least.
  uint64_t row_pitch, slice_pitch;
  /// Levels of detail, 0 or 1 if there is but one: no more than until one of them is a single
  /// pixel. With several, pitches are the least, and memory has mux_image_level_start's layout.
  uint32_t mip_levels;
} mux_image_description_t;

/// Bytes of a pixel: 1, 2, 4, 8 or 16. 0 if this is no format, or one that kernels cannot use.
uint32_t muxGetImagePixelSize(uint32_t channel_order, uint32_t channel_data_type);

/// mux_error_invalid_value for a description that contradicts itself, mux_error_unsupported for a
/// format of which muxGetImagePixelSize knows nothing.
mux_result_t muxCreateImage(mux_device_t device, const mux_image_description_t *description,
                            mux_image_t *image);
void muxDestroyImage(mux_device_t device, mux_image_t image);
/// Once in an image's life, before a kernel uses it. `offset` is a multiple of the device's
/// buffer_alignment; the image ends within the memory.
mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                uint64_t offset);

#ifdef __cplusplus
}
#endif
