// Images and samplers, which are alike on every device: descriptions of memory.
#pragma once

#include "mux/image_data.h"
#include "mux/target.h"

namespace mux {

/// muxGetImagePixelSize.
uint32_t pixelSize(uint32_t channelOrder, uint32_t channelDataType);

/// Fills in how the fields of a pixel stand for colours, by the order and the type in `data`, which
/// have a pixel size: encoding, flags, fields and largest.
void describePixel(mux_image_data_t &data);

/// What a kernel gets for a bound image whose memory begins at the device's address
/// `memoryAddress`.
mux_image_data_t imageData(const mux_image_s &image, uint64_t memoryAddress);

/// For tables.
namespace common {

mux_result_t createImage(mux_device_t, const mux_image_description_t *, mux_image_t *);
void destroyImage(mux_device_t, mux_image_t);
mux_result_t bindImageMemory(mux_device_t, mux_memory_t, mux_image_t, uint64_t offset);
mux_result_t createSampler(mux_device_t, const mux_sampler_description_t *, mux_sampler_t *);
void destroySampler(mux_device_t, mux_sampler_t);

}  // namespace common
}  // namespace mux
