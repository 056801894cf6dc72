// Filters of images: median of floats, box blur of bytes.
#include <algorithm>

#include "harness/opencl.h"

using namespace bench;

namespace {

inline void order(float &a, float &b) {
  const float low = std::min(a, b);
  b = std::max(a, b);
  a = low;
}

inline float median(float a, float b, float c, float d, float e, float f, float g, float h,
                    float i) {
  order(b, c), order(e, f), order(h, i);
  order(a, b), order(d, e), order(g, h);
  order(b, c), order(e, f), order(h, i);
  order(a, d), order(f, i), order(e, h);
  order(d, g), order(b, e), order(c, f);
  order(e, h), order(e, c), order(g, e), order(e, c);
  return e;
}

class Median final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    queue.run("median3x3", {width, height}, {16, 16}, w, h, in, out);
  }

  void cpp() override {
    const float *a = in.data();
    float *b = out.data();
#pragma omp parallel for
    for (int y = 0; y < h; ++y) {
      const float *r0 = a + std::max(y - 1, 0) * w, *r1 = a + y * w,
                  *r2 = a + std::min(y + 1, h - 1) * w;
      inner(r0, r1, r2, b + y * w, w);
      for (int x : {0, w - 1}) {
        const int l = std::max(x - 1, 0), r = std::min(x + 1, w - 1);
        b[y * w + x] = median(r0[l], r0[x], r0[r], r1[l], r1[x], r1[r], r2[l], r2[x], r2[r]);
      }
    }
  }

 private:
  static void inner(const float *r0, const float *r1, const float *r2, float *to, int count) {
    // hot: median3x3
#pragma omp simd
    for (int x = 1; x < count - 1; ++x) {
      to[x] = median(r0[x - 1], r0[x], r0[x + 1], r1[x - 1], r1[x], r1[x + 1], r2[x - 1], r2[x],
                     r2[x + 1]);
    }
  }

  size_t width = pick(1536, 96), height = pick(1024, 64);
  int w = static_cast<int>(width), h = static_cast<int>(height);
  Array<float> in = input(uniform<float>(width * height, 0, 1));
  Array<float> out = output<float>(width * height);
};

class BoxBlur final : public Benchmark {
 public:
  using Benchmark::Benchmark;

  void opencl(Queue &queue) override {
    queue.run("box_blur_u8", {width, height}, {32, 8}, w, h, in, out);
  }

  // Sums of five rows, then of five columns.
  void cpp() override {
    const uint8_t *a = in.data();
    uint8_t *b = out.data();
#pragma omp parallel
    {
      std::vector<uint16_t> sums(width + 4);
#pragma omp for
      for (int y = 0; y < h; ++y) {
        const uint8_t *rows[5];
        for (int dy = 0; dy < 5; ++dy) {
          rows[dy] = a + std::clamp(y + dy - 2, 0, h - 1) * w;
        }
        columns(rows, sums.data() + 2, w);
        sums[0] = sums[1] = sums[2];
        sums[width + 2] = sums[width + 3] = sums[width + 1];
        line(sums.data(), b + y * w, w);
      }
    }
  }

 private:
  static void columns(const uint8_t *const rows[5], uint16_t *sums, int count) {
    const uint8_t *r0 = rows[0], *r1 = rows[1], *r2 = rows[2], *r3 = rows[3], *r4 = rows[4];
#pragma omp simd
    for (int x = 0; x < count; ++x) {
      sums[x] = static_cast<uint16_t>(r0[x] + r1[x] + r2[x] + r3[x] + r4[x]);
    }
  }

  static void line(const uint16_t *sums, uint8_t *to, int count) {
    // hot: box_blur_u8
#pragma omp simd
    for (int x = 0; x < count; ++x) {
      const uint32_t sum = sums[x] + sums[x + 1] + sums[x + 2] + sums[x + 3] + sums[x + 4];
      to[x] = static_cast<uint8_t>(sum / 25);
    }
  }

  size_t width = pick(2048, 96), height = pick(2048, 64);
  int w = static_cast<int>(width), h = static_cast<int>(height);
  Array<uint8_t> in = input(uniform<uint8_t>(width * height, 0, 255));
  Array<uint8_t> out = output<uint8_t>(width * height);
};

const Register<Median> median3x3("median3x3");
const Register<BoxBlur> boxBlur("box_blur_u8");

}  // namespace
