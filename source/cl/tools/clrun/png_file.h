// PNG files from and to pixels in memory, by libpng.
#pragma once

#include "argument.h"

namespace clrun {

bool isPngName(std::string_view name);
bool isPng(const Bytes &bytes);

/// Pixels of 8 bits for each channel: of the given shape, or if that has no format yet, of rgba8
/// and of the picture's size. False, with a message in `error`, for bytes that are no such picture,
/// and for formats of other channels.
bool readPng(const Bytes &file, ImageShape &shape, Bytes &pixels, std::string &error);
/// The layers of a three-dimensional image stand below each other.
bool writePng(const ImageShape &shape, const Bytes &pixels, Bytes &file, std::string &error);

}  // namespace clrun
