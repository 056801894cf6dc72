// Shaders made of GLSL by glslang, run through mux, against the results of C++.
#include "shader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

namespace shaders {
namespace {

using testing::ElementsAre;

/// The two forms of a shader: SPIR-V 1.0, whose storage buffers are Uniform, and 1.6.
struct ShaderTest : testing::TestWithParam<std::string> {
  static std::string file(const std::string &name) { return name + "-" + GetParam() + ".spv"; }
};

TEST_P(ShaderTest, Saxpy) {
  Shader shader(file("saxpy"));
  struct {
    float a;
    uint32_t count;
  } push = {2.5F, 90};
  std::vector<float> x(100), y(100), wanted(100);
  std::iota(x.begin(), x.end(), 1.0F);
  std::iota(y.begin(), y.end(), 1000.0F);
  for (size_t i = 0; i < y.size(); ++i) {
    wanted[i] = i < push.count ? push.a * x[i] + y[i] : y[i];
  }
  EXPECT_THAT(shader.argumentTypes(),
              ElementsAre("buffer:0:2", "size:0:2", "buffer:0:7", "size:0:7", "push_constants"));
  EXPECT_THAT(shader.workGroupSize(), ElementsAre(32, 1, 1));
  shader.push(push);
  shader.bind(2, x);
  shader.bind(7, y);
  ASSERT_EQ(shader.dispatch({4, 1, 1}), mux_success);
  EXPECT_EQ(y, wanted);
}

TEST_P(ShaderTest, LengthsOfArrays) {
  Shader shader(file("lengths"));
  std::vector<uint32_t> lengths(4);
  std::vector<float> a(4 + 4 * 5 + 3), b(17), c(12 * 3 + 11);
  shader.bind(0, lengths);
  shader.bind(1, c);
  shader.bind(0, a, 1);
  shader.bind(1, b, 1);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  EXPECT_THAT(lengths, ElementsAre(5, 17, 3, 3));
}

/// The numbers of the block of layouts.comp, with the places of its members.
struct Layout {
  size_t inner, innerSize, f, m, mStride, i, iStride, rows, rowStride, columns, columnStride, size;
};
constexpr Layout std140 = {16, 96, 12, 16, 16, 48, 16, 208, 16, 256, 16, 304};
constexpr Layout std430 = {16, 64, 12, 16, 16, 48, 4, 144, 16, 192, 16, 240};
constexpr Layout scalar = {4, 52, 12, 16, 12, 40, 4, 108, 16, 156, 12, 192};

std::vector<uint32_t> blockOf(const Layout &layout) {
  std::vector<uint32_t> words(layout.size / 4, 0xDDDDDDDD);
  float next = 1;
  const auto put = [&](size_t place) { words.at(place / 4) = std::bit_cast<uint32_t>(next++); };
  words[0] = std::bit_cast<uint32_t>(0.0F);
  for (size_t inner = layout.inner; inner < layout.inner + 2 * layout.innerSize;
       inner += layout.innerSize) {
    for (size_t k = 0; k < 3; ++k) {
      put(inner + 4 * k);
    }
    put(inner + layout.f);
    for (size_t k = 0; k < 6; ++k) {
      put(inner + layout.m + k / 3 * layout.mStride + k % 3 * 4);
    }
    for (size_t k = 0; k < 3; ++k) {
      words.at((inner + layout.i + k * layout.iStride) / 4) = static_cast<uint32_t>(next++);
    }
  }
  for (size_t k = 0; k < 12; ++k) {  // four columns of three, in rows
    put(layout.rows + k % 3 * layout.rowStride + k / 3 * 4);
  }
  for (size_t k = 0; k < 9; ++k) {
    put(layout.columns + k / 3 * layout.columnStride + k % 3 * 4);
  }
  return words;
}

TEST_P(ShaderTest, Layouts) {
  Shader shader(file("layouts"));
  std::vector<uint32_t> a = blockOf(std140), b(std430.size / 4, 0xDDDDDDDD),
                        c(scalar.size / 4, 0xDDDDDDDD);
  std::vector<float> values(6);
  shader.bind(0, a);
  shader.bind(1, b);
  shader.bind(2, c);
  shader.bind(3, values);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  EXPECT_EQ(b, blockOf(std430));  // with the bytes between members as they were
  std::vector<uint32_t> wanted = blockOf(scalar);
  const auto at = [&](size_t place) { return std::bit_cast<float>(wanted.at(place / 4)); };
  const auto row = [&](size_t column, size_t number) {
    return at(scalar.rows + number * scalar.rowStride + column * 4);
  };
  EXPECT_THAT(values,
              ElementsAre(row(1, 1), row(2, 1), at(scalar.columns + scalar.columnStride + 8),
                          row(2, 0) + row(2, 1) * 10 + row(2, 2) * 100,
                          at(scalar.inner + scalar.innerSize + scalar.m + scalar.mStride + 8),
                          static_cast<float>(
                              wanted.at((scalar.inner + scalar.innerSize + scalar.i + 8) / 4))));
  for (size_t k = 0; k < 3; ++k) {
    wanted[(scalar.rows + k * scalar.rowStride) / 4] =
        std::bit_cast<uint32_t>(-static_cast<float>(k + 1));
  }
  wanted[(scalar.rows + 4) / 4] = std::bit_cast<uint32_t>(-4.0F);
  EXPECT_EQ(c, wanted);
}

double determinantOf(std::vector<double> m, size_t n) {
  double result = 1;
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k; i < n; ++i) {
      pivot = std::abs(m[i * n + k]) > std::abs(m[pivot * n + k]) ? i : pivot;
    }
    for (size_t j = 0; j < n; ++j) {
      std::swap(m[k * n + j], m[pivot * n + j]);
    }
    result *= pivot == k ? m[k * n + k] : -m[k * n + k];
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = m[i * n + k] / m[k * n + k];
      for (size_t j = k; j < n; ++j) {
        m[i * n + j] -= factor * m[k * n + j];
      }
    }
  }
  return result;
}

TEST_P(ShaderTest, Matrices) {
  Shader shader(file("matrices"));
  std::vector<float> in = {2, 1,  0, 3, 1,  4, 2, 0, 5, 1, 3, 1, 0, 2, 1, 6,  // a
                           1, -1, 2, 0, .5, 3, 1, 1, 2, 2, 0, 1, 4, 1, 1, 2,  // b
                           1, 2,  3, 4, 5,  6, 0, 0, 7, 8, 9, 10};            // c, v
  std::vector<float> out(16 * 6 + 8 + 4 + 4 + 2 + 3 + 3);
  shader.bind(0, in);
  shader.bind(1, out);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  const auto a = [&](size_t column, size_t row) { return in[column * 4 + row]; };
  const auto b = [&](size_t column, size_t row) { return in[16 + column * 4 + row]; };
  const float *c = &in[32], *v = &in[40];
  for (size_t i = 0; i < 4; ++i) {
    float times = 0, timed = 0;
    for (size_t j = 0; j < 4; ++j) {
      float product = 0;
      for (size_t k = 0; k < 4; ++k) {
        product += a(k, j) * b(i, k);
      }
      EXPECT_FLOAT_EQ(out[i * 4 + j], product) << i << j;
      EXPECT_EQ(out[16 + i * 4 + j], a(j, i)) << i << j;
      EXPECT_EQ(out[32 + i * 4 + j], v[j] * a(1, i)) << i << j;
      EXPECT_EQ(out[64 + i * 4 + j], a(i, j) * v[1]) << i << j;
      EXPECT_NEAR(out[80 + i * 4 + j], i == j ? 1 : 0, 1e-5) << i << j;
      times += a(j, i) * v[j];
      timed += a(i, j) * v[j];
    }
    EXPECT_EQ(out[96 + 8 + i], times) << i;
    EXPECT_EQ(out[96 + 8 + 4 + i], timed) << i;
  }
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(out[96 + i / 3 * 4 + i % 3], c[i % 3 * 2 + i / 3]) << i;
  }
  const float *rest = &out[96 + 8 + 8];
  EXPECT_EQ(rest[0], c[0] * v[0] + c[2] * v[1] + c[4] * v[2]);
  EXPECT_EQ(rest[1], c[1] * v[0] + c[3] * v[1] + c[5] * v[2]);
  for (size_t n = 4; n >= 2; --n) {
    std::vector<double> part;
    for (size_t i = 0; i < n * n; ++i) {
      part.push_back(a(i / n, i % n));
    }
    EXPECT_NEAR(rest[2 + 4 - n], determinantOf(part, n), 1e-3) << n;
  }
}

/// The result of functions.comp for a number.
std::vector<double> functionsOf(double v) {
  const double p = std::abs(v) + 0.5, pi = std::numbers::pi;
  const auto clamp = [](double x, double low, double high) {
    return std::min(std::max(x, low), high);
  };
  const double t = clamp((v + 1) / 2, 0, 1);
  int exponent = 0;
  double whole = 0;
  const double fraction = std::frexp(v, &exponent), part = std::modf(v, &whole);
  return {std::nearbyint(v),
          std::nearbyint(v),
          std::trunc(v),
          std::abs(v),
          static_cast<double>((v > 0) - (v < 0)),
          std::floor(v),
          std::ceil(v),
          v - std::floor(v),
          v * pi / 180,
          v * 180 / pi,
          std::sin(v),
          std::cos(v),
          std::tan(v),
          std::asin(v / 10),
          std::acos(v / 10),
          std::atan(v),
          std::sinh(v),
          std::cosh(v),
          std::tanh(v),
          std::asinh(v),
          std::acosh(p + 1),
          std::atanh(v / 10),
          std::atan2(v, 2),
          std::pow(p, 1.7),
          std::exp(v),
          std::log(p),
          std::exp2(v),
          std::log2(p),
          std::sqrt(p),
          1 / std::sqrt(p),
          std::min(v, 0.25),
          std::max(v, 0.25),
          clamp(v, -1, 1),
          v * 0.75 + 0.75,
          v < 0.5 ? 0.0 : 1.0,
          t * t * (3 - 2 * t),
          v * 2 + 3,
          v - 0.7 * std::floor(v / 0.7),
          v * 8,
          fraction + 10 * exponent + 1000 * part + 100000 * whole};
}

TEST_P(ShaderTest, FunctionsOfNumbers) {
  Shader shader(file("functions"));
  std::vector<float> x = {-4.25F, -1.5F, -0.3F, 0.0F, 0.5F, 1.125F, 2.5F, 6.75F};
  std::vector<float> y(x.size() * 40);
  shader.bind(0, x);
  shader.bind(1, y);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  for (size_t i = 0; i < x.size(); ++i) {
    const std::vector<double> wanted = functionsOf(x[i]);
    ASSERT_EQ(wanted.size(), 40U);
    for (size_t k = 0; k < wanted.size(); ++k) {
      EXPECT_NEAR(y[i * 40 + k], wanted[k], 3e-6 * std::max(1.0, std::abs(wanted[k])))
          << "function " << k << " of " << x[i];
    }
  }
}

TEST_P(ShaderTest, Geometry) {
  Shader shader(file("geometry"));
  std::vector<float> in = {1, -2, 2, 0.5F, 0, 1, 0, 0}, out(24, -1);
  shader.bind(0, in);
  shader.bind(1, out);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  const auto isAt = [&](size_t place, std::initializer_list<float> wanted) {
    for (float number : wanted) {
      EXPECT_NEAR(out[place], number, 1e-6) << place;
      ++place;
    }
  };
  isAt(0, {-2, 0, 1, 3});  // the product, the length
  isAt(4, {1.0F / 3, -2.0F / 3, 2.0F / 3, std::sqrt(14.0F)});
  isAt(8, {0, 1, 0, -2});
  isAt(12, {1, 2, 2, 1});
  const float sine = std::sqrt(1 - 0.25F * (1 - 4.0F / 9));
  isAt(16, {0.5F / 3, -sine, 1.0F / 3});
  isAt(20, {0, 0, 0});  // total reflection
}

std::vector<int32_t> integersOf(int32_t v) {
  const auto u = static_cast<uint32_t>(v);
  const auto word = [](uint64_t x) { return static_cast<int32_t>(static_cast<uint32_t>(x)); };
  uint32_t reversed = 0;
  for (int i = 0; i < 32; ++i) {
    reversed |= (u >> i & 1) << (31 - i);
  }
  const uint32_t field = u >> 3 & 0x7F;
  const uint64_t square = uint64_t{u} * u;
  const int64_t signedSquare = int64_t{v} * v;
  const bool a = v > 0, b = v == 5, c = v & 1;
  return {std::abs(v),
          (v > 0) - (v < 0),
          std::min(v, 3),
          std::max(v, 3),
          std::clamp(v, -2, 2),
          word(std::min(u, 3U)),
          word(std::max(u, 3U)),
          word(std::clamp(u, 2U, 9U)),
          u == 0 ? -1 : std::countr_zero(u),
          31 - std::countl_zero(v < 0 ? ~u : u),
          31 - std::countl_zero(u),
          std::popcount(u),
          word(reversed),
          static_cast<int32_t>(field << 25) >> 25,
          word(field),
          word((u & ~0xFF0U) | 5U << 4),
          word(u + 0x80000000U),
          u >= 0x80000000U,
          word(u - 7),
          u < 7,
          word(square >> 32),
          word(square),
          word(static_cast<uint64_t>(signedSquare) >> 32),
          (a || b || c) + 2 * (a && b && c) + 4 * b + 8 * !c};
}

TEST_P(ShaderTest, Integers) {
  Shader shader(file("integers"));
  std::vector<int32_t> x = {-1234567, 0, 5, 0x1234567}, y(x.size() * 24);
  shader.bind(0, x);
  shader.bind(1, y);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  for (size_t i = 0; i < x.size(); ++i) {
    const std::vector<int32_t> got(&y[i * 24], &y[i * 24] + 24);
    EXPECT_EQ(got, integersOf(x[i])) << x[i];
  }
}

TEST_P(ShaderTest, Packing) {
  Shader shader(file("packing"));
  std::vector<float> in = {-0.5F, 2, 0.25F, -1.5F};
  struct Out {
    uint32_t packed[6], pad[2];
    float s4[4], u4[4], s2[2], u2[2], h2[2];
  };
  std::vector<Out> outs(1);
  shader.bind(0, in);
  shader.bind(1, outs);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  const Out &out = outs[0];
  EXPECT_EQ(out.packed[0], 0x81207FC0U);  // -64 (-63.5 to even), 127, 32, -127
  EXPECT_EQ(out.packed[1], 0x0040FF00U);
  EXPECT_EQ(out.packed[2], 0x7FFFC000U);
  EXPECT_EQ(out.packed[3], 0xFFFF0000U);
  EXPECT_EQ(out.packed[4], 0xBE003400U);
  EXPECT_THAT(out.s4, ElementsAre(-64 / 127.0F, 1, 32 / 127.0F, -1));
  EXPECT_THAT(out.u4, ElementsAre(0, 1, 64 / 255.0F, 0));
  EXPECT_THAT(out.s2, ElementsAre(-1, -1));  // -32768 is no more than -32767
  EXPECT_THAT(out.u2, ElementsAre(0, 1));
  EXPECT_THAT(out.h2, ElementsAre(0.25F, -1.5F));
}

TEST_P(ShaderTest, WorkGroupsAndSpecialization) {
  struct {
    uint32_t size = 64;
    int32_t factor = 3;
    uint8_t negate = 1;
  } values;
  const VkSpecializationMapEntry entries[] = {{3, 0, 4}, {5, 4, 4}, {6, 8, 1}};
  const VkSpecializationInfo given = {3, entries, sizeof values, &values};
  for (const bool isSpecialized : {false, true}) {
    const int factor = isSpecialized ? -3 : 2;
    const size_t size = isSpecialized ? 64 : 1;
    Shader shader(file("reduce"), isSpecialized ? given : VkSpecializationInfo{});
    EXPECT_THAT(shader.workGroupSize(), ElementsAre(size, 1, 1));
    std::vector<int32_t> x(4 * size), out(4 + 4);
    std::iota(x.begin(), x.end(), -200);
    out[2] = INT32_MIN;
    shader.bind(0, x);
    shader.bind(1, out);
    ASSERT_EQ(shader.dispatch({4, 1, 1}), mux_success);
    std::vector<int32_t> sums;
    for (size_t group = 0; group < 4; ++group) {
      sums.push_back(factor * std::accumulate(&x[group * size], &x[group * size] + size, 0));
    }
    EXPECT_EQ(out[0], std::accumulate(sums.begin(), sums.end(), 0));
    EXPECT_EQ(out[1], 4);
    EXPECT_EQ(out[2], *std::ranges::max_element(sums));
    EXPECT_EQ(out[3], static_cast<int32_t>(4 * size));
    EXPECT_EQ(std::vector<int32_t>(out.begin() + 4, out.end()), sums);
  }
}

int32_t chosen(int32_t v) {
  switch (v & 3) {
    case 0:
      return 5;
    case 1:
      return v + 100;
    case 2:
      return v;
    default:
      break;
  }
  for (int i = 0; i < 100; ++i) {
    if (i * i > v) {
      return -i;
    }
    if (i == 50) {
      break;
    }
  }
  return 7;
}

TEST_P(ShaderTest, VariablesOfInvocations) {
  Shader shader(file("privates"));
  std::vector<int32_t> x(32), y(32), wanted(32);
  std::iota(x.begin(), x.end(), 0);
  x[3] = 1003;
  x[7] = 4003;
  for (size_t i = 0; i < x.size(); ++i) {
    const int32_t v = x[i];
    int32_t table[] = {10, 20, 30, 40};
    float vector[] = {1, 2, 3};
    for (int32_t k : {v & 3, v & 3, (v + 1) & 3}) {
      table[k] += 1;
      vector[k % 3] += 1;
    }
    // The flags were exchanged three times.
    wanted[i] = table[v & 3] + 0 + 10000 * static_cast<int32_t>(vector[0]) + 100000 * chosen(v) + 3;
  }
  shader.bind(0, x);
  shader.bind(1, y);
  ASSERT_EQ(shader.dispatch({2, 1, 1}), mux_success);
  EXPECT_EQ(y, wanted);
}

TEST_P(ShaderTest, ArraysOfBuffers) {
  Shader shader(file("arrays"));
  std::vector<int32_t> buffers[3], factors[2], y(12);
  for (int32_t i = 0; i < 3; ++i) {
    buffers[i].resize(static_cast<size_t>(5 + i));
    std::iota(buffers[i].begin(), buffers[i].end(), 100 * (i + 1));
    shader.bind(3, buffers[i], 2, static_cast<uint32_t>(i));
  }
  for (int32_t i = 0; i < 2; ++i) {
    factors[i] = {0, 7 + i, 0, 0};
    shader.bind(4, factors[i], 2, static_cast<uint32_t>(i));
  }
  shader.bind(0, y);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  for (int32_t which = 0; which < 3; ++which) {
    for (int32_t i = 0; i < 4; ++i) {
      EXPECT_EQ(
          y[static_cast<size_t>(which * 4 + i)],
          (100 * (which + 1) + 1 + i) * (7 + (which & 1)) + 100 * (which + 1) + 1000 * (4 + which));
    }
  }
}

TEST_P(ShaderTest, SmallNumbers) {
  Shader shader(file("small"));
  struct In {
    uint16_t h[4] = {0x3C00, 0xC000, 0x3800, 0x7BFF};  // 1, -2, 0.5, 65504
    int16_t s[4] = {-5, 300, 0, 32767};
    uint8_t b[4] = {0, 1, 200, 127};
    int8_t v[4] = {-1, 2, -128, 0};
    uint16_t w[2] = {0x4200, 0x0001};
  };
  struct alignas(16) Out {
    float hs[4];
    int32_t ss[4];
    uint32_t bs[4];
    int32_t vs[3];
    alignas(8) int64_t product;
    double d;
    float ws[2];
  };
  struct Back {
    uint16_t h[4];
    int16_t s[4];
    uint8_t b[4];
  };
  struct {
    uint16_t a = 0x3800;
    int8_t c = -3;
    int8_t pad = 0;
  } push;
  std::vector<In> in(1);
  std::vector<Out> outs(1);
  std::vector<Back> backs(1);
  shader.bind(0, in);
  shader.bind(1, outs);
  shader.bind(2, backs);
  std::vector<std::byte> bytes(3);
  std::memcpy(bytes.data(), &push, 3);
  shader.pushBytes(bytes);
  ASSERT_EQ(shader.dispatch({1, 1, 1}), mux_success);
  EXPECT_THAT(outs[0].hs, ElementsAre(1.5F, -1.5F, 1.0F, 65504.5F));
  EXPECT_THAT(outs[0].ss, ElementsAre(-8, 297, -3, 32764));
  EXPECT_THAT(outs[0].bs, ElementsAre(0, 1, 200, 127));
  EXPECT_THAT(outs[0].vs, ElementsAre(-1, 2, -128));
  EXPECT_THAT(outs[0].ws, ElementsAre(3.0F, std::ldexp(1.0F, -24)));
  EXPECT_EQ(outs[0].product, 297 * 10000000000LL);
  EXPECT_EQ(outs[0].d, -1.5 / 3.0);
  EXPECT_THAT(backs[0].h, ElementsAre(0x4200, 0xC200, 0x4000, 0x7C00));
  EXPECT_THAT(backs[0].s, ElementsAre(-16, 594, -6, -8));
  EXPECT_THAT(backs[0].b, ElementsAre(0, 2, 144, 254));
}

INSTANTIATE_TEST_SUITE_P(All, ShaderTest, testing::Values("1.0", "1.3"),
                         [](const auto &info) { return info.param == "1.0" ? "V10" : "V13"; });

TEST(NewerShaderTest, SubGroups) {
  Shader shader("subgroups-1.3.spv");
  std::vector<uint32_t> x(128), ok(128);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<uint32_t>(i * i % 97);
  }
  shader.bind(0, x);
  shader.bind(1, ok);
  ASSERT_EQ(shader.dispatch({2, 1, 1}), mux_success);
  EXPECT_EQ(ok, std::vector<uint32_t>(128, 1));
}

TEST(NewerShaderTest, MemoryModel) {
  Shader shader("model-1.3.spv");
  std::vector<uint32_t> x(128), y(128), c(2);
  shader.bind(0, x);
  shader.bind(1, y);
  shader.bind(2, c);
  ASSERT_EQ(shader.dispatch({4, 1, 1}), mux_success);
  for (uint32_t i = 0; i < 128; ++i) {
    EXPECT_EQ(y[i], (i ^ 1) * 3) << i;
  }
  EXPECT_THAT(c, ElementsAre(128, 77));
}

}  // namespace
}  // namespace shaders
