// Arrays of structures, and vector types.
#include <algorithm>
#include <bit>
#include <cmath>

#include "harness/opencl.h"

using namespace bench;

namespace {

struct Particle {
  float x, y, z, vx, vy, vz, mass;
  int alive;
};

class Particles final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override { queue.run("aos_particles", {n}, {64}, 0.01f, particles); }

  void cpp() override {
    Particle *all = reinterpret_cast<Particle *>(particles.data());
    const int count = static_cast<int>(n);
    const float dt = 0.01f;
    // hot: aos_particles
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      const Particle p = all[i];
      const bool alive = p.alive;
      const float vy = p.vy - 9.81f * dt * p.mass;
      const float x = p.x + p.vx * dt, y = p.y + vy * dt, z = p.z + p.vz * dt;
      all[i].x = alive ? x : p.x;
      all[i].y = alive ? y : p.y;
      all[i].z = alive ? z : p.z;
      all[i].vx = alive & ((x < 0) | (x > 1)) ? -p.vx : p.vx;
      all[i].vy = alive ? (((y < 0) | (y > 1)) ? -0.9f * vy : vy) : p.vy;
      all[i].vz = alive & ((z < 0) | (z > 1)) ? -p.vz : p.vz;
    }
  }

 private:
  static std::vector<float> make(size_t count) {
    std::vector<float> values = uniform<float>(8 * count, 0, 1);
    for (size_t i = 0; i < count; ++i) {
      const int alive = i % 5 != 0;
      values[8 * i + 7] = std::bit_cast<float>(alive);
    }
    return values;
  }

  size_t n = pick(1 << 19, 1 << 10);
  Array<float> particles = inOut(make(n));
};

class Lengths final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override {
    queue.run("xyz_length", {n}, {64}, static_cast<int>(count), in, out);
  }

  void cpp() override {
    const float *a = in.data();
    float *b = out.data();
    const int end = static_cast<int>(count);
    // hot: xyz_length
#pragma omp parallel for simd
    for (int i = 0; i < end; ++i) {
      const float x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
      b[i] = std::sqrt(x * x + y * y + z * z);
    }
  }

 private:
  size_t n = pick(1 << 18, 1 << 10);
  size_t count = n - 5;
  Array<float> in = input(uniform<float>(3 * count, -1, 1));
  Array<float> out = output<float>(count);
};

class Transform final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override { queue.run("float4_transform", {n}, {64}, matrix, in, out); }

  void cpp() override {
    const float *m = matrix.data(), *a = in.data();
    float *b = out.data();
    const int count = static_cast<int>(n);
    // hot: float4_transform
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      const float x = a[4 * i], y = a[4 * i + 1], z = a[4 * i + 2], w = a[4 * i + 3];
      const float qx = m[0] * x + m[4] * y + m[8] * z + m[12] * w;
      const float qy = m[1] * x + m[5] * y + m[9] * z + m[13] * w;
      const float qz = m[2] * x + m[6] * y + m[10] * z + m[14] * w;
      const float qw = m[3] * x + m[7] * y + m[11] * z + m[15] * w;
      b[4 * i] = qx / qw;
      b[4 * i + 1] = qy / qw;
      b[4 * i + 2] = qz / qw;
      b[4 * i + 3] = qw / qw;
    }
  }

 private:
  size_t n = pick(1 << 20, 1 << 10);
  Array<float> matrix = input(uniform<float>(16, 0.5f, 1, 1));
  Array<float> in = input(uniform<float>(4 * n, 0.5f, 1, 2));
  Array<float> out = output<float>(4 * n);
};

class Lighting final : public Benchmark {
 public:
  using Benchmark::Benchmark;
  Tolerance tolerance() const override { return {1e-5}; }

  void opencl(Queue &queue) override {
    const cl_float4 l = {{Light[0], Light[1], Light[2], 0}}, e = {{0, 0, 1, 0}};
    queue.run("float4_lighting", {n}, {64}, l, e, normal, color);
  }

  void cpp() override {
    const float *a = normal.data();
    float *b = color.data();
    const int count = static_cast<int>(n);
    const float lx = Light[0], ly = Light[1], lz = Light[2];
    const float length = std::sqrt(lx * lx + ly * ly + (lz + 1) * (lz + 1));
    const float hx = lx / length, hy = ly / length, hz = (lz + 1) / length;
    // hot: float4_lighting
#pragma omp parallel for simd
    for (int i = 0; i < count; ++i) {
      const float x = a[4 * i], y = a[4 * i + 1], z = a[4 * i + 2];
      const float scale = 1 / std::sqrt(x * x + y * y + z * z);
      const float diffuse = std::max(0.0f, (x * lx + y * ly + z * lz) * scale);
      const float s1 = std::max(0.0f, (x * hx + y * hy + z * hz) * scale);
      const float s2 = s1 * s1, s4 = s2 * s2, shine = s4 * s4;
      b[4 * i] = std::clamp(0.8f * (0.1f + diffuse) + shine, 0.0f, 1.0f);
      b[4 * i + 1] = std::clamp(0.3f * (0.1f + diffuse) + shine, 0.0f, 1.0f);
      b[4 * i + 2] = std::clamp(0.2f * (0.1f + diffuse) + shine, 0.0f, 1.0f);
      b[4 * i + 3] = std::clamp(1.0f * (0.1f + diffuse) + shine, 0.0f, 1.0f);
    }
  }

 private:
  static constexpr float Light[3] = {0.48f, 0.6f, 0.64f};
  size_t n = pick(1 << 20, 1 << 10);
  Array<float> normal = input(uniform<float>(4 * n, 0.1f, 1));
  Array<float> color = output<float>(4 * n);
};

const Register<Particles> particles("aos_particles");
const Register<Lengths> lengths("xyz_length");
const Register<Transform> transform("float4_transform");
const Register<Lighting> lighting("float4_lighting");

}  // namespace
