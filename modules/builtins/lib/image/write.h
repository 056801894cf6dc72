// write_image over any kind of image. What is outside of the image is not written, for which the
// specification gives no result.
#pragma once
#include "image/pixel.h"

HELPER void writeAt(image_t image, int4 at, int layer, uint dimensions, uint4 words) {
  const bool isInside = (uint)at.x < image->extent[0] &&
                        (dimensions < 2 || (uint)at.y < image->extent[1]) &&
                        (dimensions < 3 || (uint)at.z < image->extent[2]) &&
                        (dimensions > 2 || (uint)layer < image->layers);
  if (isInside)
    storeWords(image, placeOf(image, (int4)(at.xy, dimensions > 2 ? at.z : layer, 0)), words);
}
