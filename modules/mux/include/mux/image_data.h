// What an image is to a kernel: the structure whose address is in the argument block for a
// parameter of kind mux_parameter_image, and the word of a sampler. C, C++ and OpenCL C read this
// header. Pixels are linear in memory: a row's lie one behind the other, rows and slices (or
// layers) at their pitches.
#pragma once

#ifdef __OPENCL_C_VERSION__
#define MUX_UINT64 ulong
#define MUX_UINT32 uint
#define MUX_UINT8 uchar
#else
#include <stdint.h>
#define MUX_UINT64 uint64_t
#define MUX_UINT32 uint32_t
#define MUX_UINT8 uint8_t
#endif

/// How the fields of a pixel stand for numbers.
enum mux_encoding_e {
  mux_encoding_integer,     ///< as they are
  mux_encoding_normalized,  ///< divided by the largest, from 0 or -1 to 1
  mux_encoding_half,
  mux_encoding_float,
};
enum mux_pixel_flags_e {
  mux_pixel_signed = 1,
  mux_pixel_srgb = 2,  ///< red, green and blue are encoded as sRGB
};
enum mux_field_flags_e {
  mux_field_read = 1,   ///< reading gives the field; else a constant
  mux_field_write = 2,  ///< writing fills the field
  mux_field_one = 4,    ///< the constant is 1, not 0
};

/// Where red, green, blue or alpha are in a pixel: in a word of 32 bits, counted from the pixel's
/// first byte, the bits that are left when `up` bits above and `down - up` bits below are shifted
/// out.
typedef struct mux_pixel_field_s {
  MUX_UINT8 word, up, down, flags;  ///< mux_field_flags_e
} mux_pixel_field_t;

typedef struct mux_image_data_s {
  MUX_UINT64 address;            ///< of pixel 0 of row 0 of slice 0, in the device's global memory
  MUX_UINT64 row_pitch;          ///< bytes
  MUX_UINT64 slice_pitch;        ///< bytes; of layers in arrays, of one dimension as well
  MUX_UINT32 extent[3];          ///< pixels; 1 in a dimension that the image does not have
  MUX_UINT32 layers;             ///< 1 if it is no array
  MUX_UINT32 channel_order;      ///< mux_channel_order_e
  MUX_UINT32 channel_data_type;  ///< mux_channel_type_e
  MUX_UINT32 pixel_size;         ///< bytes: 1, 2, 4, 8 or 16; pixels are aligned to it
  MUX_UINT32 encoding;           ///< mux_encoding_e
  MUX_UINT32 flags;              ///< mux_pixel_flags_e
  MUX_UINT32 levels;             ///< of detail; at least 1
  mux_pixel_field_t fields[4];   ///< of red, green, blue, alpha
  float largest[4];              ///< what is 1 in normalized fields
} mux_image_data_t;

/// Levels of detail lie behind each other, without gaps between their rows and slices. Each has in
/// every dimension but the layers half of the pixels of the one before, rounded down, and at least
/// one. This is where level `level` begins, in pixels, if level 0 has `pixels`; the end of the last
/// one is where another would begin. As no level has more than half of the pixels of the one
/// before, they are given just that.
static inline MUX_UINT64 mux_image_level_start(MUX_UINT64 pixels, MUX_UINT32 level) {
  return 2 * pixels - ((2 * pixels) >> level);
}
static inline MUX_UINT32 mux_image_level_extent(MUX_UINT32 extent, MUX_UINT32 level) {
  return extent >> level > 1 ? extent >> level : 1;
}

/// cl_channel_order, as far as kernels know the orders.
enum mux_channel_order_e {
  mux_order_r = 0x10b0,
  mux_order_a,
  mux_order_rg,
  mux_order_ra,
  mux_order_rgb,  ///< only in types that hold a pixel in one word
  mux_order_rgba,
  mux_order_bgra,
  mux_order_argb,
  mux_order_intensity,
  mux_order_luminance,
  mux_order_depth = 0x10bd,
  mux_order_srgba = 0x10c1,
  mux_order_sbgra,
  mux_order_abgr,
};

/// cl_channel_type.
enum mux_channel_type_e {
  mux_channel_snorm_int8 = 0x10d0,
  mux_channel_snorm_int16,
  mux_channel_unorm_int8,
  mux_channel_unorm_int16,
  mux_channel_unorm_565,
  mux_channel_unorm_555,
  mux_channel_unorm_101010,
  mux_channel_signed_int8,
  mux_channel_signed_int16,
  mux_channel_signed_int32,
  mux_channel_unsigned_int8,
  mux_channel_unsigned_int16,
  mux_channel_unsigned_int32,
  mux_channel_half_float,
  mux_channel_float,
  mux_channel_unorm_101010_2 = 0x10e0,
};

/// A sampler's word has the bits that Clang gives a constant sampler, and above them what a sampler
/// of levels has. Levels of detail are unsigned numbers of 1/256; the largest is counted down from
/// the last number that there is, so that a constant sampler has no bounds.
enum mux_sampler_bits_e {
  mux_sampler_normalized = 0x1,
  mux_sampler_addressing = 0xe,  ///< one of the five below
  mux_sampler_address_none = 0x0,
  mux_sampler_clamp_to_edge = 0x2,
  mux_sampler_clamp = 0x4,
  mux_sampler_repeat = 0x6,
  mux_sampler_mirrored_repeat = 0x8,
  mux_sampler_nearest = 0x10,
  mux_sampler_linear = 0x20,
  mux_sampler_mip_linear = 0x40,  ///< between two levels
  mux_sampler_lod_bits = 12,
  mux_sampler_lod_last = (1 << mux_sampler_lod_bits) - 1,
  mux_sampler_lod_one = 256,
  mux_sampler_lod_min_shift = 7,
  mux_sampler_lod_max_shift = mux_sampler_lod_min_shift + mux_sampler_lod_bits,
};

#undef MUX_UINT64
#undef MUX_UINT32
#undef MUX_UINT8
