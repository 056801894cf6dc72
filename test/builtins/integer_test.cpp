// Integer, relational and shuffle functions against definitions in 128-bit arithmetic.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "harness.h"

namespace builtins_test {
namespace {

using Wide = __int128;

template <typename T>
class Integer : public testing::Test {
 protected:
  using U = Bits<T>;
  std::vector<T> a, b, c;

  void SetUp() override {
    cross(integerValues<T>(), integerValues<T>(), a, b);
    pad(a);
    pad(b);
    c.assign(a.rbegin(), a.rend());
    std::rotate(c.begin(), c.begin() + 17, c.end());
  }

  template <typename R, typename Expected>
  void check(std::string_view name, int operands, Expected expected) {
    for (unsigned width : {1u, 4u}) {
      const std::vector<R> got = call<R>(find(name, typeNames<T>(operands), width), a, &b, &c);
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (const R want = R(expected(a[i], b[i], c[i])); got[i] != want) {
          ADD_FAILURE() << name << " width " << width << " of " << +a[i] << ", " << +b[i] << ", "
                        << +c[i] << ": " << +got[i] << ", not " << +want;
          break;
        }
      }
    }
  }

  static Wide clampTo(Wide value) {
    const Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return value < low ? low : value > high ? high : value;
  }
};

using Types =
    testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(Integer, Types);

/// x * y + z, saturated; the 128-bit sum of 64-bit unsigned operands may itself overflow.
template <typename T>
T saturatedMad(T x, T y, T z) {
  const Wide product = Wide(x) * Wide(y);
  Wide sum;
  if constexpr (std::is_unsigned_v<T>) {
    const unsigned __int128 total = (unsigned __int128)x * y + z;
    return total > std::numeric_limits<T>::max() ? std::numeric_limits<T>::max() : T(total);
  } else {
    sum = product + z;
    const Wide low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return T(sum < low ? low : sum > high ? high : sum);
  }
}

template <typename T>
T highHalf(T x, T y) {
  if constexpr (std::is_unsigned_v<T>) {
    return T(((unsigned __int128)x * y) >> (sizeof(T) * 8));
  } else {
    return T((Wide(x) * y) >> (sizeof(T) * 8));
  }
}

TYPED_TEST(Integer, Arithmetic) {
  using T = TypeParam;
  using U = Bits<T>;
  this->template check<U>("abs", 1, [](T x, T, T) { return x < 0 ? -Wide(x) : Wide(x); });
  this->template check<U>("abs_diff", 2,
                          [](T x, T y, T) { return x > y ? Wide(x) - y : Wide(y) - x; });
  this->template check<T>("add_sat", 2, [this](T x, T y, T) { return this->clampTo(Wide(x) + y); });
  this->template check<T>("sub_sat", 2, [this](T x, T y, T) { return this->clampTo(Wide(x) - y); });
  this->template check<T>("hadd", 2, [](T x, T y, T) { return (Wide(x) + y) >> 1; });
  this->template check<T>("rhadd", 2, [](T x, T y, T) { return (Wide(x) + y + 1) >> 1; });
  this->template check<T>("mul_hi", 2, [](T x, T y, T) { return highHalf(x, y); });
  this->template check<T>("mad_hi", 3, [](T x, T y, T z) { return T(U(highHalf(x, y)) + U(z)); });
  this->template check<T>("mad_sat", 3, [](T x, T y, T z) { return saturatedMad(x, y, z); });
  this->template check<T>("max", 2, [](T x, T y, T) { return x > y ? x : y; });
  this->template check<T>("min", 2, [](T x, T y, T) { return x < y ? x : y; });
}

TYPED_TEST(Integer, BitsOfValues) {
  using T = TypeParam;
  using U = Bits<T>;
  this->template check<T>("clz", 1, [](T x, T, T) { return std::countl_zero(U(x)); });
  this->template check<T>("ctz", 1, [](T x, T, T) { return std::countr_zero(U(x)); });
  this->template check<T>("popcount", 1, [](T x, T, T) { return std::popcount(U(x)); });
  this->template check<T>("rotate", 2,
                          [](T x, T y, T) { return std::rotl(U(x), int(U(y) % (sizeof(T) * 8))); });
  this->template check<T>("bitselect", 3, [](T x, T y, T z) { return (x & ~z) | (y & z); });
}

TYPED_TEST(Integer, Clamp) {
  using T = TypeParam;
  // Undefined for low > high.
  for (std::size_t i = 0; i < this->a.size(); ++i) {
    if (this->b[i] > this->c[i]) {
      std::swap(this->b[i], this->c[i]);
    }
  }
  this->template check<T>("clamp", 3, [](T x, T low, T high) {
    return x < low ? low : x > high ? high : x;
  });
}

TYPED_TEST(Integer, Select) {
  using T = TypeParam;
  using S = std::make_signed_t<T>;
  const std::vector<S> c(this->c.begin(), this->c.end());
  const std::string types = typeNames<T>(2) + " " + std::string(typeName<S>());
  for (unsigned width : {1u, 4u}) {
    const std::vector<T> got =
        call<T, T, T, S>(find("select", types, width), this->a, &this->b, &c);
    for (std::size_t i = 0; i < c.size(); ++i) {
      ASSERT_EQ(got[i], (width == 1 ? c[i] != 0 : c[i] < 0) ? this->b[i] : this->a[i]);
    }
  }
}

template <typename T>
void checkUpsample() {
  using U = std::make_unsigned_t<T>;
  using W = std::conditional_t<sizeof(T) == 1, int16_t,
                               std::conditional_t<sizeof(T) == 2, int32_t, int64_t>>;
  using R = std::conditional_t<std::is_signed_v<T>, W, std::make_unsigned_t<W>>;
  std::vector<T> high;
  std::vector<U> low;
  cross(integerValues<T>(), integerValues<U>(), high, low);
  pad(high);
  pad(low);
  const std::string types = std::string(typeName<T>()) + " " + std::string(typeName<U>());
  for (unsigned width : {1u, 4u}) {
    const std::vector<R> got = call<R, T, U>(find("upsample", types, width), high, &low);
    for (std::size_t i = 0; i < high.size(); ++i) {
      ASSERT_EQ(got[i], R(Wide(high[i]) * (Wide(1) << (sizeof(T) * 8)) + low[i]));
    }
  }
}

TEST(Upsample, AllTypes) {
  checkUpsample<int8_t>();
  checkUpsample<uint8_t>();
  checkUpsample<int16_t>();
  checkUpsample<uint16_t>();
  checkUpsample<int32_t>();
  checkUpsample<uint32_t>();
}

template <typename T>
void checkMultiply24() {
  std::vector<T> a, b;
  for (T x : integerValues<T>()) {
    for (T y : integerValues<T>()) {
      // Defined for 24-bit operands only.
      a.push_back(std::is_signed_v<T> ? T(x << 8) >> 8 : x & 0xffffff);
      b.push_back(std::is_signed_v<T> ? T(y << 8) >> 8 : y & 0xffffff);
    }
  }
  pad(a);
  pad(b);
  for (unsigned width : {1u, 4u}) {
    const std::vector<T> product = call<T>(find("mul24", typeNames<T>(2), width), a, &b);
    const std::vector<T> sum = call<T>(find("mad24", typeNames<T>(3), width), a, &b, &b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      ASSERT_EQ(product[i], T(Wide(a[i]) * b[i]));
      ASSERT_EQ(sum[i], T(Wide(a[i]) * b[i] + b[i]));
    }
  }
}

TEST(Multiply24, BothTypes) {
  checkMultiply24<int32_t>();
  checkMultiply24<uint32_t>();
}

template <typename T>
void checkAnyAll() {
  const std::vector<T> x = [] {
    std::vector<T> values;
    for (int mask = 0; mask < 16; ++mask) {
      for (int lane = 0; lane < 4; ++lane) {
        values.push_back(mask >> lane & 1 ? std::numeric_limits<T>::min() : T(1));
      }
    }
    return values;
  }();
  const std::vector<int32_t> any = call<int32_t>(find("any", typeName<T>(), 4), x);
  const std::vector<int32_t> all = call<int32_t>(find("all", typeName<T>(), 4), x);
  for (int mask = 0; mask < 16; ++mask) {
    ASSERT_EQ(any[mask], mask != 0);
    ASSERT_EQ(all[mask], mask == 15);
  }
  const std::vector<int32_t> one = call<int32_t>(find("any", typeName<T>(), 1), x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(one[i], x[i] < 0);
  }
}

TEST(Relational, AnyAll) {
  checkAnyAll<int8_t>();
  checkAnyAll<int16_t>();
  checkAnyAll<int32_t>();
  checkAnyAll<int64_t>();
}

template <typename T>
class Comparison : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Comparison, Floats);

TYPED_TEST(Comparison, All) {
  using T = TypeParam;
  using M = std::make_signed_t<Bits<T>>;
  std::vector<T> a, b;
  cross(specialValues<T>(), specialValues<T>(), a, b);
  pad(a);
  pad(b);
  const auto check = [&](const char *name, int operands, auto expected) {
    const std::vector<int32_t> one = call<int32_t>(find(name, typeNames<T>(operands), 1), a, &b);
    const std::vector<M> four = call<M>(find(name, typeNames<T>(operands), 4), a, &b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const bool want = expected(a[i], b[i]);
      ASSERT_EQ(one[i], want ? 1 : 0) << name << " of " << a[i] << ", " << b[i];
      ASSERT_EQ(four[i], want ? -1 : 0) << name << " of " << a[i] << ", " << b[i];
    }
  };
  check("isequal", 2, [](T x, T y) { return x == y; });
  check("isnotequal", 2, [](T x, T y) { return x != y; });
  check("isgreater", 2, [](T x, T y) { return x > y; });
  check("isgreaterequal", 2, [](T x, T y) { return x >= y; });
  check("isless", 2, [](T x, T y) { return x < y; });
  check("islessequal", 2, [](T x, T y) { return x <= y; });
  check("islessgreater", 2, [](T x, T y) { return x < y || x > y; });
  check("isordered", 2, [](T x, T y) { return x == x && y == y; });
  check("isunordered", 2, [](T x, T y) { return x != x || y != y; });
  check("isfinite", 1, [](T x, T) { return std::isfinite(x); });
  check("isinf", 1, [](T x, T) { return std::isinf(x); });
  check("isnan", 1, [](T x, T) { return std::isnan(x); });
  check("isnormal", 1, [](T x, T) { return std::isnormal(x); });
  check("signbit", 1, [](T x, T) { return std::signbit(x); });
}

template <typename T, typename M>
void checkShuffle() {
  std::vector<T> x(48 * 4), y(48 * 4);
  std::vector<M> mask(48 * 4);
  std::mt19937_64 random(41);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = T(i % 120);
    y[i] = T(i % 120 + 100);
    mask[i] = M(random());
  }
  const std::string t(typeName<T>()), m(typeName<M>());
  const std::vector<T> one = call<T, T, M>(find("shuffle", t + " " + m, 4), x, &mask);
  const std::vector<T> two =
      call<T, T, T, M>(find("shuffle2", t + " " + t + " " + m, 4), x, &y, &mask);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t base = i / 4 * 4;
    ASSERT_EQ(one[i], x[base + mask[i] % 4]);
    const unsigned pick = mask[i] % 8;
    ASSERT_EQ(two[i], pick < 4 ? x[base + pick] : y[base + pick - 4]);
  }
}

TEST(Shuffle, Picks) {
  checkShuffle<uint8_t, uint8_t>();
  checkShuffle<int32_t, uint32_t>();
  checkShuffle<double, uint64_t>();
}

}  // namespace
}  // namespace builtins_test
