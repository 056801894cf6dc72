#include "mpfr_reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness.h"

namespace builtins_test {
namespace {

int reciprocalRoot(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) {
  // MPFR gives +infinity for -0; the specification follows 1/sqrt(x).
  const int inexact = mpfr_rec_sqrt(r, x, mode);
  if (mpfr_zero_p(x)) {
    mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
  }
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

const UnaryCase table[] = {
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

template <typename T>
T rounded(mpfr_srcptr x) {
  if constexpr (sizeof(T) == 4) {
    return mpfr_get_flt(x, MPFR_RNDN);
  } else {
    return mpfr_get_d(x, MPFR_RNDN);
  }
}

}  // namespace

int mpfrPowr(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode) {
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

std::span<const UnaryCase> unaryCases() {
  return table;
}

const UnaryCase *findUnaryCase(std::string_view name) {
  for (const UnaryCase &entry : table) {
    if (entry.name == name) {
      return &entry;
    }
  }
  return nullptr;
}

template <typename T>
double ulpError(T got, mpfr_srcptr reference) {
  using Limits = std::numeric_limits<T>;
  const double wrong = std::numeric_limits<double>::infinity();
  const T nearest = rounded<T>(reference);
  if (nearest != nearest || got != got) {
    return nearest != nearest && got != got ? 0 : wrong;
  }
  if (mpfr_inf_p(reference) || mpfr_zero_p(reference)) {
    return same(got, nearest) ? 0 : wrong;
  }
  if (same(got, nearest) && !std::isfinite(got)) {
    return 0;
  }
  if (got == 0 && std::signbit(got) != (mpfr_signbit(reference) != 0)) {
    return wrong;
  }
  Number difference;
  if (std::isinf(got)) {
    mpfr_set_si_2exp(difference.value, got > 0 ? 1 : -1, Limits::max_exponent, MPFR_RNDN);
  } else {
    mpfr_set_d(difference.value, got, MPFR_RNDN);
  }
  mpfr_sub(difference.value, difference.value, reference, MPFR_RNDN);
  const mpfr_exp_t exponent =
      std::clamp<mpfr_exp_t>(mpfr_get_exp(reference), Limits::min_exponent, Limits::max_exponent);
  mpfr_mul_2si(difference.value, difference.value, Limits::digits - exponent, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.value, MPFR_RNDN));
}

template double ulpError(float got, mpfr_srcptr reference);
template double ulpError(double got, mpfr_srcptr reference);

}  // namespace builtins_test
