// Many FFTs of 1024 points, one a group.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Fft final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-4}; }

  void opencl(Queue &queue) override {
    queue.run("fft1024", {batch * 256}, {256}, in, twiddle, out);
  }

  void cpp() override {
    const float *a = in.data(), *w = twiddle.data();
    float *b = out.data();
    const size_t count = batch;
#pragma omp parallel for
    for (size_t i = 0; i < count; ++i) {
      one(a + i * 2 * Points, w, b + i * 2 * Points);
    }
  }

 private:
  static constexpr int Points = 1024;

  static void one(const float *in, const float *w, float *out) {
    float buffers[2][2 * Points];
    float *from = buffers[0], *to = buffers[1];
    std::copy(in, in + 2 * Points, from);
    for (int half = Points / 2, stride = 1; half > 0; half /= 2, stride *= 2) {
      for (int p = 0; p < half; ++p) {
        const float wr = w[2 * p * stride], wi = w[2 * p * stride + 1];
        butterflies(from + 2 * stride * p, from + 2 * stride * (p + half), wr, wi,
                    to + 4 * stride * p, stride);
      }
      std::swap(from, to);
    }
    std::copy(from, from + 2 * Points, out);
  }

  static void butterflies(const float *u, const float *v, float wr, float wi, float *to,
                          int stride) {
    // hot: fft
#pragma omp simd
    for (int q = 0; q < stride; ++q) {
      const float ur = u[2 * q], ui = u[2 * q + 1], vr = v[2 * q], vi = v[2 * q + 1];
      const float dr = ur - vr, di = ui - vi;
      to[2 * q] = ur + vr;
      to[2 * q + 1] = ui + vi;
      to[2 * (q + stride)] = dr * wr - di * wi;
      to[2 * (q + stride) + 1] = dr * wi + di * wr;
    }
  }

  static std::vector<float> roots() {
    std::vector<float> result(2 * Points);
    for (int k = 0; k < Points; ++k) {
      double angle = -2 * std::numbers::pi * k / Points;
      result[2 * static_cast<size_t>(k)] = static_cast<float>(std::cos(angle));
      result[2 * static_cast<size_t>(k) + 1] = static_cast<float>(std::sin(angle));
    }
    return result;
  }

  size_t batch = pick(1024, 8);
  Array<float> in = input(uniform<float>(batch * 2 * Points, -1, 1));
  Array<float> twiddle = input(roots());
  Array<float> out = output<float>(batch * 2 * Points);
};

const Register<Fft> fft("fft");

}  // namespace
