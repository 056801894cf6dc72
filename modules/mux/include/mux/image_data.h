// Images and samplers as kernels see them: an image descriptor in memory, and a sampler word.
//
// For a parameter of kind mux_parameter_image the argument block holds a mux_image_data_t, and the
// kernel receives its address. The structure holds all a kernel needs to read and write pixels of
// any format, so one set of built-ins serves all images.
//
// The pixels of a row are contiguous; rows and slices (or layers) are at their pitches:
//
//   address of pixel (x, y, z) = address + z * slice_pitch + y * row_pitch + x * pixel_size
//
// C, C++ and OpenCL C include this header, so it uses no type that one of them lacks.
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

/// The conversion between a field of a pixel and a number (OpenCL C 3.0 §8.3). All fields of a
/// pixel have the same one.
enum mux_encoding_e {
  mux_encoding_integer,     ///< unconverted
  mux_encoding_normalized,  ///< divided by the largest value: 0 to 1, or -1 to 1
  mux_encoding_half,
  mux_encoding_float,
};
/// Properties of all fields of a pixel, as bits of mux_image_data_t::flags.
enum mux_pixel_flags_e {
  mux_pixel_signed = 1,
  mux_pixel_srgb = 2,  ///< red, green and blue are encoded as sRGB
};
/// Properties of one field, as bits of mux_pixel_field_t::flags. They describe channel orders
/// without a branch per order: the alpha of CL_RGB, for example, reads as the constant 1 and is not
/// written.
enum mux_field_flags_e {
  mux_field_read = 1,   ///< a read returns the field; else a constant
  mux_field_write = 2,  ///< a write stores the field
  mux_field_one = 4,    ///< the constant is 1, not 0
};

/// The place of red, green, blue or alpha in a pixel.
///
/// `word` is the index of a 32-bit word, counted from the pixel's first byte. Shifting the word
/// left by `up` and then right by `down` leaves the field's bits; an arithmetic right shift extends
/// the sign of signed fields. Green of CL_UNORM_SHORT_565 has up 21 and down 26.
typedef struct mux_pixel_field_s {
  MUX_UINT8 word, up, down, flags;  ///< mux_field_flags_e
} mux_pixel_field_t;

/// An image as a kernel gets it: 96 bytes in the argument block. Kernels only read it.
typedef struct mux_image_data_s {
  MUX_UINT64 address;            ///< of pixel 0 of row 0 of slice 0, in the device's global memory
  MUX_UINT64 row_pitch;          ///< bytes
  MUX_UINT64 slice_pitch;        ///< bytes; of layers in arrays, of one dimension as well
  MUX_UINT32 extent[3];          ///< pixels; 1 in a dimension absent from the image
  MUX_UINT32 layers;             ///< 1 if it is no array
  MUX_UINT32 channel_order;      ///< mux_channel_order_e
  MUX_UINT32 channel_data_type;  ///< mux_channel_type_e
  MUX_UINT32 pixel_size;         ///< bytes: 1, 2, 4, 8 or 16; pixels are aligned to it
  MUX_UINT32 encoding;           ///< mux_encoding_e
  MUX_UINT32 flags;              ///< mux_pixel_flags_e
  MUX_UINT32 levels;             ///< of detail; at least 1
  mux_pixel_field_t fields[4];   ///< of red, green, blue, alpha
  float largest[4];              ///< the value for 1 in normalized fields
} mux_image_data_t;

/// Returns the offset of level of detail `level`, in pixels, if level 0 has `pixels`.
///
/// Levels follow each other without gaps between rows or slices. Each dimension halves from level
/// to level, rounded down and at least 1; layers do not halve. Each level is given half the room of
/// its predecessor, enough for all its pixels. The end of the last level is the offset of the next.
///
///   pixels 64:   level 0 at 0, level 1 at 64, level 2 at 96, level 3 at 112
static inline MUX_UINT64 mux_image_level_start(MUX_UINT64 pixels, MUX_UINT32 level) {
  return 2 * pixels - ((2 * pixels) >> level);
}
/// Returns the pixels of level `level` in a dimension, if level 0 has `extent`.
static inline MUX_UINT32 mux_image_level_extent(MUX_UINT32 extent, MUX_UINT32 level) {
  return extent >> level > 1 ? extent >> level : 1;
}

/// The supported values of cl_channel_order (CL 3.0 §5.3.1.1); a missing number is an unsupported
/// order.
enum mux_channel_order_e {
  mux_order_r = 0x10b0,
  mux_order_a,
  mux_order_rg,
  mux_order_ra,
  mux_order_rgb,  ///< only with packed types: a pixel in one word
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

/// The supported values of cl_channel_type (CL 3.0 §5.3.1.1).
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

/// The bits of a sampler word.
///
/// The low ones are the bits of Clang's constant samplers, so that a sampler in the source and one
/// from the host look alike to a kernel. The bounds of the level of detail follow, as unsigned
/// multiples of 1/256. The upper bound is stored as its distance from the maximum. So a constant
/// sampler, with zeros there, is unbounded.
///
///   bit   31 ... 19   18 ... 7   6            5 4      3 2 1        0
///         lod max     lod min    mip linear   filter   addressing   normalized
enum mux_sampler_bits_e {
  mux_sampler_normalized = 0x1,
  mux_sampler_addressing = 0xe,  ///< one of the five below
  /// The addressing modes: CL_ADDRESS_NONE to CL_ADDRESS_MIRRORED_REPEAT.
  mux_sampler_address_none = 0x0,
  mux_sampler_clamp_to_edge = 0x2,
  mux_sampler_clamp = 0x4,
  mux_sampler_repeat = 0x6,
  mux_sampler_mirrored_repeat = 0x8,
  /// The filters inside of a level.
  mux_sampler_nearest = 0x10,
  mux_sampler_linear = 0x20,
  mux_sampler_mip_linear = 0x40,  ///< between two levels
  /// Bits of each bound of the level of detail.
  mux_sampler_lod_bits = 12,
  /// The largest stored bound.
  mux_sampler_lod_last = (1 << mux_sampler_lod_bits) - 1,
  /// The stored bound of one whole level.
  mux_sampler_lod_one = 256,
  mux_sampler_lod_min_shift = 7,
  mux_sampler_lod_max_shift = mux_sampler_lod_min_shift + mux_sampler_lod_bits,
};

#undef MUX_UINT64
#undef MUX_UINT32
#undef MUX_UINT8
