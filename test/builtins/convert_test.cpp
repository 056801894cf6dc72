// Compares every convert_* function with the host's long double, in all types, saturation and
// rounding modes and in three widths. The 64-bit significand holds every source value exactly.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>

#include "harness.h"

namespace builtins_test {
namespace {

struct Mode {
  const char *suffix;
  int rounding;  ///< as in <cfenv>
};

/// The default mode: to nearest for a floating-point result, toward zero for an integer.
const Mode modes[] = {
    {"_rte", FE_TONEAREST}, {"_rtz", FE_TOWARDZERO}, {"_rtp", FE_UPWARD}, {"_rtn", FE_DOWNWARD}};

template <typename S>
std::vector<S> sources() {
  std::vector<S> values;
  if constexpr (std::is_integral_v<S>) {
    values = integerValues<S>();
  } else {
    values = specialValues<S>();
    for (int bit = 6; bit < 66; ++bit) {
      for (double delta : {-1.5, -1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 1.5}) {
        for (double sign : {-1.0, 1.0}) {
          const S value = S(sign * (std::ldexp(1.0, bit) + delta));
          values.push_back(value);
          values.push_back(std::nextafter(value, S(0)));
        }
      }
    }
    for (double value = -300; value < 300; value += 0.5) {
      values.push_back(S(value));
    }
    const std::vector<S> random = randomValues<S>(2000, 1e6, 21);
    values.insert(values.end(), random.begin(), random.end());
    // Halves of the last place of a float, and beyond its range.
    for (float f : randomValues<float>(1000, 1e6, 22)) {
      for (double part : {0.0, 0.25, 0.5, 0.75}) {
        if constexpr (sizeof(S) == 8) {
          values.push_back(double(f) + part * (double(std::nextafter(f, HUGE_VALF)) - double(f)));
        }
      }
    }
  }
  pad(values);
  return values;
}

/// The specified result of converting `x`; empty where the result is undefined.
template <typename D, typename S>
bool expected(S x, bool saturate, int rounding, D &result) {
  using Limits = std::numeric_limits<D>;
  const long double exact = static_cast<long double>(x);
  if constexpr (std::is_floating_point_v<D>) {
    volatile long double source = exact;
    std::fesetround(rounding);
    volatile D rounded = static_cast<D>(source);
    std::fesetround(FE_TONEAREST);
    result = rounded;
    return true;
  } else if constexpr (std::is_integral_v<S>) {
    const __int128 value = x;
    result = !saturate               ? static_cast<D>(x)
             : value < Limits::min() ? Limits::min()
             : value > Limits::max() ? Limits::max()
                                     : static_cast<D>(x);
    return true;
  } else {
    const long double value = rounding == FE_TONEAREST    ? std::rint(exact)
                              : rounding == FE_TOWARDZERO ? std::trunc(exact)
                              : rounding == FE_UPWARD     ? std::ceil(exact)
                                                          : std::floor(exact);
    const bool inside = value >= static_cast<long double>(Limits::min()) &&
                        value <= static_cast<long double>(Limits::max());
    if (!inside && !saturate) {
      return false;
    }
    result = inside           ? static_cast<D>(value)
             : value != value ? D(0)
             : value < 0      ? Limits::min()
                              : Limits::max();
    return true;
  }
}

std::string vectorName(std::string_view type, unsigned width) {
  return std::string(type) + (width == 1 ? "" : std::to_string(width));
}

template <typename D, typename S>
void checkOne(const std::vector<S> &x, bool saturate, const char *suffix, int rounding) {
  std::vector<D> want(x.size());
  std::vector<bool> specified(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    specified[i] = expected(x[i], saturate, rounding, want[i]);
  }
  for (unsigned width : {1u, 3u, 4u}) {
    const std::string name =
        "convert_" + vectorName(typeName<D>(), width) + (saturate ? "_sat" : "") + suffix;
    const std::vector<D> got = call<D>(find(name, typeName<S>(), width), x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (specified[i] && !same(got[i], want[i])) {
        ADD_FAILURE() << name << " of " << typeName<S>() << " " << +x[i] << ": " << +got[i]
                      << ", not " << +want[i];
        break;
      }
    }
  }
}

template <typename D, typename S>
void checkPair() {
  const std::vector<S> x = sources<S>();
  const int standard = std::is_floating_point_v<D> ? FE_TONEAREST : FE_TOWARDZERO;
  for (bool saturate : {false, true}) {
    if (saturate && std::is_floating_point_v<D>) {
      continue;
    }
    checkOne<D>(x, saturate, "", standard);
    for (const Mode &mode : modes) {
      checkOne<D>(x, saturate, mode.suffix, mode.rounding);
    }
  }
}

template <typename D>
class Convert : public testing::Test {};
using Types = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t,
                             uint64_t, float, double>;
TYPED_TEST_SUITE(Convert, Types);

TYPED_TEST(Convert, FromAllTypes) {
  checkPair<TypeParam, int8_t>();
  checkPair<TypeParam, uint8_t>();
  checkPair<TypeParam, int16_t>();
  checkPair<TypeParam, uint16_t>();
  checkPair<TypeParam, int32_t>();
  checkPair<TypeParam, uint32_t>();
  checkPair<TypeParam, int64_t>();
  checkPair<TypeParam, uint64_t>();
  checkPair<TypeParam, float>();
  checkPair<TypeParam, double>();
}

}  // namespace
}  // namespace builtins_test
