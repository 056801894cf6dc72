// Images and samplers for device tables: on every device they only describe memory.
//
// An image of mux is a description and a place in memory; a sampler is a word of bits. Kernels get
// both as data (mux/image_data.h), so no target has code of its own for them.
#pragma once

#include "mux/image_data.h"
#include "mux/target.h"

namespace mux {

/// Implements muxGetImagePixelSize: the bytes of a pixel, or 0 for an unsupported format.
///
/// Both values are OpenCL's cl_channel_order and cl_channel_type (CL 3.0 §5.3.1.1). A pair that the
/// table there excludes is unsupported as well. Thread-safe.
uint32_t pixelSize(uint32_t channelOrder, uint32_t channelDataType);

/// Sets encoding, flags, fields and largest in `data` from its channel order and type.
///
/// Precondition: pixelSize() of the two is not 0. Thread-safe. Without it, kernels would need a
/// branch for each format at each access.
void describePixel(mux_image_data_t &data);

/// Makes the kernel's view of a bound image. `memoryAddress` is the device address of the memory's
/// first byte; the image's offset is added.
///
/// The row and slice pitches are bytes. `layers` and `levels` are at least 1, so a kernel can treat
/// plain images as arrays of one layer. Precondition: a supported format. Thread-safe.
mux_image_data_t imageData(const mux_image_s &image, uint64_t memoryAddress);

/// Device table entries, with the contracts of the mux functions of these names.
namespace common {

/// Stores the description; modules/mux/lib has completed the pitches. The description is copied;
/// the image is unbound. Errors of createObject().
mux_result_t createImage(mux_device_t, const mux_image_description_t *, mux_image_t *);
/// Frees the object; its memory stays.
void destroyImage(mux_device_t, mux_image_t);
/// Stores memory and offset. `offset` is in bytes. The image refers to the memory without owning
/// it.
mux_result_t bindImageMemory(mux_device_t, mux_memory_t, mux_image_t, uint64_t offset);
/// Translates the modes into the word. mux_error_invalid_value: an unknown mode. Bounds of levels
/// of detail are clamped to the range of the word; a NaN is an invalid value too.
mux_result_t createSampler(mux_device_t, const mux_sampler_description_t *, mux_sampler_t *);
/// Frees the object. Recorded launches have a copy of its word.
void destroySampler(mux_device_t, mux_sampler_t);

}  // namespace common
}  // namespace mux
