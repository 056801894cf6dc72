// Images and samplers: validation of mux/image.h and mux/sampler.h.
//
// A target sees complete pitches, a supported format, and an image that fits the address space.
// Devices without images are refused here, so their tables need no real functions.
#include "mux/image.h"

#include <algorithm>
#include <bit>

#include "call_log.h"
#include "mux/image_data.h"
#include "mux/sampler.h"
#include "mux/target_support/images.h"
#include "validate.h"

namespace {

using namespace mux;

// The checks of both creating functions. mux_error_unsupported: the device has no images.
// A null description is wrong on devices with images only, since the feature comes first.
template <class Out>
mux_result_t checkImageCreate(mux_device_t device, const void *description, Out *out) {
  if (const mux_result_t result = checkCreate(device, out); result != mux_success) {
    return result;
  }
  if (!device->info->has_images) {
    return mux_error_unsupported;
  }
  return description ? mux_success : mux_error_invalid_value;
}

// Returns true for the two kinds of arrays. Their layers are counted by array_layers, not by the
// extent.
bool isArray(const mux_image_description_t &d) {
  return d.type == mux_image_type_1d_array || d.type == mux_image_type_2d_array;
}

// Returns the dimensions of an image or of one layer; 0 for an unknown type.
uint32_t dimensionsOf(mux_image_type_t type) {
  switch (type) {
    case mux_image_type_1d:
    case mux_image_type_1d_array:
    case mux_image_type_1d_buffer:
      return 1;
    case mux_image_type_2d:
    case mux_image_type_2d_array:
      return 2;
    case mux_image_type_3d:
      return 3;
  }
  return 0;
}

// Returns the slices of a 3D image, or the layers of an array; at least 1.
uint64_t slicesOf(const mux_image_description_t &d) {
  return std::max<uint64_t>(d.extent.z, d.array_layers);
}

// Returns the number of levels until one is a single pixel. Each level halves the extents, so an
// image of 2^n pixels has n + 1 levels.
uint32_t mostLevels(const mux_image_description_t &d) {
  return std::bit_width(std::max({d.extent.x, d.extent.y, d.extent.z}));
}

// Checks the shape: at least one pixel in each used dimension, exactly one in the others,
// coordinates that fit an int, layers for arrays only, not too many levels.
bool isPossible(const mux_image_description_t &d) {
  const uint32_t dimensions = dimensionsOf(d.type);
  constexpr uint64_t most = INT32_MAX;  // coordinates are ints
  return dimensions != 0 && d.extent.x != 0 && d.extent.x <= most &&
         (dimensions > 1 ? d.extent.y != 0 && d.extent.y <= most : d.extent.y == 1) &&
         (dimensions > 2 ? d.extent.z != 0 && d.extent.z <= most : d.extent.z == 1) &&
         (isArray(d) ? d.array_layers != 0 && d.array_layers <= most : d.array_layers <= 1) &&
         (d.mip_levels <= 1 ||
          (d.mip_levels <= mostLevels(d) && d.type != mux_image_type_1d_buffer));
}

// Replaces a pitch of 0 by the least possible one. Returns false if `pitch` is too small or cuts a
// pixel.
bool completePitch(uint64_t least, uint64_t pixelSize, uint64_t *pitch) {
  *pitch = *pitch == 0 ? least : *pitch;
  return *pitch >= least && *pitch % pixelSize == 0;
}

// Completes both pitches. Returns false if they are impossible, if the image is larger than all
// memory, or if an image of several levels is not tight (mux_image_level_start).
bool completePitches(uint64_t pixelSize, mux_image_description_t *d) {
  uint64_t slice, size;
  const bool isComplete = completePitch(pixelSize * d->extent.x, pixelSize, &d->row_pitch) &&
                          !__builtin_mul_overflow(d->row_pitch, d->extent.y, &slice) &&
                          completePitch(slice, pixelSize, &d->slice_pitch) &&
                          !__builtin_mul_overflow(d->slice_pitch, slicesOf(*d), &size);
  const bool isTight = isComplete && d->row_pitch == pixelSize * d->extent.x &&
                       d->slice_pitch == d->row_pitch * d->extent.y && size <= UINT64_MAX / 2;
  return isComplete && (d->mip_levels <= 1 || isTight);
}

// Returns the bytes from the first pixel to the end of the last. Cannot overflow after
// completePitches.
uint64_t sizeOf(const mux_image_description_t &d) {
  const uint64_t slices = slicesOf(d), size = pixelSize(d.channel_order, d.channel_data_type);
  if (d.mip_levels > 1) {
    return size * mux_image_level_start(d.extent.x * d.extent.y * slices, d.mip_levels);
  }
  return (slices - 1) * d.slice_pitch + (d.extent.y - 1) * d.row_pitch + d.extent.x * size;
}

// mux_error_unsupported: a format of pixel size 0. mux_error_invalid_value: the shape or the
// pitches.
mux_result_t createImage(mux_device_t device, const mux_image_description_t *description,
                         mux_image_t *image) {
  if (const mux_result_t result = checkImageCreate(device, description, image);
      result != mux_success) {
    return result;
  }
  mux_image_description_t complete = *description;
  const uint32_t size = pixelSize(complete.channel_order, complete.channel_data_type);
  if (size == 0) {
    return mux_error_unsupported;
  }
  return isPossible(complete) && completePitches(size, &complete)
             ? tableOf(device).create_image(device, &complete, image)
             : mux_error_invalid_value;
}

// The order of the checks is that of all functions: handles, features, state, values.
mux_result_t bindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                             uint64_t offset) {
  if (!isLive(device)) {
    return mux_error_invalid_handle;
  }
  if (!device->info->has_images) {
    return mux_error_unsupported;
  }
  if (!belongsTo(memory, device) || !belongsTo(image, device)) {
    return mux_error_invalid_handle;
  }
  if (image->memory) {
    return mux_error_invalid_state;
  }
  if (offset % device->info->buffer_alignment != 0 || offset > memory->size ||
      sizeOf(image->description) > memory->size - offset) {
    return mux_error_invalid_value;
  }
  return tableOf(device).bind_image_memory(device, memory, image, offset);
}

// The target translates the modes, and refuses unknown ones.
mux_result_t createSampler(mux_device_t device, const mux_sampler_description_t *description,
                           mux_sampler_t *sampler) {
  const mux_result_t result = checkImageCreate(device, description, sampler);
  return result != mux_success ? result
                               : tableOf(device).create_sampler(device, description, sampler);
}

}  // namespace

extern "C" {

uint32_t muxGetImagePixelSize(uint32_t channelOrder, uint32_t channelDataType) {
  return pixelSize(channelOrder, channelDataType);
}

mux_result_t muxCreateImage(mux_device_t device, const mux_image_description_t *description,
                            mux_image_t *image) {
  return call_log::record("muxCreateImage", createImage(device, description, image), device,
                          description, call_log::out(image));
}

void muxDestroyImage(mux_device_t device, mux_image_t image) {
  call_log::recordVoid("muxDestroyImage", device, image);
  if (isLive(device) && belongsTo(image, device)) {
    tableOf(device).destroy_image(device, image);
  }
}

mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                uint64_t offset) {
  return call_log::record("muxBindImageMemory", bindImageMemory(device, memory, image, offset),
                          device, memory, image, offset);
}

mux_result_t muxCreateSampler(mux_device_t device, const mux_sampler_description_t *description,
                              mux_sampler_t *sampler) {
  return call_log::record("muxCreateSampler", createSampler(device, description, sampler), device,
                          description, call_log::out(sampler));
}

void muxDestroySampler(mux_device_t device, mux_sampler_t sampler) {
  call_log::recordVoid("muxDestroySampler", device, sampler);
  if (isLive(device) && belongsTo(sampler, device)) {
    tableOf(device).destroy_sampler(device, sampler);
  }
}

}  // extern "C"
