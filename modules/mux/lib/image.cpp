#include "mux/image.h"

#include "mux/sampler.h"
#include "trace.h"
#include "validate.h"

namespace {

using namespace mux;

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

bool isPossible(const mux_image_description_t &d) {
  const bool isArray = d.type == mux_image_type_1d_array || d.type == mux_image_type_2d_array;
  return d.type >= mux_image_type_1d && d.type <= mux_image_type_1d_buffer && d.extent.x != 0 &&
         d.extent.y != 0 && d.extent.z != 0 && (!isArray || d.array_layers != 0);
}

mux_result_t createImage(mux_device_t device, const mux_image_description_t *description,
                         mux_image_t *image) {
  if (const mux_result_t result = checkImageCreate(device, description, image);
      result != mux_success) {
    return result;
  }
  return isPossible(*description) ? tableOf(device).create_image(device, description, image)
                                  : mux_error_invalid_value;
}

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
  if (offset % device->info->buffer_alignment != 0 || offset >= memory->size) {
    return mux_error_invalid_value;
  }
  return tableOf(device).bind_image_memory(device, memory, image, offset);
}

mux_result_t createSampler(mux_device_t device, const mux_sampler_description_t *description,
                           mux_sampler_t *sampler) {
  const mux_result_t result = checkImageCreate(device, description, sampler);
  return result != mux_success ? result
                               : tableOf(device).create_sampler(device, description, sampler);
}

}  // namespace

extern "C" {

mux_result_t muxCreateImage(mux_device_t device, const mux_image_description_t *description,
                            mux_image_t *image) {
  return trace::call("muxCreateImage", createImage(device, description, image), device, description,
                     trace::out(image));
}

void muxDestroyImage(mux_device_t device, mux_image_t image) {
  trace::callVoid("muxDestroyImage", device, image);
  if (isLive(device) && belongsTo(image, device)) {
    tableOf(device).destroy_image(device, image);
  }
}

mux_result_t muxBindImageMemory(mux_device_t device, mux_memory_t memory, mux_image_t image,
                                uint64_t offset) {
  return trace::call("muxBindImageMemory", bindImageMemory(device, memory, image, offset), device,
                     memory, image, offset);
}

mux_result_t muxCreateSampler(mux_device_t device, const mux_sampler_description_t *description,
                              mux_sampler_t *sampler) {
  return trace::call("muxCreateSampler", createSampler(device, description, sampler), device,
                     description, trace::out(sampler));
}

void muxDestroySampler(mux_device_t device, mux_sampler_t sampler) {
  trace::callVoid("muxDestroySampler", device, sampler);
  if (isLive(device) && belongsTo(sampler, device)) {
    tableOf(device).destroy_sampler(device, sampler);
  }
}

}  // extern "C"
