// Reads and writes PNG files from and to pixels in memory, through libpng.
#pragma once

#include "argument.h"

namespace clrun {

bool isPngName(std::string_view name);
bool isPng(const Bytes &bytes);

/// Decodes pixels with 8 bits per channel. They get the given shape; without a format in it, rgba8
/// and the picture's size. Returns false, with a message in `error`, for other bytes or formats.
bool readPng(const Bytes &file, ImageShape &shape, Bytes &pixels, std::string &error);
/// Encodes pixels. The slices of a three-dimensional image stand below each other.
bool writePng(const ImageShape &shape, const Bytes &pixels, Bytes &file, std::string &error);

}  // namespace clrun
