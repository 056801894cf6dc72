// Reads and writes PNG files from and to pixels in memory, through libpng.
//
// Formats with 8 bits per channel are supported, because a picture is for looking at; other formats
// go to raw files.
#pragma once

#include "argument.h"

namespace clrun {

/// Tells if the file name has the suffix of PNG files.
/// By ".png" or ".PNG" at the end; the file need not exist.
bool isPngName(std::string_view name);
/// Tells if the bytes begin as a PNG file.
/// Compares the signature of eight bytes, so a file with any name is recognised.
bool isPng(const Bytes &bytes);

/// A decoded PNG file.
struct Picture {
  ImageShape shape;
  /// As many bytes as the shape has, without gaps between rows.
  Bytes pixels;
};

/// Decodes a PNG file to pixels with 8 bits per channel. They get the given shape; without a format
/// in it, rgba8 and the picture's size. Fails for other bytes, formats and sizes.
support::Result<Picture> readPng(const Bytes &file, const ImageShape &shape);
/// Encodes pixels of 8 bits per channel to the bytes of a file. Fails for another format. The
/// slices of a three-dimensional image stand below each other.
///
/// `pixels` has as many bytes as the shape.
support::Result<Bytes> writePng(const ImageShape &shape, const Bytes &pixels);

}  // namespace clrun
