// libpng's simplified interface converts any PNG file to one of a few layouts in memory, so clrun
// has no code for palettes, 16 bits or interlacing. Pictures are limited in size, because the
// header of a damaged file may promise any size.

#include "png_file.h"

#include <png.h>

#include <optional>

namespace clrun {
namespace {

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

/// Reports a format without a place in PNG files, and returns false.
bool refuseFormat(const PixelFormat &pixel, std::string &error) {
  error = "PNG files hold rgba8, bgra8, r8 and their forms with ui, not " + pixel.name;
  return false;
}

/// Owns libpng's state for one picture.
class Picture {
 public:
  Picture() { image_.version = PNG_IMAGE_VERSION; }
  ~Picture() { png_image_free(&image_); }
  Picture(const Picture &) = delete;
  Picture &operator=(const Picture &) = delete;

  /// libpng's structure, for its functions and its fields.
  png_image *operator->() { return &image_; }
  png_image *get() { return &image_; }
  /// Reports libpng's message, and returns false.
  bool fail(std::string &error) const {
    error = std::string("PNG: ") + (image_.message[0] != '\0' ? image_.message : "damaged");
    return false;
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
bool readPng(const Bytes &file, ImageShape &shape, Bytes &pixels, std::string &error) {
  Picture picture;
  if (png_image_begin_read_from_memory(picture.get(), file.data(), file.size()) == 0) {
    return picture.fail(error);
  }
  constexpr size_t greatest = 1 << 15;
  if (picture->width > greatest || picture->height > greatest) {
    error = "PNG: the picture is too large";
    return false;
  }
  if (shape.pixel.name.empty()) {
    shape.pixel = *parsePixelFormat("rgba8");
    shape.extent = {picture->width, picture->height, 1};
  }
  const auto layout = layoutOf(shape.pixel);
  if (!layout) {
    return refuseFormat(shape.pixel, error);
  }
  if (picture->width != shape.extent[0] || picture->height != shape.extent[1] * shape.extent[2]) {
    error = "the picture has " + std::to_string(picture->width) + " by " +
            std::to_string(picture->height) + " pixels, and the image is " + toString(shape);
    return false;
  }
  picture->format = *layout;
  pixels.resize(shape.bytes());
  const png_color black = {};
  if (png_image_finish_read(picture.get(), &black, pixels.data(), 0, nullptr) == 0) {
    return picture.fail(error);
  }
  return true;
}

// libpng is called twice: first for the size, then for the bytes.
bool writePng(const ImageShape &shape, const Bytes &pixels, Bytes &file, std::string &error) {
  const auto layout = layoutOf(shape.pixel);
  if (!layout) {
    return refuseFormat(shape.pixel, error);
  }
  Picture picture;
  picture->width = static_cast<png_uint_32>(shape.extent[0]);
  picture->height = static_cast<png_uint_32>(shape.extent[1] * shape.extent[2]);
  picture->format = *layout;
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(picture.get(), nullptr, &size, 0, pixels.data(), 0, nullptr) == 0) {
    return picture.fail(error);
  }
  file.resize(size);
  if (png_image_write_to_memory(picture.get(), file.data(), &size, 0, pixels.data(), 0, nullptr) ==
      0) {
    return picture.fail(error);
  }
  file.resize(size);
  return true;
}

}  // namespace clrun
