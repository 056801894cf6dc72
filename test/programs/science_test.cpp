// Simulation, signal processing, learning, hashing: math functions, structures, private arrays.

#include <algorithm>
#include <array>
#include <complex>
#include <numbers>

#include "program.h"

namespace {

using programs::expectNear;
using programs::Program;
using programs::random;

TEST(Fourier, Radix2InLocalMemory) {
  Program program(R"(
    #define N 256
    kernel void fft(global float2 *data) {
      local float2 a[N], b[N];
      local float2 *from = a, *to = b;
      int lane = get_local_id(0);
      global float2 *block = data + N * get_group_id(0);
      from[lane] = block[lane];
      from[lane + N / 2] = block[lane + N / 2];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int half_size = 1; half_size < N; half_size *= 2) {
        int k = lane & (half_size - 1);
        float c, s = sincos(-M_PI_F * k / half_size, &c);
        float2 u = from[lane], v = from[lane + N / 2];
        float2 w = (float2)(v.x * c - v.y * s, v.x * s + v.y * c);
        int at = ((lane - k) << 1) + k;
        to[at] = u + w;
        to[at + half_size] = u - w;
        barrier(CLK_LOCAL_MEM_FENCE);
        local float2 *other = from;
        from = to;
        to = other;
      }
      block[lane] = from[lane];
      block[lane + N / 2] = from[lane + N / 2];
    })");
  constexpr size_t n = 256, blocks = 6;
  auto in = random<float>(2 * n * blocks, -1, 1);
  auto data = program.buffer(in);
  program.run("fft", n / 2 * blocks, n / 2, data);
  auto got = program.read<float>(data, in.size());
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t k = 0; k < n; k += 11) {
      std::complex<double> sum = 0;
      for (size_t i = 0; i < n; ++i) {
        std::complex<double> value(in[2 * (block * n + i)], in[2 * (block * n + i) + 1]);
        sum += value * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i * k % n) / n);
      }
      ASSERT_NEAR(got[2 * (block * n + k)], sum.real(), 1e-4) << k;
      ASSERT_NEAR(got[2 * (block * n + k) + 1], sum.imag(), 1e-4) << k;
    }
  }
}

TEST(Molecules, BoxesOfParticlesWithStructures) {
  Program program(R"(
    typedef struct { float4 v; } particle;
    typedef struct { int count; int neighbours[4]; } box;
    typedef struct { float a2; int per_box; } settings;
    kernel void forces(settings s, global const box *boxes, global const particle *all,
                       global float4 *force) {
      local particle here[24], there[24];
      int b = get_group_id(0), lane = get_local_id(0), n = s.per_box;
      for (int i = lane; i < n; i += get_local_size(0)) here[i] = all[b * n + i];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int k = 0; k < boxes[b].count; ++k) {
        int other = boxes[b].neighbours[k];
        for (int i = lane; i < n; i += get_local_size(0)) there[i] = all[other * n + i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = lane; i < n; i += get_local_size(0)) {
          for (int j = 0; j < n; ++j) {
            float4 d = here[i].v - there[j].v;
            float u = exp(-s.a2 * dot(d.xyz, d.xyz));
            force[b * n + i] += (float4)(d.xyz * (2 * u), u);
          }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    })");
  struct Box {
    int count;
    int neighbours[4];
  };
  struct Settings {
    float a2;
    int perBox;
  };
  constexpr int boxes = 9, perBox = 24;
  auto positions = random<float>(4 * boxes * perBox, 0, 2);
  std::vector<Box> layout(boxes);
  for (int b = 0; b < boxes; ++b) {
    layout[b] = {1 + b % 4, {b, (b + 1) % boxes, (b + 3) % boxes, (b + 5) % boxes}};
  }
  auto force = program.buffer(std::vector<float>(positions.size()));
  program.run("forces", boxes * 10, 10, Settings{0.5f, perBox}, program.buffer(layout),
              program.buffer(positions), force);
  std::vector<float> expected(positions.size());
  for (int b = 0; b < boxes; ++b) {
    for (int k = 0; k < layout[b].count; ++k) {
      for (int i = b * perBox; i < (b + 1) * perBox; ++i) {
        for (int j = 0; j < perBox; ++j) {
          const float *to = &positions[4 * (layout[b].neighbours[k] * perBox + j)];
          float d[3], square = 0;
          for (int c = 0; c < 3; ++c) {
            d[c] = positions[4 * i + c] - to[c];
            square += d[c] * d[c];
          }
          float u = std::exp(-0.5f * square);
          for (int c = 0; c < 3; ++c) {
            expected[4 * i + c] += 2 * u * d[c];
          }
          expected[4 * i + 3] += u;
        }
      }
    }
  }
  expectNear(program.read<float>(force, positions.size()), expected, 1e-4);
}

TEST(KMeans, NearestCentreWithAPrivateArray) {
  Program program(R"(
    kernel void nearest(global const float *points, constant float *centres, global int *out,
                        int n, int k) {
      float own[8];
      int id = get_global_id(0);
      if (id >= n) return;
      for (int f = 0; f < 8; ++f) own[f] = points[f * n + id];
      int best = -1;
      float least = INFINITY;
      for (int c = 0; c < k; ++c) {
        float sum = 0;
        for (int f = 0; f < 8; ++f) sum += pown(own[f] - centres[c * 8 + f], 2);
        if (sum < least) { least = sum; best = c; }
      }
      out[id] = best;
    })");
  constexpr int n = 1000, k = 5;
  auto points = random<float>(8 * n, -1, 1), centres = random<float>(8 * k, -1, 1, 2);
  auto out = program.buffer(std::vector<int>(n));
  program.run("nearest", 1024, 128, program.buffer(points), program.buffer(centres), out, n, k);
  auto got = program.read<int>(out, n);
  auto distance = [&](int i, int c) {
    double sum = 0;
    for (int f = 0; f < 8; ++f) {
      sum += std::pow(static_cast<double>(points[f * n + i]) - centres[c * 8 + f], 2);
    }
    return sum;
  };
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < k; ++c) {
      ASSERT_LE(distance(i, got[i]), distance(i, c) * (1 + 1e-5)) << i;
    }
  }
}

TEST(OptionPricing, BlackScholes) {
  Program program(R"(
    float normal(float x) { return 0.5f * erfc(-x * M_SQRT1_2_F); }
    kernel void price(global const float *spot, global const float *strike,
                      global const float *years, global float *call, float rate, float sigma) {
      size_t i = get_global_id(0);
      float root = sigma * sqrt(years[i]);
      float d1 = (log(spot[i] / strike[i]) + (rate + 0.5f * sigma * sigma) * years[i]) / root;
      call[i] = spot[i] * normal(d1) - strike[i] * exp(-rate * years[i]) * normal(d1 - root);
    })");
  constexpr size_t n = 3000;
  auto spot = random<float>(n, 5, 30, 1), strike = random<float>(n, 1, 100, 2);
  auto years = random<float>(n, 0.25f, 10, 3);
  auto call = program.buffer(std::vector<float>(n));
  program.run("price", n, cl::NullRange, program.buffer(spot), program.buffer(strike),
              program.buffer(years), call, 0.02f, 0.3f);
  std::vector<float> expected(n);
  for (size_t i = 0; i < n; ++i) {
    double root = 0.3f * std::sqrt(years[i]);
    double d1 = (std::log(static_cast<double>(spot[i]) / strike[i]) +
                 (0.02f + 0.5 * 0.3f * 0.3f) * years[i]) /
                root;
    auto normal = [](double x) { return 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2); };
    expected[i] = static_cast<float>(spot[i] * normal(d1) -
                                     strike[i] * std::exp(-0.02f * years[i]) * normal(d1 - root));
  }
  expectNear(program.read<float>(call, n), expected, 2e-5);
}

TEST(MedianFilter, SortsAPrivateArray) {
  Program program(R"(
    kernel void median(global const uchar *in, global uchar *out, int width, int height) {
      int x = get_global_id(0), y = get_global_id(1);
      uchar window[9];
      for (int i = 0; i < 9; ++i)
        window[i] = in[clamp(y + i / 3 - 1, 0, height - 1) * width + clamp(x + i % 3 - 1, 0, width - 1)];
      for (int i = 0; i <= 4; ++i)
        for (int j = i + 1; j < 9; ++j)
          if (window[j] < window[i]) { uchar t = window[i]; window[i] = window[j]; window[j] = t; }
      out[y * width + x] = window[4];
    })");
  constexpr int width = 61, height = 37;
  auto in = random<unsigned char>(width * height, 0, 255);
  auto out = program.buffer(std::vector<unsigned char>(in.size()));
  program.run("median", cl::NDRange(width, height), cl::NullRange, program.buffer(in), out, width,
              height);
  auto got = program.read<unsigned char>(out, in.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::array<unsigned char, 9> window;
      for (int i = 0; i < 9; ++i) {
        window[i] = in[std::clamp(y + i / 3 - 1, 0, height - 1) * width +
                       std::clamp(x + i % 3 - 1, 0, width - 1)];
      }
      std::nth_element(window.begin(), window.begin() + 4, window.end());
      ASSERT_EQ(got[y * width + x], window[4]) << x << "," << y;
    }
  }
}

TEST(NeuralNetwork, LayerForwardWithATreeInATile) {
  Program program(R"(
    kernel void forward(global const float *input, global const float *weights,
                        global float *partial, int hidden) {
      local float node[16], products[16][16];
      int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
      int at = (hidden + 1) * 16 * by + (hidden + 1) * ty + tx + 1 + hidden + 1;
      if (tx == 0) node[ty] = input[16 * by + ty + 1];
      barrier(CLK_LOCAL_MEM_FENCE);
      products[ty][tx] = weights[at] * node[ty];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 1; i <= 16; i = i * 2) {
        if (ty % i == 0 && i > 1) products[ty][tx] += products[ty + i / 2][tx];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (ty == 0) partial[by * hidden + tx] = products[0][tx];
    })");
  constexpr int inputs = 128, hidden = 16;
  auto input = random<float>(inputs + 1, 0, 1);
  auto weights = random<float>((inputs + 1) * (hidden + 1), -1, 1, 2);
  auto partial = program.buffer(std::vector<float>(inputs / 16 * hidden));
  program.run("forward", cl::NDRange(16, inputs), cl::NDRange(16, 16), program.buffer(input),
              program.buffer(weights), partial, static_cast<int>(hidden));
  std::vector<float> expected(inputs / 16 * hidden);
  for (int i = 0; i < inputs; ++i) {
    for (int h = 0; h < hidden; ++h) {
      expected[i / 16 * hidden + h] += input[i + 1] * weights[(i + 1) * (hidden + 1) + h + 1];
    }
  }
  expectNear(program.read<float>(partial, expected.size()), expected, 1e-5);
}

TEST(Hashing, RotationsOfAKnownDigest) {
  Program program(R"(
    kernel void digest(global const uint *messages, global uint *out) {
      uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
      global const uint *m = messages + 16 * get_global_id(0);
      uint4 shifts[4] = {(uint4)(7, 12, 17, 22), (uint4)(5, 9, 14, 20), (uint4)(4, 11, 16, 23),
                         (uint4)(6, 10, 15, 21)};
      for (uint i = 0; i < 64; ++i) {
        uint f, g;
        switch (i / 16) {
          case 0: f = bitselect(d, c, b); g = i; break;
          case 1: f = bitselect(c, b, d); g = (5 * i + 1) % 16; break;
          case 2: f = b ^ c ^ d; g = (3 * i + 5) % 16; break;
          default: f = c ^ (b | ~d); g = 7 * i % 16;
        }
        uint4 row = shifts[i / 16];
        uint shift = ((uint[4]){row.x, row.y, row.z, row.w})[i % 4];
        uint t = a + f + (uint)(long)floor(fabs(sin((double)(i + 1))) * 4294967296.0) + m[g];
        a = d; d = c; c = b;
        b += rotate(t, shift);
      }
      vstore4((uint4)(a, b, c, d) + (uint4)(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476),
              get_global_id(0), out);
    })");
  // The padded block of the empty message; RFC 1321 gives d41d8cd98f00b204e9800998ecf8427e.
  std::vector<unsigned> messages(32);
  messages[0] = messages[16] = 0x80;
  auto out = program.buffer(std::vector<unsigned>(8));
  program.run("digest", 2, 1, program.buffer(messages), out);
  std::vector<unsigned> expected{0xd98c1dd4, 0x04b2008f, 0x980980e9, 0x7e42f8ec};
  expected.insert(expected.end(), expected.begin(), expected.begin() + 4);
  EXPECT_EQ(program.read<unsigned>(out, 8), expected);
}

}  // namespace
