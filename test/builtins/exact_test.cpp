// Functions whose results are exact (or correctly rounded) against the host's C library or a
// definition written out here: bit for bit, NaNs aside.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness.h"

namespace builtins_test {
namespace {

template <typename T>
class Exact : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Exact, Types);

template <typename T>
struct Operands {
  std::vector<T> a, b;
};

/// Special values, random values, and every pair of special values.
template <typename T>
Operands<T> operands() {
  Operands<T> o;
  const std::vector<T> special = specialValues<T>();
  cross(special, special, o.a, o.b);
  const std::vector<T> left = randomValues<T>(20000, 1000, 11),
                       right = randomValues<T>(20000, 50, 12);
  o.a.insert(o.a.end(), left.begin(), left.end());
  o.b.insert(o.b.end(), right.begin(), right.end());
  // Neighbouring magnitudes: short quotients.
  for (std::size_t i = 0; i + 1 < left.size(); ++i) {
    o.a.push_back(left[i]);
    o.b.push_back(left[i] * T(1 + int(i % 7)) / T(3));
  }
  pad(o.a);
  pad(o.b);
  return o;
}

/// Calls `name` in all widths and compares with expected(i).
template <typename R, typename T, typename B, typename Expected>
void check(std::string_view name, const std::string &types, const std::vector<T> &a,
           const std::vector<B> *b, const std::vector<T> *c, Expected expected) {
  for (unsigned width : {1u, 3u, 16u}) {
    const std::vector<R> got = call<R>(find(name, types, width), a, b, c);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (const R want = expected(i); !same(got[i], want)) {
        ADD_FAILURE() << name << " width " << width << " of " << double(a[i]) << ", "
                      << (b ? double((*b)[i]) : 0) << ": " << double(got[i]) << ", not "
                      << double(want);
        break;
      }
    }
  }
}

template <typename T, typename Expected>
void checkUnary(std::string_view name, const std::vector<T> &a, Expected expected) {
  check<T, T, T>(name, typeNames<T>(1), a, nullptr, nullptr,
                 [&](std::size_t i) { return T(expected(a[i])); });
}

template <typename T, typename Expected>
void checkBinary(std::string_view name, const Operands<T> &o, Expected expected) {
  check<T, T, T>(name, typeNames<T>(2), o.a, &o.b, nullptr,
                 [&](std::size_t i) { return T(expected(o.a[i], o.b[i])); });
}

TYPED_TEST(Exact, Rounding) {
  using T = TypeParam;
  const std::vector<T> x = operands<T>().a;
  checkUnary<T>("floor", x, [](T v) { return std::floor(v); });
  checkUnary<T>("ceil", x, [](T v) { return std::ceil(v); });
  checkUnary<T>("trunc", x, [](T v) { return std::trunc(v); });
  checkUnary<T>("rint", x, [](T v) { return std::rint(v); });
  checkUnary<T>("round", x, [](T v) { return std::round(v); });
  checkUnary<T>("fabs", x, [](T v) { return std::fabs(v); });
  checkUnary<T>("sqrt", x, [](T v) { return std::sqrt(v); });
  checkUnary<T>("logb", x, [](T v) { return std::logb(v); });
  checkUnary<T>("sign", x, [](T v) { return v > 0 ? T(1) : v < 0 ? T(-1) : v == 0 ? v : T(0); });
}

TYPED_TEST(Exact, Binary) {
  using T = TypeParam;
  const Operands<T> o = operands<T>();
  checkBinary<T>("copysign", o, [](T a, T b) { return std::copysign(a, b); });
  checkBinary<T>("fmod", o, [](T a, T b) { return std::fmod(a, b); });
  checkBinary<T>("remainder", o, [](T a, T b) { return std::remainder(a, b); });
  checkBinary<T>("nextafter", o, [](T a, T b) { return std::nextafter(a, b); });
  checkBinary<T>("fdim", o, [](T a, T b) { return std::fdim(a, b); });
  checkBinary<T>("step", o, [](T edge, T v) { return v < edge ? T(0) : T(1); });
  checkBinary<T>("max", o, [](T a, T b) { return a < b ? b : a; });
  checkBinary<T>("min", o, [](T a, T b) { return b < a ? b : a; });
}

/// Quotients rounded up whose product exceeds the largest number.
TYPED_TEST(Exact, RemaindersOfTheLargestNumbers) {
  using T = TypeParam;
  Operands<T> o;
  T large = std::numeric_limits<T>::max();
  for (int i = 0; i < 48; ++i, large = std::nextafter(large, T(0))) {
    for (const T divisor :
         {T(3), T(7), T(31), T(100003), large / 3, large / 31, large / T(100003)}) {
      o.a.push_back(large);
      o.b.push_back(divisor);
    }
  }
  checkBinary<T>("fmod", o, [](T a, T b) { return std::fmod(a, b); });
  checkBinary<T>("remainder", o, [](T a, T b) { return std::remainder(a, b); });
}

/// The order of -0 and +0 is free for these: compared as values.
TYPED_TEST(Exact, Extremes) {
  using T = TypeParam;
  const Operands<T> o = operands<T>();
  const auto equal = [&](std::string_view name, auto expected) {
    const std::vector<T> got = call<T>(find(name, typeNames<T>(2), 3), o.a, &o.b);
    for (std::size_t i = 0; i < got.size(); ++i) {
      const T want = expected(o.a[i], o.b[i]);
      ASSERT_TRUE(got[i] == want || (got[i] != got[i] && want != want))
          << name << " of " << o.a[i] << ", " << o.b[i];
    }
  };
  equal("fmax", [](T a, T b) { return std::fmax(a, b); });
  equal("fmin", [](T a, T b) { return std::fmin(a, b); });
  const auto larger = [](T a, T b) { return std::fabs(a) > std::fabs(b); };
  equal("maxmag", [&](T a, T b) { return larger(a, b) ? a : larger(b, a) ? b : std::fmax(a, b); });
  equal("minmag", [&](T a, T b) { return larger(b, a) ? a : larger(a, b) ? b : std::fmin(a, b); });
}

TYPED_TEST(Exact, Fma) {
  using T = TypeParam;
  const Operands<T> o = operands<T>();
  std::vector<T> c(o.b.rbegin(), o.b.rend());
  // Cancellation shows whether the product was rounded.
  for (std::size_t i = 0; i < c.size(); i += 2) {
    c[i] = -(o.a[i] * o.b[i]);
  }
  check<T, T, T>("fma", typeNames<T>(3), o.a, &o.b, &c,
                 [&](std::size_t i) { return std::fma(o.a[i], o.b[i], c[i]); });
}

TYPED_TEST(Exact, Remquo) {
  using T = TypeParam;
  const Operands<T> o = operands<T>();
  for (unsigned width : {1u, 3u, 16u}) {
    std::vector<int32_t> quotient;
    const std::vector<T> got =
        call<T, T, T, T>(find("remquo", typeNames<T>(2), width), o.a, &o.b, nullptr, &quotient);
    for (std::size_t i = 0; i < got.size(); ++i) {
      int want = 0;
      const T rest = std::remquo(o.a[i], o.b[i], &want);
      ASSERT_TRUE(same(got[i], rest)) << o.a[i] << ", " << o.b[i];
      // C gives at least three bits, OpenCL C seven: the lowest three must agree.
      if (rest == rest) {
        ASSERT_EQ(std::abs(quotient[i]) & 7, std::abs(want) & 7) << o.a[i] << ", " << o.b[i];
      }
    }
  }
}

TYPED_TEST(Exact, Parts) {
  using T = TypeParam;
  const std::vector<T> x = operands<T>().a;
  for (unsigned width : {1u, 3u, 16u}) {
    std::vector<int32_t> exponent;
    std::vector<T> whole;
    const std::string type(typeName<T>());
    const std::vector<T> mantissa =
        call<T, T, T, T>(find("frexp", type, width), x, nullptr, nullptr, &exponent);
    const std::vector<T> rest =
        call<T, T, T, T>(find("modf", type, width), x, nullptr, nullptr, &whole);
    const std::vector<int32_t> logarithm = call<int32_t>(find("ilogb", type, width), x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      int e = 0;
      T w = 0;
      ASSERT_TRUE(same(mantissa[i], std::frexp(x[i], &e))) << x[i];
      if (std::isfinite(x[i])) {
        ASSERT_EQ(exponent[i], e) << x[i];
      }
      ASSERT_TRUE(same(rest[i], std::modf(x[i], &w))) << x[i];
      ASSERT_TRUE(same(whole[i], w)) << x[i];
      // FP_ILOGBNAN is INT_MAX, FP_ILOGB0 is INT_MIN in Clang's header.
      const int want = std::isnan(x[i]) ? INT32_MAX : x[i] == 0 ? INT32_MIN : std::ilogb(x[i]);
      ASSERT_EQ(logarithm[i], want) << x[i];
    }
  }
}

TYPED_TEST(Exact, Fract) {
  using T = TypeParam;
  const std::vector<T> x = operands<T>().a;
  std::vector<T> whole;
  const std::vector<T> got =
      call<T, T, T, T>(find("fract", typeName<T>(), 3), x, nullptr, nullptr, &whole);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const T below = std::nextafter(T(1), T(0));
    const T want = std::isinf(x[i]) ? std::copysign(T(0), x[i])
                   : x[i] == 0      ? x[i]
                                    : std::fmin(x[i] - std::floor(x[i]), below);
    ASSERT_TRUE(x[i] != x[i] ? got[i] != got[i] : same(got[i], want)) << x[i];
    ASSERT_TRUE(same(whole[i], std::floor(x[i]))) << x[i];
  }
}

TYPED_TEST(Exact, Ldexp) {
  using T = TypeParam;
  std::vector<T> x;
  std::vector<int32_t> n;
  cross(specialValues<T>(),
        {0,    1,     -1,    24,    -24,  53,   126,  -126,  -149,  -150, 127,       128,
         1000, -1022, -1074, -1100, 1023, 2046, 2098, -2098, -2200, 5000, INT32_MAX, INT32_MIN},
        x, n);
  pad(x);
  pad(n);
  check<T, T, int32_t>("ldexp", std::string(typeName<T>()) + " int", x, &n, nullptr,
                       [&](std::size_t i) { return std::ldexp(x[i], n[i]); });
}

TYPED_TEST(Exact, Nan) {
  using T = TypeParam;
  const std::vector<Bits<T>> payload(48, 5);
  for (T value : call<T>(find("nan", typeName<Bits<T>>(), 3), payload)) {
    EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Half, IsTheFullFunction) {
  const std::vector<float> x = operands<float>().a;
  for (std::string name :
       {"cos", "exp", "exp2", "exp10", "log", "log2", "log10", "rsqrt", "sin", "sqrt", "tan"}) {
    const std::vector<float> full = call<float>(find(name, "float", 1), x);
    const std::vector<float> got = call<float>(find("half_" + name, "float", 3), x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_TRUE(same(got[i], full[i])) << name << " of " << x[i];
    }
  }
}

}  // namespace
}  // namespace builtins_test
