// The math functions by MPFR, and errors in units in the last place (ULP, as OpenCL C defines it).
#pragma once

#include <mpfr.h>

#include <span>
#include <string_view>

namespace builtins_test {

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

/// powr: pow on [0, infinity] with special cases of its own.
int mpfrPowr(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_rnd_t mode);

struct UnaryCase {
  const char *name;
  Unary reference;
  double floatBound, doubleBound;  ///< ULP; negative: any error, only special values count
  double limit;                    ///< of the range of half of the samples
  bool slow = false;
};

/// Bounds: OpenCL C, "Relative Error as ULPs", full profile.
std::span<const UnaryCase> unaryCases();

/// nullptr for an unknown name.
const UnaryCase *findUnaryCase(std::string_view name);

/// |got - reference| in units in the last place of the reference; infinite for a wrong special
/// value. An overflowed result counts as the first power of two that T lacks.
template <typename T>
double ulpError(T got, mpfr_srcptr reference);
extern template double ulpError(float got, mpfr_srcptr reference);
extern template double ulpError(double got, mpfr_srcptr reference);

}  // namespace builtins_test
