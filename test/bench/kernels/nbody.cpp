// All pairs of bodies.
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

class NBody final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-3}; }

  void opencl(Queue &queue) override {
    queue.run("nbody", {n}, {64}, static_cast<cl_int>(n), 0.01f, body, acceleration);
  }

  void cpp() override {
    const float *b = body.data();
    float *out = acceleration.data();
    const int count = static_cast<int>(n);
#pragma omp parallel for
    for (int i = 0; i < count; ++i) {
      const float x = b[4 * i], y = b[4 * i + 1], z = b[4 * i + 2];
      float sx = 0, sy = 0, sz = 0;
      // hot: nbody
#pragma omp simd reduction(+ : sx, sy, sz)
      for (int j = 0; j < count; ++j) {
        const float dx = b[4 * j] - x, dy = b[4 * j + 1] - y, dz = b[4 * j + 2] - z;
        const float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
        const float factor = b[4 * j + 3] * inverse * inverse * inverse;
        sx += dx * factor;
        sy += dy * factor;
        sz += dz * factor;
      }
      out[4 * i] = sx;
      out[4 * i + 1] = sy;
      out[4 * i + 2] = sz;
      out[4 * i + 3] = 0;
    }
  }

 private:
  size_t n = pick(4096, 256);
  Array<float> body = input(uniform<float>(4 * n, 0, 1));
  Array<float> acceleration = output<float>(4 * n);
};

const Register<NBody> nbody("nbody");

}  // namespace
