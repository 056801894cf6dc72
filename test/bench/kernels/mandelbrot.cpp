// A loop with a different trip count for each work-item.
#include "harness/opencl.h"

using namespace bench;

namespace {

class Mandelbrot final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  // Rounding decides when a point near the edge leaves.
  Tolerance tolerance() const override { return {0, 0.02}; }

  void opencl(Queue &queue) override {
    queue.run("mandelbrot", {width, height}, {16, 16}, static_cast<cl_int>(width),
              static_cast<cl_int>(height), static_cast<cl_int>(Limit), count);
  }

  // 32 neighbours at once, until all have left.
  void cpp() override {
    int *out = count.data();
    const int w = static_cast<int>(width), h = static_cast<int>(height);
    constexpr int Lanes = 32;
#pragma omp parallel for schedule(dynamic)
    for (int py = 0; py < h; ++py) {
      const float cy = -1.5f + 3.0f * static_cast<float>(py) / static_cast<float>(h);
      for (int start = 0; start < w; start += Lanes) {
        float x[Lanes] = {}, y[Lanes] = {}, cx[Lanes];
        int n[Lanes] = {};
        for (int l = 0; l < Lanes; ++l) {
          cx[l] = -2.0f + 3.0f * static_cast<float>(start + l) / static_cast<float>(w);
        }
        int active = Lanes;
        for (int i = 0; i < Limit && active; ++i) {
          active = 0;
          // hot: mandelbrot
#pragma omp simd reduction(+ : active)
          for (int l = 0; l < Lanes; ++l) {
            const bool inside = x[l] * x[l] + y[l] * y[l] <= 4.0f;
            const float next = x[l] * x[l] - y[l] * y[l] + cx[l];
            const float nexty = 2.0f * x[l] * y[l] + cy;
            x[l] = inside ? next : x[l];
            y[l] = inside ? nexty : y[l];
            n[l] += inside;
            active += inside;
          }
        }
        for (int l = 0; l < Lanes; ++l) {
          out[py * w + start + l] = n[l];
        }
      }
    }
  }

 private:
  static constexpr int Limit = 256;
  size_t width = pick(512, 64), height = pick(512, 48);
  Array<int> count = output<int>(width * height);
};

const Register<Mandelbrot> mandelbrot("mandelbrot");

}  // namespace
