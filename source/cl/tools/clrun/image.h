// Parses images and samplers from the command line.
//
// "image:rgba8[64,48]" is a pixel format with sizes, "sampler:linear,repeat" a list of words.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "element.h"
#include "support/result.h"

namespace clrun {

/// A pixel format such as "rgba8" or "r32f", and its channels as a vector.
struct PixelFormat {
  /// The name on the command line.
  /// For instance "rgba8"; messages repeat it.
  std::string name;
  /// The format for clCreateImage.
  /// Channel order and channel type (CL 3.0 §5.3.1.1).
  cl_image_format format = {};
  /// A pixel's raw bytes as a vector of channels.
  Element element;
};

/// Parses a pixel format; returns nothing for another name. It is an order (r, rg, rgba, bgra,
/// depth) and a type: 8, 16 for normalized integers, 8s and 16s for signed ones, 8i, 8ui, 16i,
/// 16ui, 32i, 32ui, 16f, 32f.
std::optional<PixelFormat> parsePixelFormat(std::string_view name);

/// The format, type and size of an image.
struct ImageShape {
  /// Without a name until it is known.
  PixelFormat pixel;
  /// The type for clCreateImage.
  cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D;
  /// Width, height and depth as transfers take them; the layers of an array come last.
  std::array<size_t, 3> extent = {1, 1, 1};

  /// Returns the number of pixels.
  size_t pixels() const { return extent[0] * extent[1] * extent[2]; }
  /// Returns the size of the image in bytes, or SIZE_MAX on overflow.
  size_t bytes() const {
    size_t result = pixel.element.size();
    for (const size_t each : extent) {
      if (__builtin_mul_overflow(result, each, &result)) {
        return SIZE_MAX;
      }
    }
    return result;
  }
};

/// Parses "rgba8[64,48]". The image type comes from the parameter (image2d_t and others), or from
/// the number of sizes.
///
/// Fails for an unknown format, a size of 0 or above 2^20, and sizes unlike the parameter's type.
support::Result<ImageShape> parseImageShape(std::string_view text, std::string_view parameterType);
/// Returns the shape in the syntax of the command line, for messages.
/// The result is accepted by parseImageShape.
std::string toString(const ImageShape &shape);

/// The properties of a sampler, with those of "sampler" alone.
struct SamplerMode {
  /// Tells if coordinates are from 0 to 1.
  cl_bool isNormalized = CL_FALSE;
  /// The treatment of coordinates outside of the image.
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP_TO_EDGE;
  /// The choice of pixels around a coordinate.
  cl_filter_mode filter = CL_FILTER_NEAREST;
};
/// Parses words separated by commas: nearest, linear, none, clamp, edge, repeat, mirror,
/// normalized. A later word wins. Fails for another word.
support::Result<SamplerMode> parseSampler(std::string_view text);

}  // namespace clrun
