// The name of a pixel format is an order and a type without a space, as in Vulkan and OpenGL:
// "rgba8" is CL_RGBA with CL_UNORM_INT8. Sizes follow in brackets, layers of an array last.
//
// Pixels on the command line and in files are raw: no conversion, no gaps between rows. So an image
// of rgba8[64,48] is 12,288 bytes.

#include "image.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace clrun {
namespace {

using support::Failure;
using support::Result;

/// A channel order by its name on the command line.
struct Order {
  std::string_view name;
  cl_channel_order order;
  unsigned channels;
};
// Longer names first: "rgba8" also begins with "r".
constexpr Order orders[] = {{"depth", CL_DEPTH, 1},
                            {"rgba", CL_RGBA, 4},
                            {"bgra", CL_BGRA, 4},
                            {"rg", CL_RG, 2},
                            {"r", CL_R, 1}};

/// A channel type by its name on the command line, and the scalar of its raw bytes.
struct ChannelType {
  std::string_view name;
  cl_channel_type type;
  Scalar scalar;
};
// Rows of CL 3.0 §5.3.1.1 that a word of the command line can name.
constexpr ChannelType types[] = {
    {"8", CL_UNORM_INT8, Scalar::u8},      {"16", CL_UNORM_INT16, Scalar::u16},
    {"8s", CL_SNORM_INT8, Scalar::i8},     {"16s", CL_SNORM_INT16, Scalar::i16},
    {"8i", CL_SIGNED_INT8, Scalar::i8},    {"8ui", CL_UNSIGNED_INT8, Scalar::u8},
    {"16i", CL_SIGNED_INT16, Scalar::i16}, {"16ui", CL_UNSIGNED_INT16, Scalar::u16},
    {"32i", CL_SIGNED_INT32, Scalar::i32}, {"32ui", CL_UNSIGNED_INT32, Scalar::u32},
    {"16f", CL_HALF_FLOAT, Scalar::f16},   {"32f", CL_FLOAT, Scalar::f32}};

/// A type of image by its name in OpenCL C, with the number of its sizes.
struct ImageType {
  std::string_view name;
  cl_mem_object_type type;
  unsigned sizes;
};
// Longer names first: "image1d_array_t" also begins with "image1d".
constexpr ImageType imageTypes[] = {{"image1d_array", CL_MEM_OBJECT_IMAGE1D_ARRAY, 2},
                                    {"image1d_buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, 1},
                                    {"image1d", CL_MEM_OBJECT_IMAGE1D, 1},
                                    {"image2d_array", CL_MEM_OBJECT_IMAGE2D_ARRAY, 3},
                                    {"image2d", CL_MEM_OBJECT_IMAGE2D, 2},
                                    {"image3d", CL_MEM_OBJECT_IMAGE3D, 3}};

/// Matches image2d_t, image2d_depth_t or image2d_array_depth_t behind a qualifier.
const ImageType *typeOf(std::string_view parameter) {
  const size_t space = parameter.rfind(' ');
  parameter.remove_prefix(space == std::string_view::npos ? 0 : space + 1);
  const auto *found = std::ranges::find_if(
      imageTypes, [&](const ImageType &each) { return parameter.starts_with(each.name); });
  return found == std::end(imageTypes) ? nullptr : found;
}

/// Chooses the type by the number of sizes, for programs without types of their parameters.
cl_mem_object_type typeOf(unsigned sizes) {
  return sizes == 1   ? CL_MEM_OBJECT_IMAGE1D
         : sizes == 2 ? CL_MEM_OBJECT_IMAGE2D
                      : CL_MEM_OBJECT_IMAGE3D;
}

/// Parses one to three numbers; returns none for other text.
unsigned parseSizes(std::string_view text, std::array<size_t, 3> &sizes) {
  constexpr size_t greatest = 1 << 20;
  const char *at = text.data(), *const end = at + text.size();
  for (unsigned count = 0; count < sizes.size(); ++at) {
    const auto [stop, failed] = std::from_chars(at, end, sizes[count]);
    if (failed != std::errc() || sizes[count] == 0 || sizes[count] > greatest) {
      return 0;
    }
    ++count;
    if (stop == end) {
      return count;
    }
    if (*stop != ',') {
      return 0;
    }
    at = stop;
  }
  return 0;
}

}  // namespace

// The first order that the name begins with decides; the rest has to be a type entirely.
std::optional<PixelFormat> parsePixelFormat(std::string_view name) {
  const auto *order =
      std::ranges::find_if(orders, [&](const Order &each) { return name.starts_with(each.name); });
  if (order == std::end(orders)) {
    return std::nullopt;
  }
  const auto *type = std::ranges::find(types, name.substr(order->name.size()), &ChannelType::name);
  if (type == std::end(types)) {
    return std::nullopt;
  }
  return PixelFormat{
      std::string(name), {order->order, type->type}, {type->scalar, order->channels}};
}

// The parameter's type wins over the number of sizes: image1d_array_t and image2d_t both take two.
Result<ImageShape> parseImageShape(std::string_view text, std::string_view parameterType) {
  const size_t bracket = text.find('[');
  const auto pixel = parsePixelFormat(text.substr(0, bracket));
  if (!pixel) {
    return Failure{"'" + std::string(text.substr(0, bracket)) +
                   "' is no format of pixels: rgba8, r32f, rg16ui or the like"};
  }
  ImageShape shape;
  const bool isClosed = bracket != std::string_view::npos && text.ends_with("]");
  const unsigned count =
      isClosed ? parseSizes(text.substr(bracket + 1, text.size() - bracket - 2), shape.extent) : 0;
  if (count == 0) {
    return Failure{"an image needs its size: " + pixel->name + "[width,height]"};
  }
  const ImageType *type = typeOf(parameterType);
  if (!parameterType.empty() && !type) {
    return Failure{"its type, " + std::string(parameterType) + ", is no image that clrun can make"};
  }
  if (type && type->sizes != count) {
    return Failure{std::string(parameterType) + " takes " + std::to_string(type->sizes) +
                   " size(s)"};
  }
  shape.pixel = *pixel;
  shape.type = type ? type->type : typeOf(count);
  return shape;
}

// Leaves out sizes of 1 at the end. The height of a two-dimensional image is always shown.
std::string toString(const ImageShape &shape) {
  std::string text = shape.pixel.name + "[" + std::to_string(shape.extent[0]);
  for (size_t i = 1; i < shape.extent.size(); ++i) {
    const bool isShown = shape.extent[i] != 1 || (i == 1 && shape.type == CL_MEM_OBJECT_IMAGE2D);
    text += isShown ? "," + std::to_string(shape.extent[i]) : "";
  }
  return text + "]";
}

// Properties of CL 3.0 §5.7.1. Words come in any order.
Result<SamplerMode> parseSampler(std::string_view text) {
  struct Addressing {
    std::string_view name;
    cl_addressing_mode mode;
  };
  constexpr Addressing modes[] = {{"none", CL_ADDRESS_NONE},
                                  {"clamp", CL_ADDRESS_CLAMP},
                                  {"edge", CL_ADDRESS_CLAMP_TO_EDGE},
                                  {"repeat", CL_ADDRESS_REPEAT},
                                  {"mirror", CL_ADDRESS_MIRRORED_REPEAT}};
  SamplerMode mode;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const std::string_view word = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const auto *addressing = std::ranges::find(modes, word, &Addressing::name);
    if (addressing != std::end(modes)) {
      mode.addressing = addressing->mode;
    } else if (word == "nearest" || word == "linear") {
      mode.filter = word == "linear" ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
    } else if (word == "normalized") {
      mode.isNormalized = CL_TRUE;
    } else {
      return Failure{
          "'" + std::string(word) +
          "' is no word of a sampler: nearest, linear, none, clamp, edge, repeat, mirror, "
          "normalized"};
    }
  }
  return mode;
}

}  // namespace clrun
