// Pixels of 8 bits: tables, saturation, RGBA. A store of a byte may change what a thread shares
// with others, pointers too: they are firstprivate, so that the loops vectorise.
#include <algorithm>
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Pixels : public Benchmark {
 public:
  using Benchmark::Benchmark;

 protected:
  size_t n = pick(1 << 23, 1 << 14);
};

class Lut final : public Pixels {
 public:
  using Pixels::Pixels;

  void opencl(Queue &queue) override { queue.run("lut_u8", {n}, {256}, table, in, out); }

  void cpp() override {
    const uint8_t *t = table.data(), *a = in.data();
    uint8_t *b = out.data();
    const size_t count = n;
    // hot: lut_u8
#pragma omp parallel for firstprivate(t, a, b)
    for (size_t i = 0; i < count; ++i) {
      b[i] = t[a[i]];
    }
  }

 private:
  static std::vector<uint8_t> gamma() {
    std::vector<uint8_t> values(256);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<uint8_t>(255 * std::pow(static_cast<double>(i) / 255, 1 / 2.2) + 0.5);
    }
    return values;
  }

  Array<uint8_t> table = input(gamma());
  Array<uint8_t> in = input(uniform<uint8_t>(n, 0, 255));
  Array<uint8_t> out = output<uint8_t>(n);
};

class Brightness final : public Pixels {
 public:
  using Pixels::Pixels;

  void opencl(Queue &queue) override {
    queue.run("brightness_u8", {n}, {256}, Contrast, Offset, in, out);
  }

  void cpp() override {
    const uint8_t *a = in.data();
    uint8_t *b = out.data();
    const size_t count = n;
    // hot: brightness_u8
#pragma omp parallel for simd firstprivate(a, b)
    for (size_t i = 0; i < count; ++i) {
      const int value = ((a[i] - 128) * Contrast >> 6) + 128 + Offset;
      b[i] = static_cast<uint8_t>(std::clamp(value, 0, 255));
    }
  }

 private:
  static constexpr int Contrast = 80, Offset = 10;
  Array<uint8_t> in = input(uniform<uint8_t>(n, 0, 255));
  Array<uint8_t> out = output<uint8_t>(n);
};

class Blend final : public Pixels {
 public:
  using Pixels::Pixels;

  void opencl(Queue &queue) override { queue.run("rgba_blend", {n / 4}, {64}, over, under, out); }

  void cpp() override {
    const uint8_t *a = over.data(), *b = under.data();
    uint8_t *c = out.data();
    const size_t count = n / 4;
    // hot: rgba_blend
#pragma omp parallel for simd firstprivate(a, b, c)
    for (size_t i = 0; i < count; ++i) {
      const unsigned alpha = a[4 * i + 3];
      c[4 * i] = mix(a[4 * i], b[4 * i], alpha);
      c[4 * i + 1] = mix(a[4 * i + 1], b[4 * i + 1], alpha);
      c[4 * i + 2] = mix(a[4 * i + 2], b[4 * i + 2], alpha);
      c[4 * i + 3] = 255;
    }
  }

 private:
  static uint8_t mix(unsigned a, unsigned b, unsigned alpha) {
    return static_cast<uint8_t>((a * alpha + b * (255 - alpha) + 127) / 255);
  }

  Array<uint8_t> over = input(uniform<uint8_t>(n, 0, 255, 1));
  Array<uint8_t> under = input(uniform<uint8_t>(n, 0, 255, 2));
  Array<uint8_t> out = output<uint8_t>(n);
};

class Gray final : public Pixels {
 public:
  using Pixels::Pixels;
  // Rounding to an integer: contraction decides a tie.
  Tolerance tolerance() const override { return {0, 0.001}; }

  void opencl(Queue &queue) override { queue.run("rgba_to_gray", {n / 4}, {64}, in, out); }

  void cpp() override {
    const uint8_t *a = in.data();
    uint8_t *b = out.data();
    const size_t count = n / 4;
    // hot: rgba_to_gray
#pragma omp parallel for simd firstprivate(a, b)
    for (size_t i = 0; i < count; ++i) {
      const float value = 0.299f * a[4 * i] + 0.587f * a[4 * i + 1] + 0.114f * a[4 * i + 2];
      b[i] = static_cast<uint8_t>(std::clamp(std::nearbyint(value), 0.0f, 255.0f));
    }
  }

 private:
  Array<uint8_t> in = input(uniform<uint8_t>(n, 0, 255));
  Array<uint8_t> out = output<uint8_t>(n / 4);
};

const Register<Lut> lut("lut_u8");
const Register<Brightness> brightness("brightness_u8");
const Register<Blend> blend("rgba_blend");
const Register<Gray> gray("rgba_to_gray");

}  // namespace
