// libpng's simplified interface converts any PNG file to one of a few layouts in memory, so clrun
// has no code for palettes, 16 bits or interlacing. Pictures are limited in size, because the
// header of a damaged file may promise any size.

#include "png_file.h"

#include <png.h>

#include <optional>

namespace clrun {
namespace {

using support::Failure;
using support::Result;

/// Returns libpng's name for the channels, or nothing.
std::optional<png_uint_32> layoutOf(const PixelFormat &pixel) {
  const bool isByte = pixel.format.image_channel_data_type == CL_UNORM_INT8 ||
                      pixel.format.image_channel_data_type == CL_UNSIGNED_INT8;
  if (isByte && pixel.format.image_channel_order == CL_RGBA) {
    return PNG_FORMAT_RGBA;
  }
  if (isByte && pixel.format.image_channel_order == CL_BGRA) {
    return PNG_FORMAT_BGRA;
  }
  if (isByte && pixel.format.image_channel_order == CL_R) {
    return PNG_FORMAT_GRAY;
  }
  return std::nullopt;
}

/// Describes a format without a place in PNG files.
Failure formatFailure(const PixelFormat &pixel) {
  return {"PNG files hold rgba8, bgra8, r8 and their forms with ui, not " + pixel.name};
}

/// Owns libpng's state for one picture.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage &) = delete;
  PngImage &operator=(const PngImage &) = delete;

  /// libpng's structure, for its functions and its fields.
  png_image *operator->() { return &image_; }
  png_image *get() { return &image_; }
  /// Returns libpng's message.
  Failure error() const {
    return {std::string("PNG: ") + (image_.message[0] != '\0' ? image_.message : "damaged")};
  }

 private:
  png_image image_ = {};
};

}  // namespace

// By the suffix alone.
bool isPngName(std::string_view name) {
  return name.ends_with(".png") || name.ends_with(".PNG");
}

// By the eight bytes of the signature.
bool isPng(const Bytes &bytes) {
  return bytes.size() >= 8 &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, 8) == 0;
}

// The picture's size is checked before memory is taken for it. An image with slices is read as a
// picture of slices below each other, as writePng makes it.
Result<Picture> readPng(const Bytes &file, const ImageShape &shape) {
  PngImage image;
  if (png_image_begin_read_from_memory(image.get(), file.data(), file.size()) == 0) {
    return image.error();
  }
  constexpr size_t greatest = 1 << 15;
  if (image->width > greatest || image->height > greatest) {
    return Failure{"PNG: the picture is too large"};
  }
  Picture picture = {shape, {}};
  ImageShape &chosen = picture.shape;
  if (chosen.pixel.name.empty()) {
    chosen.pixel = *parsePixelFormat("rgba8");
    chosen.extent = {image->width, image->height, 1};
  }
  const auto layout = layoutOf(chosen.pixel);
  if (!layout) {
    return formatFailure(chosen.pixel);
  }
  if (image->width != chosen.extent[0] || image->height != chosen.extent[1] * chosen.extent[2]) {
    return Failure{"the picture has " + std::to_string(image->width) + " by " +
                   std::to_string(image->height) + " pixels, and the image is " + toString(chosen)};
  }
  image->format = *layout;
  picture.pixels.resize(chosen.bytes());
  const png_color black = {};
  if (png_image_finish_read(image.get(), &black, picture.pixels.data(), 0, nullptr) == 0) {
    return image.error();
  }
  return picture;
}

// libpng is called twice: first for the size, then for the bytes.
Result<Bytes> writePng(const ImageShape &shape, const Bytes &pixels) {
  const auto layout = layoutOf(shape.pixel);
  if (!layout) {
    return formatFailure(shape.pixel);
  }
  PngImage image;
  image->width = static_cast<png_uint_32>(shape.extent[0]);
  image->height = static_cast<png_uint_32>(shape.extent[1] * shape.extent[2]);
  image->format = *layout;
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(image.get(), nullptr, &size, 0, pixels.data(), 0, nullptr) == 0) {
    return image.error();
  }
  Bytes file(size);
  if (png_image_write_to_memory(image.get(), file.data(), &size, 0, pixels.data(), 0, nullptr) ==
      0) {
    return image.error();
  }
  file.resize(size);
  return file;
}

}  // namespace clrun
