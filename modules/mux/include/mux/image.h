// Images: device memory with a pixel format, for the read_image and write_image built-ins.
//
// Pixels lie linearly in memory, at the pitches of the description. So mux has no commands for
// images: a caller binds a buffer to the same memory and transfers regions of the buffer. Only
// devices with has_images have images; the others answer mux_error_unsupported. One thread at
// a time uses a given image.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The shape of an image: dimensions, and layers in arrays. A 1d_buffer is an image over the bytes
/// of a buffer (CL_MEM_OBJECT_IMAGE1D_BUFFER, CL 3.0 §5.3.1).
typedef enum mux_image_type_e {
  mux_image_type_1d = 1,
  mux_image_type_2d,
  mux_image_type_3d,
  mux_image_type_1d_array,
  mux_image_type_2d_array,
  mux_image_type_1d_buffer,
} mux_image_type_t;

/// The shape and the format of an image (cl_image_desc and cl_image_format, CL 3.0 §5.3.1).
///
/// muxCreateImage checks that the fields agree: at least one pixel in each dimension, pitches that
/// cover rows and slices, no overflow of the total size.
typedef struct mux_image_description_s {
  mux_image_type_t type;
  uint32_t channel_order;      ///< OpenCL's cl_channel_order
  uint32_t channel_data_type;  ///< OpenCL's cl_channel_type
  mux_extent_3d_t extent;      ///< pixels; 1 in dimensions absent from the type
  uint32_t array_layers;       ///< at least 1 for arrays, else 0 or 1
  /// Bytes from one row to the next, and from one slice or layer to the next. Each is a multiple
  /// of the pixel size and spans at least a whole row or slice. 0 selects the least.
  uint64_t row_pitch, slice_pitch;
  /// Levels of detail; 0 and 1 both mean a single level. The last level is at least one pixel.
  /// Several levels need the least pitches and lie as mux_image_level_start says.
  uint32_t mip_levels;
} mux_image_description_t;

/// Returns the bytes of a pixel: 1, 2, 4, 8 or 16. Returns 0 for unknown and unsupported formats.
///
/// The driver asks it which formats to list (clGetSupportedImageFormats, CL 3.0 §5.3.2). Needs no
/// device; thread-safe.
uint32_t muxGetImagePixelSize(uint32_t channel_order, uint32_t channel_data_type);

/// Creates an unbound image and stores it in `*image`; it allocates no device memory.
///
/// The image copies `description` and fills in pitches of 0. Thread-safe.
///
/// mux_error_invalid_value: the description contradicts itself.
///
/// mux_error_unsupported: no images on this device, or a format of pixel size 0.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateImage(mux_device_t device, const mux_image_description_t *description,
                            mux_image_t *image);

/// Destroys the image; its memory stays allocated. No recorded command may name it. Ignores null
/// and foreign handles.
void muxDestroyImage(mux_device_t device, mux_image_t image);

/// Binds the image to memory from `offset` on: once, before a kernel uses it.
///
/// The image covers the bytes up to its last pixel. Buffers may be bound to the same bytes; this is
/// how a caller transfers pixels.
///
/// mux_error_unsupported: no images on this device.
///
/// mux_error_invalid_state: the image is bound already.
///
/// mux_error_invalid_value: `offset` is no multiple of the device's buffer_alignment, or the image
/// leaves the memory.
mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                uint64_t offset);

#ifdef __cplusplus
}
#endif
