// Geometric and common functions against long double. Bounds: OpenCL C, "Relative Error as
// ULPs": length 2.75 + 0.5 n, normalize 2 + n, degrees and radians 2.
#include <gtest/gtest.h>

#include <cmath>

#include "harness.h"

namespace builtins_test {
namespace {

using Real = long double;

template <typename T>
class Geometric : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Geometric, Types);

template <typename T>
Real ulps(T got, Real want) {
  const Real last = Real(std::nextafter(std::fabs(T(want)), T(HUGE_VAL))) - std::fabs(T(want));
  return std::fabs(Real(got) - want) / last;
}

/// Vectors of three: ordinary ones, and ones whose squares overflow or underflow.
template <typename T>
std::vector<T> vectors() {
  std::vector<T> v;
  std::mt19937_64 random(51);
  std::uniform_real_distribution<double> unit(-1, 1);
  const int reach = std::numeric_limits<T>::max_exponent - 4;
  for (int i = 0; i < 48 * 100; ++i) {
    const double scale = std::ldexp(1.0, int(i / 3 % (2 * reach)) - reach);
    v.push_back(T(unit(random) * scale));
  }
  return v;
}

TYPED_TEST(Geometric, LengthAndNormalize) {
  using T = TypeParam;
  const std::vector<T> v = vectors<T>();
  const std::vector<T> length = call<T>(find("length", typeName<T>(), 3), v);
  const std::vector<T> normal = call<T>(find("normalize", typeName<T>(), 3), v);
  for (std::size_t i = 0; i < v.size() / 3; ++i) {
    const Real x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
    const Real want = std::sqrt(x * x + y * y + z * z);
    ASSERT_LE(ulps(length[i], want), 4.25) << i;
    for (int lane = 0; lane < 3; ++lane) {
      ASSERT_LE(ulps(normal[3 * i + lane], Real(v[3 * i + lane]) / want), 5) << i;
    }
  }
}

/// Squares that are 0: of zeros, of numbers too small, and beside a NaN.
TYPED_TEST(Geometric, LengthOfZerosAndTinyNumbers) {
  using T = TypeParam;
  const T tiny = std::numeric_limits<T>::min();
  std::vector<T> v = {0, -T(0), 0, 3 * tiny, 0, -4 * tiny, NAN, 0, 0};
  pad(v);
  const std::vector<T> got = call<T>(find("length", typeName<T>(), 3), v);
  EXPECT_EQ(got[0], 0);
  EXPECT_EQ(got[1], 5 * tiny);
  EXPECT_TRUE(std::isnan(got[2]));
}

TYPED_TEST(Geometric, NormalizeSpecial) {
  using T = TypeParam;
  std::vector<T> v = {0, -T(0), 0, HUGE_VAL, 1, -HUGE_VAL, NAN, 1, 2};
  pad(v);
  const std::vector<T> got = call<T>(find("normalize", typeName<T>(), 3), v);
  EXPECT_EQ(got[0], 0);
  EXPECT_TRUE(std::signbit(got[1]));
  EXPECT_NEAR(got[3], std::sqrt(0.5), 1e-6);
  EXPECT_EQ(got[4], 0);
  EXPECT_NEAR(got[5], -std::sqrt(0.5), 1e-6);
  EXPECT_TRUE(std::isnan(got[7]));
}

/// All vectors of special values, by the rules of OpenCL C 3.0 §7.5.1: a NaN makes all components
/// NaN; beside an infinity finite components count as zeros of their sign.
TYPED_TEST(Geometric, NormalizeOfInfinitiesAndNans) {
  using T = TypeParam;
  const T inf = std::numeric_limits<T>::infinity();
  const T special[] = {0, -T(0), 1, -2, std::numeric_limits<T>::max(), inf, -inf, T(NAN)};
  for (unsigned width : {1u, 2u, 3u, 4u}) {
    std::vector<T> v;
    const unsigned count = 1u << 3 * width;
    for (unsigned i = 0; i < count * width; ++i) {
      v.push_back(special[i / width >> 3 * (i % width) & 7]);
    }
    pad(v);
    const std::vector<T> got = call<T>(find("normalize", typeName<T>(), width), v);
    for (std::size_t i = 0; i < std::size_t{count} * width; i += width) {
      Real square = 0;
      bool hasInfinity = false;
      for (std::size_t lane = i; lane < i + width; ++lane) {
        hasInfinity |= std::isinf(v[lane]);
      }
      std::vector<Real> replaced;
      for (std::size_t lane = i; lane < i + width; ++lane) {
        const Real x = v[lane];
        replaced.push_back(!hasInfinity ? x : std::isinf(x) ? std::copysign(Real(1), x) : 0 * x);
        square += replaced.back() * replaced.back();
      }
      for (std::size_t lane = 0; lane < width; ++lane) {
        const Real want = square == 0 ? replaced[lane] : replaced[lane] / std::sqrt(square);
        const T result = got[i + lane];
        if (std::isnan(want)) {
          EXPECT_TRUE(std::isnan(result)) << width << ' ' << i;
        } else {
          EXPECT_NEAR(result, want, 1e-6) << width << ' ' << i;
          EXPECT_EQ(std::signbit(result), std::signbit(want)) << width << ' ' << i;
        }
      }
    }
  }
}

TYPED_TEST(Geometric, DotAndCross) {
  using T = TypeParam;
  std::vector<T> x(4800), y(4800);
  std::mt19937_64 random(52);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = T(unit(random));
    y[i] = T(unit(random));
  }
  const Real unitInLast = std::numeric_limits<T>::epsilon();
  const std::vector<T> dots = call<T>(find("dot", typeNames<T>(2), 3), x, &y);
  const std::vector<T> crosses = call<T>(find("cross", typeNames<T>(2), 3), x, &y);
  const std::vector<T> distances = call<T>(find("distance", typeNames<T>(2), 3), x, &y);
  for (std::size_t i = 0; i < x.size(); i += 3) {
    const Real want = Real(x[i]) * y[i] + Real(x[i + 1]) * y[i + 1] + Real(x[i + 2]) * y[i + 2];
    // Components are at most 1: max * max * (2n - 1) units.
    ASSERT_NEAR(dots[i / 3], want, 5 * unitInLast);
    Real square = 0;
    for (std::size_t lane = 0; lane < 3; ++lane) {
      const std::size_t p = i + (lane + 1) % 3, q = i + (lane + 2) % 3;
      ASSERT_NEAR(crosses[i + lane], Real(x[p]) * y[q] - Real(x[q]) * y[p], 3 * unitInLast);
      square += (Real(x[i + lane]) - y[i + lane]) * (Real(x[i + lane]) - y[i + lane]);
    }
    ASSERT_LE(ulps(distances[i / 3], std::sqrt(square)), 5.5);
  }
}

TYPED_TEST(Geometric, Angles) {
  using T = TypeParam;
  std::vector<T> x = randomValues<T>(4800, 1000, 53);
  for (T &value : x) {
    if (!(std::fabs(value) > 1e-30 && std::fabs(value) < 1e30)) {
      value = 1;
    }
  }
  const Real pi = 3.14159265358979323846264338327950288L;
  const std::vector<T> degrees = call<T>(find("degrees", typeName<T>(), 3), x);
  const std::vector<T> radians = call<T>(find("radians", typeName<T>(), 3), x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(ulps(degrees[i], x[i] * 180 / pi), 2);
    ASSERT_LE(ulps(radians[i], x[i] * pi / 180), 2);
  }
}

TYPED_TEST(Geometric, MixAndSmoothstep) {
  using T = TypeParam;
  std::vector<T> x, y, a;
  for (int i = 0; i < 48; ++i) {
    x.push_back(T(1));
    y.push_back(T(3));
    a.push_back(T(i) / 16);
  }
  const std::vector<T> mixed = call<T>(find("mix", typeNames<T>(3), 3), x, &y, &a);
  const std::vector<T> smooth = call<T>(find("smoothstep", typeNames<T>(3), 3), x, &y, &a);
  for (int i = 0; i < 48; ++i) {
    EXPECT_NEAR(mixed[i], 1 + 2 * a[i], 1e-6);
    const T t = std::fmin(std::fmax((a[i] - 1) / 2, T(0)), T(1));
    EXPECT_NEAR(smooth[i], t * t * (3 - 2 * t), 1e-6);
  }
}

}  // namespace
}  // namespace builtins_test
