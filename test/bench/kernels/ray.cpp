// Rays: nearest of some spheres, and sphere tracing of a distance field.
#include <algorithm>
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

class Rays : public Benchmark {
 public:
  using Benchmark::Benchmark;

 protected:
  static constexpr int Lanes = 32;
  size_t width = pick(512, 64), height = pick(384, 32);
  int w = static_cast<int>(width), h = static_cast<int>(height);
};

/// Directions of some pixels of a row.
template <int Lanes>
struct Directions {
  float x[Lanes], y[Lanes], z[Lanes];

  Directions(int start, int py, int w, int h, float focus) {
    const float v = (static_cast<float>(py) + 0.5f) / static_cast<float>(h) - 0.5f;
#pragma omp simd
    for (int l = 0; l < Lanes; ++l) {
      const float u = (static_cast<float>(start + l) + 0.5f) / static_cast<float>(w) - 0.5f;
      const float scale = 1.0f / std::sqrt(u * u + v * v + focus * focus);
      x[l] = u * scale;
      y[l] = v * scale;
      z[l] = focus * scale;
    }
  }
};

class Spheres final : public Rays {
 public:
  using Rays::Rays;
  // Rounding decides whether a ray hits at the edge of a sphere.
  Tolerance tolerance() const override { return {1e-3, 0.01}; }

  void opencl(Queue &queue) override {
    queue.run("ray_spheres", {width, height}, {16, 16}, w, h, Count, spheres, image);
  }

  void cpp() override {
    const float *s = spheres.data();
    float *out = image.data();
#pragma omp parallel for
    for (int py = 0; py < h; ++py) {
      for (int start = 0; start < w; start += Lanes) {
        pixels(s, start, py, out + py * w + start);
      }
    }
  }

 private:
  static constexpr int Count = 32;

  void pixels(const float *s, int start, int py, float *out) const {
    const Directions<Lanes> d(start, py, w, h, 1.0f);
    float nearest[Lanes];
    int hit[Lanes];
    std::fill(nearest, nearest + Lanes, 1e30f);
    std::fill(hit, hit + Lanes, -1);
    for (int i = 0; i < Count; ++i) {
      const float x = s[4 * i], y = s[4 * i + 1], z = s[4 * i + 2], r = s[4 * i + 3];
      const float c = x * x + y * y + z * z - r * r;
      // hot: ray_spheres
#pragma omp simd
      for (int l = 0; l < Lanes; ++l) {
        const float b = d.x[l] * x + d.y[l] * y + d.z[l] * z;
        const float square = b * b - c;
        const float t = b - std::sqrt(std::max(square, 0.0f));
        const bool closer = (square > 0) & (t > 0) & (t < nearest[l]);
        nearest[l] = closer ? t : nearest[l];
        hit[l] = closer ? i : hit[l];
      }
    }
    for (int l = 0; l < Lanes; ++l) {
      const float *sphere = s + 4 * std::max(hit[l], 0);
      const float dot = (d.x[l] * nearest[l] - sphere[0]) * d.x[l] +
                        (d.y[l] * nearest[l] - sphere[1]) * d.y[l] +
                        (d.z[l] * nearest[l] - sphere[2]) * d.z[l];
      out[l] = hit[l] < 0 ? 0.0f : std::max(0.0f, -dot / sphere[3]);
    }
  }

  static std::vector<float> scene() {
    std::vector<float> place = uniform<float>(3 * Count, -2, 2, 1);
    std::vector<float> radius = uniform<float>(Count, 0.2f, 0.9f, 2), result;
    for (size_t i = 0; i < Count; ++i) {
      result.insert(result.end(),
                    {place[3 * i], place[3 * i + 1], 6 + place[3 * i + 2], radius[i]});
    }
    return result;
  }

  Array<float> spheres = input(scene());
  Array<float> image = output<float>(width * height);
};

class March final : public Rays {
 public:
  using Rays::Rays;
  // Rounding decides at which step a ray is near enough, and grazing rays go on.
  Tolerance tolerance() const override { return {1e-2, 0.02}; }

  void opencl(Queue &queue) override {
    queue.run("ray_march", {width, height}, {16, 16}, w, h, Limit, depth);
  }

  void cpp() override {
    float *out = depth.data();
#pragma omp parallel for schedule(dynamic)
    for (int py = 0; py < h; ++py) {
      for (int start = 0; start < w; start += Lanes) {
        pixels(start, py, out + py * w + start);
      }
    }
  }

 private:
  static constexpr int Limit = 96;

  void pixels(int start, int py, float *out) const {
    const Directions<Lanes> d(start, py, w, h, 0.8f);
    float t[Lanes] = {};
    int going[Lanes], any = 1;
    std::fill(going, going + Lanes, 1);
    for (int i = 0; i < Limit && any; ++i) {
      any = 0;
      // hot: ray_march
#pragma omp simd reduction(| : any)
      for (int l = 0; l < Lanes; ++l) {
        const float distance = scene(0.3f + t[l] * d.x[l], 0.2f + t[l] * d.y[l], t[l] * d.z[l]);
        going[l] &= !(distance < 0.001f || t[l] > 60.0f);
        t[l] += going[l] ? distance : 0.0f;
        any |= going[l];
      }
    }
    std::copy(t, t + Lanes, out);
  }

  static float scene(float x, float y, float z) {
    const float cx = cell(x), cy = cell(y), cz = cell(z);
    return std::min(std::sqrt(cx * cx + cy * cy + cz * cz) - 1.0f, y + 3.0f);
  }
  static float cell(float v) { return v - 4.0f * std::floor(v * 0.25f) - 2.0f; }

  Array<float> depth = output<float>(width * height);
};

const Register<Spheres> spheres("ray_spheres");
const Register<March> march("ray_march");

}  // namespace
