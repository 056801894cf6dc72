// write_imagef, write_imagei and write_imageui for all kinds of images. Pixels outside of the image
// are not written; the specification leaves the result undefined.
#pragma once
#include "image/pixel.h"

HELPER void writePixel(image_t image, level_t level, int4 at, int layer, uint dimensions,
                       uint4 words) {
  const bool isInside = (uint)at.x < (uint)level.extent.x &&
                        (dimensions < 2 || (uint)at.y < (uint)level.extent.y) &&
                        (dimensions < 3 || (uint)at.z < (uint)level.extent.z) &&
                        (dimensions > 2 || (uint)layer < image->layers);
  if (isInside)
    storeWords(image, placeOf(level, (int4)(at.xy, dimensions > 2 ? at.z : layer, 0)), words);
}

HELPER void writeAt(image_t image, int4 at, int layer, uint dimensions, uint4 words) {
  writePixel(image, levelOf(image, dimensions), at, layer, dimensions, words);
}

HELPER void writeAt(image_t image, int4 at, int layer, uint dimensions, uint4 words, int lod) {
  if ((uint)lod < image->levels)
    writePixel(image, levelOf(image, dimensions, (uint)lod), at, layer, dimensions, words);
}
