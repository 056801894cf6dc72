// Draws the Mandelbrot set, checks it against the host, and writes mandelbrot.png.
//
// Each pixel iterates z = z² + c until |z| is above 2. Neighbours stop after different numbers of
// steps, so this shows how a vectoriser copes with divergent loops. Pixels that never stop are
// black.

#include <png.h>

#include <cstdint>
#include <cstdlib>

#include "example.h"

namespace {

/// Pixels of the picture, and the most steps for one of them.
constexpr size_t width = 1024, height = 768;
constexpr int limit = 500;

constexpr char source[] = R"(
kernel void mandelbrot(global int *iterations, float left, float top, float step, int limit) {
  size_t x = get_global_id(0), y = get_global_id(1);
  float real = left + step * x, imaginary = top + step * y;
  float a = 0.0f, b = 0.0f;
  int count = 0;
  while (count < limit && a * a + b * b <= 4.0f) {
    float next = a * a - b * b + real;
    b = 2.0f * a * b + imaginary;
    a = next;
    ++count;
  }
  iterations[y * get_global_size(0) + x] = count;
}
)";

/// The kernel's loop in C++: the model for the check.
int iterationsOnHost(float real, float imaginary) {
  float a = 0, b = 0;
  int count = 0;
  while (count < limit && a * a + b * b <= 4.0f) {
    float next = a * a - b * b + real;
    b = 2.0f * a * b + imaginary;
    a = next;
    ++count;
  }
  return count;
}

/// Colours grow with the number of steps. Returns false if the file cannot be written.
bool writePicture(const std::vector<int> &iterations, const char *path) {
  std::vector<uint8_t> pixels(3 * iterations.size());
  for (size_t i = 0; i < iterations.size(); ++i) {
    int n = iterations[i];
    if (n < limit) {
      pixels[3 * i] = static_cast<uint8_t>(std::min(255, 4 * n));
      pixels[3 * i + 1] = static_cast<uint8_t>(std::min(255, n * 2));
      pixels[3 * i + 2] = static_cast<uint8_t>(std::min(255, 64 + 8 * n));
    }
  }
  // libpng's simplified interface: one call for the whole file.
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGB;
  return png_image_write_to_file(&image, path, 0, pixels.data(), 0, nullptr) != 0;
}

/// Fails if more than 2 % of the pixels differ from the host's.
int mandelbrot() {
  example::Session session;
  // The visible part of the plane, with square pixels.
  constexpr float left = -2.2f, top = -1.2f, step = 3.2f / width;
  cl::Kernel kernel(session.build(source), "mandelbrot");
  cl::Buffer buffer(session.context, CL_MEM_WRITE_ONLY, width * height * sizeof(int));
  kernel.setArg(0, buffer);
  kernel.setArg(1, left);
  kernel.setArg(2, top);
  kernel.setArg(3, step);
  kernel.setArg(4, limit);
  cl::Event event;
  session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(width, height),
                                     cl::NullRange, nullptr, &event);
  // A blocking read in an in-order queue waits for the kernel too.
  std::vector<int> iterations(width * height);
  session.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, iterations.size() * sizeof(int),
                                  iterations.data());
  std::printf("%zu x %zu pixels in %.1f ms\n", width, height, example::milliseconds(event));

  // Contraction (fused multiply-add) may move a point over the border: a few pixels may differ.
  size_t different = 0;
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      int expected =
          iterationsOnHost(left + step * static_cast<float>(x), top + step * static_cast<float>(y));
      different += iterations[y * width + x] != expected;
    }
  }
  std::printf("%zu of %zu pixels differ from the host\n", different, iterations.size());
  if (different > iterations.size() / 50) {
    return 1;
  }
  if (!writePicture(iterations, "mandelbrot.png")) {
    std::fprintf(stderr, "mandelbrot.png could not be written\n");
    return 1;
  }
  return 0;
}

}  // namespace

int main() {
  return example::run(mandelbrot);
}
