// Pixel formats as data.
//
// A format is an order (which channels, in which places) and a type (how wide, how encoded). From
// these two tables describePixel() computes for each of red, green, blue and alpha its word, its
// shifts, and a constant if the order lacks it. So kernels read any format without a branch per
// format (mux/image_data.h). The tables follow CL 3.0 §5.3.1.1.
//
// Example, CL_BGRA with CL_UNORM_INT8, a pixel of one word 0xAARRGGBB:
//
//   red    channel 2   up 8    down 24        blue   channel 0   up 24   down 24
#include "mux/target_support/images.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "mux/target_support/common_objects.h"

namespace mux {
namespace {

// cl_addressing_mode counts upwards from CL_ADDRESS_NONE, in the order of the bits.
constexpr uint32_t addressNone = 0x1130, addressMirroredRepeat = 0x1134;
// The values of cl_filter_mode.
constexpr uint32_t filterNearest = 0x1140, filterLinear = 0x1141;

// The composition of a channel type.
//
// `bits` is the width of channels that lie one behind the other; 0 for a packed type. `packed` has
// the widths of the fields of one word, from the highest to the lowest.
struct ChannelType {
  mux_encoding_e encoding;
  bool isSigned;
  uint8_t bits;
  std::array<uint8_t, 4> packed;
};

// Returns the composition of a cl_channel_type, or nothing for an unsupported one. The enumerators
// of mux have the values of OpenCL's.
std::optional<ChannelType> channelType(uint32_t type) {
  switch (type) {
    case mux_channel_snorm_int8:
      return ChannelType{mux_encoding_normalized, true, 8, {}};
    case mux_channel_snorm_int16:
      return ChannelType{mux_encoding_normalized, true, 16, {}};
    case mux_channel_unorm_int8:
      return ChannelType{mux_encoding_normalized, false, 8, {}};
    case mux_channel_unorm_int16:
      return ChannelType{mux_encoding_normalized, false, 16, {}};
    case mux_channel_unorm_565:
      return ChannelType{mux_encoding_normalized, false, 0, {5, 6, 5, 0}};
    case mux_channel_unorm_555:
      return ChannelType{mux_encoding_normalized, false, 0, {5, 5, 5, 0}};
    case mux_channel_unorm_101010:
      return ChannelType{mux_encoding_normalized, false, 0, {10, 10, 10, 0}};
    case mux_channel_unorm_101010_2:
      return ChannelType{mux_encoding_normalized, false, 0, {10, 10, 10, 2}};
    case mux_channel_signed_int8:
      return ChannelType{mux_encoding_integer, true, 8, {}};
    case mux_channel_signed_int16:
      return ChannelType{mux_encoding_integer, true, 16, {}};
    case mux_channel_signed_int32:
      return ChannelType{mux_encoding_integer, true, 32, {}};
    case mux_channel_unsigned_int8:
      return ChannelType{mux_encoding_integer, false, 8, {}};
    case mux_channel_unsigned_int16:
      return ChannelType{mux_encoding_integer, false, 16, {}};
    case mux_channel_unsigned_int32:
      return ChannelType{mux_encoding_integer, false, 32, {}};
    case mux_channel_half_float:
      return ChannelType{mux_encoding_half, false, 16, {}};
    case mux_channel_float:
      return ChannelType{mux_encoding_float, false, 32, {}};
    default:
      return std::nullopt;
  }
}

// Returns a bound of levels of detail in a sampler word's format. Levels become fixed-point
// numbers, because a sampler is one word of 32 bits.
uint32_t lodBits(float lod) {
  constexpr float one = mux_sampler_lod_one, last = mux_sampler_lod_last;
  return static_cast<uint32_t>(std::lrint(std::clamp(lod * one, 0.0F, last)));
}

// The channels of a pixel in memory, and the source of red, green, blue and alpha: a channel's
// number or a constant. Example: CL_BGRA has four channels in memory and the sources {2, 1, 0, 3};
// CL_RG has two and the sources {0, 1, zero, one}.
struct ChannelOrder {
  enum : uint8_t { zero = 4, one = 5 };
  uint8_t channels;
  uint8_t source[4];
};

// Returns the channels of a cl_channel_order, or nothing for an unsupported one.
std::optional<ChannelOrder> channelOrder(uint32_t order) {
  constexpr auto zero = ChannelOrder::zero, one = ChannelOrder::one;
  switch (order) {
    case mux_order_r:
    case mux_order_depth:
      return ChannelOrder{1, {0, zero, zero, one}};
    case mux_order_a:
      return ChannelOrder{1, {zero, zero, zero, 0}};
    case mux_order_rg:
      return ChannelOrder{2, {0, 1, zero, one}};
    case mux_order_ra:
      return ChannelOrder{2, {0, zero, zero, 1}};
    case mux_order_rgb:
      return ChannelOrder{3, {0, 1, 2, one}};
    case mux_order_rgba:
    case mux_order_srgba:
      return ChannelOrder{4, {0, 1, 2, 3}};
    case mux_order_bgra:
    case mux_order_sbgra:
      return ChannelOrder{4, {2, 1, 0, 3}};
    case mux_order_argb:
      return ChannelOrder{4, {1, 2, 3, 0}};
    case mux_order_abgr:
      return ChannelOrder{4, {3, 2, 1, 0}};
    case mux_order_intensity:
      return ChannelOrder{1, {0, 0, 0, 0}};
    case mux_order_luminance:
      return ChannelOrder{1, {0, 0, 0, one}};
    default:
      return std::nullopt;
  }
}

// Returns the bytes of a pixel whose channels share one word; 0 if the order has another number of
// channels than the type. Fields of 5, 6, 5 or 5, 5, 5 bits share 16 bits; those of 10 bits share
// 32.
uint32_t packedSize(const ChannelOrder &order, const ChannelType &type) {
  unsigned bits = 0, channels = 0;
  for (uint8_t field : type.packed) {
    bits += field;
    channels += field != 0;
  }
  return channels == order.channels ? (bits <= 16 ? 2 : 4) : 0;
}

// Returns true if an order may have a type. Most orders allow all types; the exceptions are in the
// table of CL 3.0 §5.3.1.1. Example: CL_RGB is possible with packed types only, and CL_DEPTH with
// two types.
bool areCombined(uint32_t order, uint32_t type, const ChannelType &properties) {
  switch (order) {
    case mux_order_rgb:
      return properties.bits == 0;
    case mux_order_intensity:
    case mux_order_luminance:
      return properties.encoding != mux_encoding_integer;
    case mux_order_bgra:
    case mux_order_argb:
    case mux_order_abgr:
      return properties.bits == 8;
    case mux_order_srgba:
    case mux_order_sbgra:
      return type == mux_channel_unorm_int8;
    case mux_order_depth:
      return type == mux_channel_unorm_int16 || type == mux_channel_float;
    default:
      return true;
  }
}

// Returns the place of channel `number` in a pixel.
//
// A packed type has its fields in one word, from the top down. Otherwise the channels lie one
// behind the other from the lowest byte, and several small ones share a word.
mux_pixel_field_t placeOf(const ChannelType &type, unsigned number) {
  unsigned bits = type.bits, above = 0, word = 0;
  if (bits == 0) {
    unsigned low = 0;
    for (unsigned next = 3; next > number; --next) {
      low += type.packed[next];
    }
    bits = type.packed[number];
    above = 32 - low - bits;
  } else {
    word = number * bits / 32;
    above = 32 - bits - number * bits % 32;
  }
  return {static_cast<uint8_t>(word), static_cast<uint8_t>(above), static_cast<uint8_t>(32 - bits),
          mux_field_read};
}

}  // namespace

// CL 3.0 §5.3.1.1 has the tables of channel orders and of their types.
uint32_t pixelSize(uint32_t order, uint32_t type) {
  const auto channels = channelOrder(order);
  const auto properties = channelType(type);
  if (!channels || !properties || !areCombined(order, type, *properties)) {
    return 0;
  }
  return properties->bits == 0 ? packedSize(*channels, *properties)
                               : channels->channels * properties->bits / 8;
}

// A channel with several colours (CL_INTENSITY) is read for each of them and written once.
void describePixel(mux_image_data_t &data) {
  const auto order = channelOrder(data.channel_order);
  const auto type = channelType(data.channel_data_type);
  data.encoding = type->encoding;
  const bool isSRGB =
      data.channel_order == mux_order_srgba || data.channel_order == mux_order_sbgra;
  data.flags = (type->isSigned ? mux_pixel_signed : 0) | (isSRGB ? mux_pixel_srgb : 0);
  bool isWritten[4] = {};
  for (unsigned i = 0; i < 4; ++i) {
    const uint8_t source = order->source[i];
    if (source >= ChannelOrder::zero) {
      data.fields[i].flags = source == ChannelOrder::one ? mux_field_one : 0;
      continue;
    }
    data.fields[i] = placeOf(*type, source);
    data.fields[i].flags |= std::exchange(isWritten[source], true) ? 0 : mux_field_write;
    const unsigned bits = 32 - data.fields[i].down - (type->isSigned ? 1 : 0);
    data.largest[i] = static_cast<float>((uint64_t{1} << bits) - 1);
  }
}

// The casts lose nothing: modules/mux/lib refuses extents beyond an int.
mux_image_data_t imageData(const mux_image_s &image, uint64_t memoryAddress) {
  const mux_image_description_t &d = image.description;
  mux_image_data_t data = {};
  data.address = memoryAddress + image.offset;
  data.row_pitch = d.row_pitch;
  data.slice_pitch = d.slice_pitch;
  data.extent[0] = static_cast<uint32_t>(d.extent.x);
  data.extent[1] = static_cast<uint32_t>(d.extent.y);
  data.extent[2] = static_cast<uint32_t>(d.extent.z);
  data.layers = std::max(d.array_layers, 1u);
  data.levels = std::max(d.mip_levels, 1u);
  data.channel_order = d.channel_order;
  data.channel_data_type = d.channel_data_type;
  data.pixel_size = pixelSize(d.channel_order, d.channel_data_type);
  describePixel(data);
  return data;
}

namespace common {

mux_result_t createImage(mux_device_t device, const mux_image_description_t *description,
                         mux_image_t *image) {
  if (mux_result_t result = createObject<mux_image_s>(device, mux_kind_image, image)) {
    return result;
  }
  (*image)->description = *description;
  (*image)->memory = nullptr;
  (*image)->offset = 0;
  return mux_success;
}

void destroyImage(mux_device_t, mux_image_t image) {
  destroy(image);
}

mux_result_t bindImageMemory(mux_device_t, mux_memory_t memory, mux_image_t image,
                             uint64_t offset) {
  image->memory = memory;
  image->offset = offset;
  return mux_success;
}

// The word, from its lowest bit: normalised, addressing mode, filter, filter between levels, bounds
// of the levels. The upper bound is stored as its distance from the last level, so 0 means "no
// bound".
mux_result_t createSampler(mux_device_t device, const mux_sampler_description_t *description,
                           mux_sampler_t *sampler) {
  const mux_sampler_description_t &d = *description;
  if (d.addressing_mode < addressNone || d.addressing_mode > addressMirroredRepeat ||
      (d.filter_mode != filterNearest && d.filter_mode != filterLinear) ||
      (d.mip_filter_mode != 0 && d.mip_filter_mode != filterNearest &&
       d.mip_filter_mode != filterLinear) ||
      std::isnan(d.lod_min) || std::isnan(d.lod_max)) {
    return mux_error_invalid_value;
  }
  if (mux_result_t result = createObject<mux_sampler_s>(device, mux_kind_sampler, sampler)) {
    return result;
  }
  (*sampler)->word = (d.normalized_coordinates ? mux_sampler_normalized : 0) |
                     (d.addressing_mode - addressNone) << 1 |
                     (d.filter_mode == filterLinear ? mux_sampler_linear : mux_sampler_nearest) |
                     (d.mip_filter_mode == filterLinear ? mux_sampler_mip_linear : 0) |
                     lodBits(d.lod_min) << mux_sampler_lod_min_shift |
                     (mux_sampler_lod_last - lodBits(d.lod_max)) << mux_sampler_lod_max_shift;
  return mux_success;
}

void destroySampler(mux_device_t, mux_sampler_t sampler) {
  destroy(sampler);
}

}  // namespace common
}  // namespace mux
