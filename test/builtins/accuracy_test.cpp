// Every math function against MPFR: the largest error in units in the last place (ULP, as
// OpenCL C defines it) must be within the bound of the specification, and special values must
// be those of the specification. Vector forms must give what the scalar form gives.
//
// The measured errors are kept in doc/builtins-accuracy.md (accuracy_table.h).
#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "accuracy_table.h"
#include "harness.h"

namespace builtins_test {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

constexpr int precision = 160;

struct Number {
  mpfr_t value;
  Number() { mpfr_init2(value, precision); }
  ~Number() { mpfr_clear(value); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
};

int reciprocalRoot(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  // MPFR gives +infinity for -0; the specification follows 1/sqrt(x).
  const int inexact = mpfr_rec_sqrt(r, x, mode);
  if (mpfr_zero_p(x))
    mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
  return inexact;
}

int logGamma(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  int sign;
  return mpfr_lgamma(r, &sign, x, mode);
}

int gammaFunction(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_gamma(r, x, mode);
}

int sinPi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_sinpi(r, x, mode);
}
int cosPi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_cospi(r, x, mode);
}
int tanPi(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  return mpfr_tanpi(r, x, mode);
}

/// pow restricted to x >= 0 with powr's own special cases.
int powr(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode) {
  const bool one = mpfr_cmp_ui(x, 1) == 0 && !mpfr_nan_p(x);
  if (mpfr_nan_p(x) || mpfr_nan_p(y) || (mpfr_sgn(x) < 0) || (mpfr_zero_p(x) && mpfr_zero_p(y)) ||
      (mpfr_inf_p(x) && mpfr_zero_p(y)) || (one && mpfr_inf_p(y))) {
    mpfr_set_nan(r);
    return 0;
  }
  Number positive;
  mpfr_abs(positive.value, x, MPFR_RNDN);
  return mpfr_pow(r, positive.value, y, mode);
}

struct UnaryCase {
  const char *name;
  Unary reference;
  double floatBound, doubleBound;  ///< ULP; negative: any error, only special values count
  double limit;                    ///< of the range from which half of the samples come
  bool slow = false;
};

/// Bounds: OpenCL C, "Relative Error as ULPs", full profile.
const UnaryCase unaryCases[] = {
    {"acos", mpfr_acos, 4, 4, 1},
    {"acosh", mpfr_acosh, 4, 4, 20},
    {"acospi", mpfr_acospi, 5, 5, 1},
    {"asin", mpfr_asin, 4, 4, 1},
    {"asinh", mpfr_asinh, 4, 4, 20},
    {"asinpi", mpfr_asinpi, 5, 5, 1},
    {"atan", mpfr_atan, 5, 5, 10},
    {"atanh", mpfr_atanh, 5, 5, 1},
    {"atanpi", mpfr_atanpi, 5, 5, 10},
    {"cbrt", mpfr_cbrt, 2, 2, 10},
    {"cos", mpfr_cos, 4, 4, 100},
    {"cosh", mpfr_cosh, 4, 4, 20},
    {"cospi", cosPi, 4, 4, 10},
    {"erf", mpfr_erf, 16, 16, 6, true},
    {"erfc", mpfr_erfc, 16, 16, 27, true},
    {"exp", mpfr_exp, 3, 3, 100},
    {"exp2", mpfr_exp2, 3, 3, 150},
    {"exp10", mpfr_exp10, 3, 3, 40},
    {"expm1", mpfr_expm1, 3, 3, 20},
    {"lgamma", logGamma, -1, -1, 50, true},
    {"log", mpfr_log, 3, 3, 3},
    {"log2", mpfr_log2, 3, 3, 3},
    {"log10", mpfr_log10, 3, 3, 3},
    {"log1p", mpfr_log1p, 2, 2, 2},
    {"rsqrt", reciprocalRoot, 2, 2, 10},
    {"sin", mpfr_sin, 4, 4, 100},
    {"sinh", mpfr_sinh, 4, 4, 20},
    {"sinpi", sinPi, 4, 4, 10},
    {"sqrt", mpfr_sqrt, 0.5, 0.5, 10},
    {"tan", mpfr_tan, 5, 5, 100},
    {"tanh", mpfr_tanh, 5, 5, 10},
    {"tanpi", tanPi, 6, 6, 10},
    {"tgamma", gammaFunction, 16, 16, 60, true},
};

struct BinaryCase {
  const char *name;
  Binary reference;
  double floatBound, doubleBound;
  double limit;
};

const BinaryCase binaryCases[] = {
    {"atan2", mpfr_atan2, 6, 6, 10}, {"atan2pi", mpfr_atan2pi, 6, 6, 10},
    {"hypot", mpfr_hypot, 4, 4, 10}, {"pow", mpfr_pow, 16, 16, 20},
    {"powr", powr, 16, 16, 20},
};

template <typename T>
T rounded(mpfr_srcptr x) {
  if constexpr (sizeof(T) == 4)
    return mpfr_get_flt(x, MPFR_RNDN);
  else
    return mpfr_get_d(x, MPFR_RNDN);
}

/// |got - reference| in units in the last place of the reference; infinite for a wrong special
/// value. An overflowed result counts as the first power of two that T lacks.
template <typename T>
double ulpError(T got, mpfr_srcptr reference) {
  using Limits = std::numeric_limits<T>;
  const double wrong = std::numeric_limits<double>::infinity();
  const T nearest = rounded<T>(reference);
  if (nearest != nearest || got != got)
    return nearest != nearest && got != got ? 0 : wrong;
  if (mpfr_inf_p(reference) || mpfr_zero_p(reference))
    return same(got, nearest) ? 0 : wrong;
  if (same(got, nearest) && !std::isfinite(got))
    return 0;
  if (got == 0 && std::signbit(got) != (mpfr_signbit(reference) != 0))
    return wrong;
  Number difference;
  if (std::isinf(got))
    mpfr_set_si_2exp(difference.value, got > 0 ? 1 : -1, Limits::max_exponent, MPFR_RNDN);
  else
    mpfr_set_d(difference.value, got, MPFR_RNDN);
  mpfr_sub(difference.value, difference.value, reference, MPFR_RNDN);
  const mpfr_exp_t exponent =
      std::clamp<mpfr_exp_t>(mpfr_get_exp(reference), Limits::min_exponent, Limits::max_exponent);
  mpfr_mul_2si(difference.value, difference.value, Limits::digits - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.value, MPFR_RNDN));
}

struct Worst {
  double error = 0;
  std::size_t index = 0;
};

template <typename T>
std::vector<T> samples(double limit, std::size_t count, uint64_t seed) {
  std::vector<T> values = specialValues<T>();
  const std::vector<T> random = randomValues<T>(count, limit, seed);
  values.insert(values.end(), random.begin(), random.end());
  // Around zero and one, where functions have their zeros.
  std::mt19937_64 generator(seed + 1);
  std::uniform_real_distribution<double> exponent(-30, 0);
  for (std::size_t i = 0; i < count / 4; ++i) {
    const double small = std::exp2(exponent(generator)) * (i % 2 ? 1 : -1);
    values.push_back(T(i % 4 < 2 ? small : 1 + small));
  }
  pad(values);
  return values;
}

template <typename T>
void report(const char *name, const Worst &worst, double bound, const std::string &where) {
  if (bound < 0)
    std::printf("%s of %s: %.3g at %s\n", name, typeName<T>().data(), worst.error, where.c_str());
  else
    EXPECT_LE(worst.error, bound) << name << " of " << typeName<T>() << " at " << where;
  if (bound >= 0)
    recordError(name, typeName<T>(), worst.error, bound);
}

template <typename T>
std::string show(T value) {
  char text[64];
  std::snprintf(text, sizeof(text), "%a", double(value));
  return text;
}

template <typename T>
void expectSameVectors(std::string_view name, const std::string &types, const std::vector<T> &one,
                       const std::vector<T> &a, const std::vector<T> *b) {
  for (unsigned width : {3u, 16u}) {
    const std::vector<T> many = call<T>(find(name, types, width), a, b);
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!same(one[i], many[i])) {
        ADD_FAILURE() << name << " of width " << width << " at " << show(a[i]) << ": "
                      << show(many[i]) << " is not " << show(one[i]);
        break;
      }
  }
}

template <typename T>
void checkUnary(const UnaryCase &test, double bound) {
  const std::size_t count = test.slow ? 4000 : sizeof(T) == 4 ? 120000 : 40000;
  const std::vector<T> x = samples<T>(test.limit, count, 1);
  const std::vector<T> got = call<T>(find(test.name, typeName<T>(), 1), x);
  Worst worst;
  Number argument, reference;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mpfr_set_d(argument.value, x[i], MPFR_RNDN);
    // MPFR takes very long far out, where the result is an integer's, 0 or infinity.
    if (test.slow && std::fabs(x[i]) > 1e6 && std::isfinite(x[i]))
      continue;
    test.reference(reference.value, argument.value, MPFR_RNDN);
    const double error = ulpError(got[i], reference.value);
    if (error > worst.error)
      worst = {error, i};
  }
  report<T>(test.name, worst, bound, show(x[worst.index]) + " -> " + show(got[worst.index]));
  expectSameVectors<T>(test.name, std::string(typeName<T>()), got, x, nullptr);
}

template <typename T>
void checkBinary(const BinaryCase &test, double bound) {
  std::vector<T> a, b;
  cross(specialValues<T>(), specialValues<T>(), a, b);
  for (double limit : {test.limit, 1000.0}) {
    const std::vector<T> left = randomValues<T>(20000, limit, 2);
    std::vector<T> right = randomValues<T>(20000, limit, 3);
    a.insert(a.end(), left.begin(), left.end());
    b.insert(b.end(), right.begin(), right.end());
  }
  pad(a);
  pad(b);
  const std::string types = typeNames<T>(2);
  const std::vector<T> got = call<T>(find(test.name, types, 1), a, &b);
  Worst worst;
  Number left, right, reference;
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(left.value, a[i], MPFR_RNDN);
    mpfr_set_d(right.value, b[i], MPFR_RNDN);
    test.reference(reference.value, left.value, right.value, MPFR_RNDN);
    const double error = ulpError(got[i], reference.value);
    if (error > worst.error)
      worst = {error, i};
  }
  report<T>(test.name, worst, bound,
            show(a[worst.index]) + ", " + show(b[worst.index]) + " -> " + show(got[worst.index]));
  expectSameVectors<T>(test.name, types, got, a, &b);
}

/// pown and rootn, whose second operand is an int.
template <typename T>
void checkInteger(const char *name, bool root, double bound) {
  std::vector<T> a;
  std::vector<int32_t> n;
  cross(specialValues<T>(), {0, 1, -1, 2, -2, 3, -3, 7, 100, 101, -1001, INT32_MAX, INT32_MIN}, a,
        n);
  const std::vector<T> left = randomValues<T>(30000, 3, 4);
  std::mt19937_64 random(5);
  for (T x : left) {
    a.push_back(x);
    n.push_back(int32_t(random()) >> (random() % 31));
  }
  pad(a);
  pad(n);
  const std::string types = std::string(typeName<T>()) + " int";
  const std::vector<T> got = call<T>(find(name, types, 1), a, &n);
  Worst worst;
  Number argument, reference;
  for (std::size_t i = 0; i < a.size(); ++i) {
    mpfr_set_d(argument.value, a[i], MPFR_RNDN);
    if (root)
      mpfr_rootn_si(reference.value, argument.value, n[i], MPFR_RNDN);
    else
      mpfr_pow_si(reference.value, argument.value, n[i], MPFR_RNDN);
    const double error = ulpError(got[i], reference.value);
    if (error > worst.error)
      worst = {error, i};
  }
  report<T>(name, worst, bound,
            show(a[worst.index]) + ", " + std::to_string(n[worst.index]) + " -> " +
                show(got[worst.index]));
}

class UnaryAccuracy : public testing::TestWithParam<UnaryCase> {};
TEST_P(UnaryAccuracy, Float) {
  checkUnary<float>(GetParam(), GetParam().floatBound);
}
TEST_P(UnaryAccuracy, Double) {
  checkUnary<double>(GetParam(), GetParam().doubleBound);
}
INSTANTIATE_TEST_SUITE_P(Math, UnaryAccuracy, testing::ValuesIn(unaryCases),
                         [](const auto &info) { return std::string(info.param.name); });

class BinaryAccuracy : public testing::TestWithParam<BinaryCase> {};
TEST_P(BinaryAccuracy, Float) {
  checkBinary<float>(GetParam(), GetParam().floatBound);
}
TEST_P(BinaryAccuracy, Double) {
  checkBinary<double>(GetParam(), GetParam().doubleBound);
}
INSTANTIATE_TEST_SUITE_P(Math, BinaryAccuracy, testing::ValuesIn(binaryCases),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Accuracy, Pown) {
  checkInteger<float>("pown", false, 16);
  checkInteger<double>("pown", false, 16);
}

TEST(Accuracy, Rootn) {
  checkInteger<float>("rootn", true, 16);
  checkInteger<double>("rootn", true, 16);
}

}  // namespace
}  // namespace builtins_test
