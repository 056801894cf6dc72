// Compares the math functions of half with MPFR: functions of one argument for all 2^16 arguments,
// others for all pairs of special values and for random pairs. Errors must be within the bounds of
// cl_khr_fp16 ("Relative Error as ULPs", full profile); exact functions are compared bit by bit.
// Vectors of 16 must return the same as scalars.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>

#include "accuracy_table.h"
#include "harness.h"
#include "mpfr_reference.h"

namespace builtins_test {
namespace {

using Half = uint16_t;  ///< by its bits
using Halves = std::vector<Half>;

constexpr double wrong = std::numeric_limits<double>::infinity();

double valueOf(Half bits) {
  const int exponent = (bits >> 10) & 31, fraction = bits & 1023;
  const double magnitude = exponent == 31  ? (fraction ? NAN : HUGE_VAL)
                           : exponent == 0 ? std::ldexp(fraction, -24)
                                           : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// The half nearest to x, ties to even.
Half nearest(mpfr_srcptr x) {
  const Half sign = mpfr_signbit(x) ? 0x8000 : 0;
  if (mpfr_nan_p(x)) {
    return 0x7e00;
  }
  if (mpfr_inf_p(x) || mpfr_cmpabs_ui(x, 65520) >= 0) {
    return sign | 0x7c00;
  }
  const mpfr_exp_t exponent = mpfr_zero_p(x) ? -13 : std::max<mpfr_exp_t>(mpfr_get_exp(x), -13);
  Number steps;
  mpfr_mul_2si(steps.value, x, 11 - exponent, MPFR_RNDN);
  mpfr_rint(steps.value, steps.value, MPFR_RNDN);
  // The exponent's field counts on by one where rounding reaches the next power of two.
  const auto count = unsigned(std::fabs(mpfr_get_d(steps.value, MPFR_RNDN)));
  return Half(sign | (unsigned(exponent + 13) * 1024 + count));
}

bool isNaN(Half x) {
  return (x & 0x7fff) > 0x7c00;
}
bool sameHalf(Half a, Half b) {
  return isNaN(a) || isNaN(b) ? isNaN(a) && isNaN(b) : a == b;
}

/// As ulpError of floats.
double halfError(Half got, mpfr_srcptr reference) {
  const Half want = nearest(reference);
  if (sameHalf(got, want) && (isNaN(want) || (want & 0x7fff) == 0x7c00)) {
    return 0;
  }
  if (isNaN(got) || isNaN(want) || mpfr_inf_p(reference)) {
    return wrong;
  }
  if (mpfr_zero_p(reference)) {
    return got == want ? 0 : wrong;
  }
  const double value = valueOf(got);
  if (value == 0 && std::signbit(value) != (mpfr_signbit(reference) != 0)) {
    return wrong;
  }
  Number difference;
  mpfr_set_d(difference.value, std::isinf(value) ? std::copysign(65536.0, value) : value,
             MPFR_RNDN);
  mpfr_sub(difference.value, difference.value, reference, MPFR_RNDN);
  const mpfr_exp_t exponent = std::clamp<mpfr_exp_t>(mpfr_get_exp(reference), -13, 16);
  mpfr_mul_2si(difference.value, difference.value, 11 - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.value, MPFR_RNDN));
}

template <typename T>
std::string show(T value) {
  return std::to_string(value);
}
std::string show(Half value) {
  char text[64];
  std::snprintf(text, sizeof text, "%#x (%a)", value, valueOf(value));
  return text;
}

const Halves &every() {
  static const Halves all = [] {
    Halves values(65536);
    for (unsigned i = 0; i < 65536; ++i) {
      values[i] = Half(i);
    }
    pad(values);
    return values;
  }();
  return all;
}

Halves special() {
  Halves values = {0,      1,      2,      0x3ff,  0x400,  0x401,  0x1400, 0x2e66, 0x3555,
                   0x3800, 0x3bff, 0x3c00, 0x3c01, 0x3e00, 0x4000, 0x4200, 0x4248, 0x4500,
                   0x4900, 0x5640, 0x6400, 0x6801, 0x6bff, 0x6c01, 0x7bfe, 0x7bff, 0x7c00};
  for (std::size_t i = values.size(); i-- > 0;) {
    values.push_back(values[i] | 0x8000);
  }
  values.push_back(0x7e00);
  return values;
}

/// All pairs of special values and random ones; every second one of moderate size.
void pairs(Halves &a, Halves &b) {
  cross(special(), special(), a, b);
  std::mt19937_64 random(17);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = random();
    a.push_back(i % 2 ? Half(bits) : Half((bits & 0x83ff) | (9 + bits % 13) << 10));
    b.push_back(i % 2 ? Half(bits >> 16)
                      : Half((bits >> 16 & 0x83ff) | (9 + (bits >> 32) % 13) << 10));
  }
  pad(a);
  pad(b);
}

template <typename R>
void expectSameVectors(const std::string &name, const std::string &types, const std::vector<R> &one,
                       const std::vector<R> &many) {
  for (std::size_t i = 0; i < one.size(); ++i) {
    const bool isSame = sizeof(R) == 2 ? sameHalf(Half(one[i]), Half(many[i])) : one[i] == many[i];
    ASSERT_TRUE(isSame) << name << '(' << types << ") of width 16, element " << i << ": "
                        << show(many[i]) << " is not " << show(one[i]);
  }
}

struct Bound {
  const char *name;
  double ulps;
};
/// Bounds of cl_khr_fp16. A function without a row has none.
const Bound bounds[] = {
    {"acos", 2},  {"acosh", 2},  {"acospi", 2},  {"asin", 2},   {"asinh", 2}, {"asinpi", 2},
    {"atan", 2},  {"atanh", 2},  {"atanpi", 2},  {"atan2", 2},  {"cbrt", 2},  {"cos", 2},
    {"cosh", 2},  {"cospi", 2},  {"erf", 4},     {"erfc", 4},   {"exp", 2},   {"exp2", 2},
    {"exp10", 2}, {"expm1", 2},  {"hypot", 2},   {"log", 2},    {"log2", 2},  {"log10", 2},
    {"log1p", 2}, {"pow", 4},    {"pown", 4},    {"powr", 4},   {"rootn", 4}, {"rsqrt", 1},
    {"sin", 2},   {"sinh", 2},   {"sinpi", 2},   {"sqrt", 0.5}, {"tan", 2},   {"tanh", 2},
    {"tanpi", 2}, {"tgamma", 4}, {"atan2pi", 2},
};

/// Keeps the largest error with its arguments.
class Judge {
 public:
  explicit Judge(std::string name) : name_(std::move(name)) {}

  template <typename... Arguments>
  void see(Half got, mpfr_srcptr reference, Arguments... arguments) {
    const double error = halfError(got, reference);
    if (error <= worst_) {
      return;
    }
    worst_ = error;
    where_ = ((show(arguments) + ", ") + ...) + "-> " + show(got);
  }

  ~Judge() {
    const auto *bound = std::find_if(std::begin(bounds), std::end(bounds),
                                     [&](const Bound &each) { return name_ == each.name; });
    if (bound == std::end(bounds)) {
      return;
    }
    EXPECT_LE(worst_, bound->ulps) << name_ << " of half at " << where_;
    recordError(name_, "half", worst_, bound->ulps);
  }

 private:
  std::string name_, where_;
  double worst_ = -1;
};

class HalfUnary : public testing::TestWithParam<UnaryCase> {};
TEST_P(HalfUnary, Every) {
  const UnaryCase &test = GetParam();
  const Halves got = call<Half>(find(test.name, "half", 1), every());
  Judge judge(test.name);
  Number argument, reference;
  for (unsigned i = 0; i < 65536; ++i) {
    const double x = valueOf(Half(i));
    // MPFR takes long far out; nothing of half is there.
    if (test.slow && std::isfinite(x) && std::fabs(x) > 40) {
      continue;
    }
    mpfr_set_d(argument.value, x, MPFR_RNDN);
    test.reference(reference.value, argument.value, MPFR_RNDN);
    judge.see(got[i], reference.value, Half(i));
  }
  expectSameVectors(test.name, "half", got, call<Half>(find(test.name, "half", 16), every()));
}
INSTANTIATE_TEST_SUITE_P(Math, HalfUnary,
                         testing::ValuesIn(unaryCases().begin(), unaryCases().end()),
                         [](const auto &info) { return std::string(info.param.name); });

struct BinaryCase {
  const char *name;
  Binary reference;
};
class HalfBinary : public testing::TestWithParam<BinaryCase> {};
TEST_P(HalfBinary, SpecialAndRandom) {
  const auto &[name, function] = GetParam();
  Halves a, b;
  pairs(a, b);
  const Halves got = call<Half>(find(name, "half half", 1), a, &b);
  Judge judge(name);
  Number left, right, reference;
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(left.value, valueOf(a[i]), MPFR_RNDN);
    mpfr_set_d(right.value, valueOf(b[i]), MPFR_RNDN);
    function(reference.value, left.value, right.value, MPFR_RNDN);
    judge.see(got[i], reference.value, a[i], b[i]);
  }
  expectSameVectors(name, "half half", got, call<Half>(find(name, "half half", 16), a, &b));
}
INSTANTIATE_TEST_SUITE_P(Math, HalfBinary,
                         testing::Values(BinaryCase{"atan2", mpfr_atan2},
                                         BinaryCase{"atan2pi", mpfr_atan2pi},
                                         BinaryCase{"hypot", mpfr_hypot},
                                         BinaryCase{"pow", mpfr_pow}, BinaryCase{"powr", mpfrPowr}),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(HalfMath, IntegerPowersAndRoots) {
  Halves a;
  std::vector<int32_t> n;
  cross(special(), {0, 1, -1, 2, -2, 3, -3, 7, 15, 100, 101, -1001, INT32_MAX, INT32_MIN}, a, n);
  std::mt19937_64 random(5);
  for (int i = 0; i < 50000; ++i) {
    a.push_back(Half(random()));
    n.push_back(int32_t(random()) >> (random() % 31));
  }
  pad(a);
  pad(n);
  for (const char *name : {"pown", "rootn"}) {
    const Halves got = call<Half>(find(name, "half int", 1), a, &n);
    Judge judge(name);
    Number argument, reference;
    for (std::size_t i = 0; i < a.size(); ++i) {
      mpfr_set_d(argument.value, valueOf(a[i]), MPFR_RNDN);
      (name[0] == 'p' ? mpfr_pow_si : mpfr_rootn_si)(reference.value, argument.value, n[i],
                                                     MPFR_RNDN);
      judge.see(got[i], reference.value, a[i], n[i]);
    }
    expectSameVectors(name, "half int", got, call<Half>(find(name, "half int", 16), a, &n));
  }
}

// Exact functions: computed exactly in double, or rounded once.

Half exact(double value) {
  Number number;
  mpfr_set_d(number.value, value, MPFR_RNDN);
  return nearest(number.value);
}

TEST(HalfMath, ExactUnary) {
  struct Case {
    const char *name;
    double (*reference)(double);
  };
  for (const auto &[name, reference] : {Case{"ceil", std::ceil},
                                        {"fabs", std::fabs},
                                        {"floor", std::floor},
                                        {"logb", std::logb},
                                        {"rint", std::nearbyint},
                                        {"round", std::round},
                                        {"trunc", std::trunc},
                                        {"sqrt", std::sqrt}}) {
    const Halves got = call<Half>(find(name, "half", 1), every());
    for (unsigned i = 0; i < 65536; ++i) {
      ASSERT_TRUE(sameHalf(got[i], exact(reference(valueOf(Half(i))))))
          << name << " of " << show(Half(i));
    }
    expectSameVectors(name, "half", got, call<Half>(find(name, "half", 16), every()));
  }
}

double maxmag(double x, double y) {
  return std::fabs(x) > std::fabs(y) ? x : std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}
double minmag(double x, double y) {
  return std::fabs(x) < std::fabs(y) ? x : std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}
double fdim(double x, double y) {
  return std::isnan(x) || std::isnan(y) ? NAN : x > y ? x - y : 0;
}

TEST(HalfMath, ExactBinary) {
  struct Case {
    const char *name;
    double (*reference)(double, double);
    bool anyZero;
  };
  Halves a, b;
  pairs(a, b);
  for (const auto &[name, reference, anyZero] : {Case{"copysign", std::copysign, false},
                                                 {"fdim", fdim, false},
                                                 {"fmod", std::fmod, false},
                                                 {"remainder", std::remainder, false},
                                                 {"fmax", std::fmax, true},
                                                 {"fmin", std::fmin, true},
                                                 {"maxmag", maxmag, true},
                                                 {"minmag", minmag, true}}) {
    const Halves got = call<Half>(find(name, "half half", 1), a, &b);
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Half want = exact(reference(valueOf(a[i]), valueOf(b[i])));
      const bool isZero = anyZero && ((got[i] | want) & 0x7fff) == 0;
      ASSERT_TRUE(isZero || sameHalf(got[i], want))
          << name << " of " << show(a[i]) << ", " << show(b[i]) << " is " << show(got[i]);
    }
    expectSameVectors(name, "half half", got, call<Half>(find(name, "half half", 16), a, &b));
  }
}

TEST(HalfMath, NextAfter) {
  Halves a, b;
  pairs(a, b);
  const Halves got = call<Half>(find("nextafter", "half half", 1), a, &b);
  // Positions in the order of the numbers; the two zeros have one.
  const auto place = [](Half x) { return x & 0x8000 ? -int(x & 0x7fff) : int(x); };
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (isNaN(a[i]) || isNaN(b[i])) {
      ASSERT_TRUE(isNaN(got[i]));
      continue;
    }
    const int from = place(a[i]), to = place(b[i]);
    ASSERT_EQ(place(got[i]), from == to  ? to
                             : from < to ? from + 1
                                         : from - 1)
        << show(a[i]) << ", " << show(b[i]);
  }
}

TEST(HalfMath, Parts) {
  std::vector<int32_t> exponents;
  Halves whole;
  const Halves &x = every();
  const Halves mantissa = call<Half, Half, Half, Half, int32_t>(find("frexp", "half", 1), x,
                                                                nullptr, nullptr, &exponents);
  const std::vector<int32_t> logarithm = call<int32_t>(find("ilogb", "half", 1), x);
  const Halves rest =
      call<Half, Half, Half, Half, Half>(find("modf", "half", 1), x, nullptr, nullptr, &whole);
  Halves below;
  const Halves fraction =
      call<Half, Half, Half, Half, Half>(find("fract", "half", 1), x, nullptr, nullptr, &below);
  for (unsigned i = 0; i < 65536; ++i) {
    const double value = valueOf(Half(i));
    int exponent = 0;
    double integral = 0;
    const double m = std::frexp(value, &exponent);
    ASSERT_TRUE(sameHalf(mantissa[i], exact(m))) << show(Half(i));
    const double r = std::modf(value, &integral);
    ASSERT_TRUE(sameHalf(rest[i], exact(r)) && sameHalf(whole[i], exact(integral)))
        << show(Half(i));
    if (std::isnan(value)) {
      ASSERT_TRUE(isNaN(fraction[i]));
      continue;
    }
    const double f = std::isinf(value) ? std::copysign(0.0, value) : value - std::floor(value);
    const Half want = std::min<Half>(exact(value == 0 ? value : f), 0x8000 | 0x3bff);
    ASSERT_EQ(fraction[i], (want & 0x8000) ? want : std::min<Half>(want, 0x3bff)) << show(Half(i));
    ASSERT_TRUE(sameHalf(below[i], exact(std::floor(value)))) << show(Half(i));
    if (std::isinf(value)) {
      continue;
    }
    ASSERT_EQ(exponents[i], exponent) << show(Half(i));
    if (value != 0) {
      ASSERT_EQ(logarithm[i], std::ilogb(value)) << show(Half(i));
    }
  }
}

TEST(HalfMath, ScaledAndFused) {
  Halves a, b;
  pairs(a, b);
  Halves c(a.rbegin(), a.rend());
  std::vector<int32_t> n(a.size());
  std::mt19937_64 random(6);
  for (int32_t &each : n) {
    each = int32_t(random() % 90) - 45;
  }
  n[0] = INT32_MIN;
  n[1] = INT32_MAX;
  const Halves scaled = call<Half>(find("ldexp", "half int", 1), a, &n);
  const Halves fused = call<Half>(find("fma", "half half half", 1), a, &b, &c);
  Number x, y, z;
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(x.value, valueOf(a[i]), MPFR_RNDN);
    mpfr_mul_2si(y.value, x.value, std::clamp(n[i], -1000, 1000), MPFR_RNDN);
    ASSERT_TRUE(sameHalf(scaled[i], nearest(y.value))) << show(a[i]) << ", " << n[i];
    mpfr_set_d(y.value, valueOf(b[i]), MPFR_RNDN);
    mpfr_set_d(z.value, valueOf(c[i]), MPFR_RNDN);
    mpfr_fma(x.value, x.value, y.value, z.value, MPFR_RNDN);
    ASSERT_TRUE(sameHalf(fused[i], nearest(x.value)))
        << show(a[i]) << ", " << show(b[i]) << ", " << show(c[i]) << " -> " << show(fused[i]);
  }
}

}  // namespace
}  // namespace builtins_test
