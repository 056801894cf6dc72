#include "float_filter.h"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>

#if defined(__x86_64__) && defined(__GLIBC__)

#include <dlfcn.h>

#include "float_filter_angles.h"

namespace builtins_test {
namespace {

/// How the reference is made of a function in double.
enum class Form {
  itself,
  byPi,
  sine,
  cosine,
  tangent,
  sinPi,
  cosPi,
  tanPi,
  root,
  inverseRoot,
  gamma
};

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Arguments outside [low, high] have NaN as their result. Arguments outside [least, most] have the
/// same result in float as these bounds. libmvec computes the bounds without its scalar code for
/// exceptions. `inner` is an argument of any kind.
struct Range {
  double low = -infinity, high = infinity, least = -infinity, most = infinity, inner = 0.5;
};

/// Below 2^-40 the function is base + slope x, but for 2^-40 of it. Without such a line the slope
/// is NaN.
struct Line {
  double base = 0, slope = NAN;
};
constexpr Line identity = {0, 1}, one = {1, 0};

/// From here on angles are reduced by this file.
constexpr float largeAngle = 0x1p10F;

class Filter : public FloatFilter {
 public:
  WIDE Filter(VectorFunction function, Form form, const Range &range, const Line &line,
              const GammaFunctions &gamma)
      : function_(function), form_(form), range_(range), line_(line), gamma_(gamma) {
    if (std::isfinite(range.most)) {
      atMost_ = _mm256_cvtsd_f64(function(_mm256_set1_pd(range.most)));
    }
    if (std::isfinite(range.least)) {
      atLeast_ = _mm256_cvtsd_f64(function(_mm256_set1_pd(range.least)));
    }
  }

  WIDE std::size_t above(double bound, const float *in, const float *got, std::size_t count,
                         uint32_t *found) const override {
    std::size_t size = 0;
    for (std::size_t i = 0; i < count; i += 4) {
      int lanes = above(_mm_loadu_ps(in + i), _mm_loadu_ps(got + i), bound);
      for (; lanes; lanes &= lanes - 1) {
        found[size++] = uint32_t(i) + uint32_t(__builtin_ctz(unsigned(lanes)));
      }
    }
    return size;
  }

 private:
  /// The function, of arguments in its range only.
  WIDE Vector inRange(Vector x) const {
    const Vector inside = _mm256_and_pd(_mm256_cmp_pd(x, _mm256_set1_pd(range_.low), _CMP_GE_OQ),
                                        _mm256_cmp_pd(x, _mm256_set1_pd(range_.high), _CMP_LE_OQ));
    if (_mm256_movemask_pd(inside) == 0) {
      return _mm256_set1_pd(NAN);
    }
    const Vector least = _mm256_set1_pd(range_.least), most = _mm256_set1_pd(range_.most);
    if (_mm256_movemask_pd(_mm256_cmp_pd(x, most, _CMP_GT_OQ)) == 15) {
      return _mm256_set1_pd(atMost_);
    }
    if (_mm256_movemask_pd(_mm256_cmp_pd(x, least, _CMP_LT_OQ)) == 15) {
      return _mm256_set1_pd(atLeast_);
    }
    const Vector clamped = _mm256_max_pd(least, _mm256_min_pd(most, x));
    const Vector y = function_(select(inside, clamped, _mm256_set1_pd(range_.inner)));
    return select(inside, y, _mm256_set1_pd(NAN));
  }

  /// Sine, cosine and tangent; a small result is exact among small and large floats.
  WIDE Vector ofAngle(__m128 in, Vector x) const {
    const __m128 size = _mm_andnot_ps(_mm_set1_ps(-0.0F), in);
    const int large = _mm_movemask_ps(_mm_cmpge_ps(size, _mm_set1_ps(largeAngle)));
    if (large != 15) {
      return large == 0 ? function_(x) : _mm256_set1_pd(infinity);
    }
    const Vector finite = _mm256_cmp_pd(absolute(x), _mm256_set1_pd(infinity), _CMP_LT_OQ);
    Vector y;
    if (form_ == Form::tangent) {
      y = tangentOfLarge(in, function_);
    } else {
      y = sineOfLarge(in, form_ == Form::cosine ? 0.25 : 0, function_);
    }
    const Vector sign = form_ == Form::cosine ? _mm256_setzero_pd() : signOf(x);
    return select(finite, _mm256_xor_pd(y, sign), _mm256_set1_pd(NAN));
  }

  /// sinpi, cospi and tanpi, with the signs of their zeros where all floats are even.
  WIDE Vector ofHalfTurns(Vector x) const {
    const Vector even = _mm256_cmp_pd(absolute(x), _mm256_set1_pd(0x1p24), _CMP_GE_OQ);
    const Vector finite = _mm256_cmp_pd(absolute(x), _mm256_set1_pd(infinity), _CMP_LT_OQ);
    const bool isCosine = form_ == Form::cosPi;
    Vector y = isCosine ? _mm256_set1_pd(1) : signOf(x);
    if (_mm256_movemask_pd(even) != 15) {
      Vector near_ = sineOfHalfTurns(x, isCosine ? 0.5 : 0, function_);
      if (form_ == Form::tanPi) {
        near_ = _mm256_div_pd(near_, sineOfHalfTurns(x, 0.5, function_));
      }
      const Vector zero = _mm256_cmp_pd(near_, _mm256_setzero_pd(), _CMP_EQ_OQ);
      const Vector sign = isCosine ? _mm256_setzero_pd() : signOf(x);
      near_ = select(zero, sign, near_);
      y = select(even, y, near_);
    }
    return select(finite, y, _mm256_set1_pd(NAN));
  }

  WIDE Vector reference(__m128 in) const {
    const Vector x = _mm256_cvtps_pd(in);
    const Vector small = _mm256_cmp_pd(absolute(x), _mm256_set1_pd(0x1p-40), _CMP_LT_OQ);
    if (_mm256_movemask_pd(small) == 15) {
      if (form_ == Form::gamma) {
        return _mm256_div_pd(_mm256_set1_pd(1), x);
      }
      if (line_.slope == line_.slope) {
        return _mm256_fmadd_pd(x, _mm256_set1_pd(line_.slope), _mm256_set1_pd(line_.base));
      }
    }
    switch (form_) {
      case Form::itself:
        return inRange(x);
      case Form::byPi:
        return _mm256_div_pd(inRange(x), _mm256_set1_pd(M_PI));
      case Form::sine:
      case Form::cosine:
      case Form::tangent:
        return ofAngle(in, x);
      case Form::sinPi:
      case Form::cosPi:
      case Form::tanPi:
        return ofHalfTurns(x);
      case Form::root:
        return _mm256_sqrt_pd(x);
      case Form::inverseRoot:
        return _mm256_div_pd(_mm256_set1_pd(1), _mm256_sqrt_pd(x));
      case Form::gamma:
        return gammaOf(x, gamma_);
    }
    __builtin_unreachable();
  }

  /// One bit per element, set if it may be further off.
  WIDE int above(__m128 in, __m128 got, double bound) const {
    const Vector right = reference(in), result = _mm256_cvtps_pd(got);
    const __m128 same = _mm_castsi128_ps(
        _mm_cmpeq_epi32(_mm_castps_si128(_mm256_cvtpd_ps(right)), _mm_castps_si128(got)));
    const Vector noNumbers = _mm256_and_pd(_mm256_cmp_pd(right, right, _CMP_UNORD_Q),
                                           _mm256_cmp_pd(result, result, _CMP_UNORD_Q));
    // A unit in the last place as a power of two, by its bits; not below the least float.
    const Vector exponent =
        _mm256_and_pd(right, _mm256_castsi256_pd(_mm256_set1_epi64x(0x7ff0000000000000)));
    const Vector unit = _mm256_max_pd(exponent, _mm256_set1_pd(0x1p-126));
    const Vector allowed = _mm256_mul_pd(unit, _mm256_set1_pd(bound * 0x1p-23));
    const Vector distance = absolute(_mm256_sub_pd(result, right));
    // False where one of them is infinite or NaN.
    const Vector close = _mm256_cmp_pd(distance, allowed, _CMP_LT_OQ);
    const Vector signs = _mm256_xor_pd(right, result);
    const int good = _mm256_movemask_pd(_mm256_or_pd(_mm256_andnot_pd(signs, close), noNumbers));
    return ~(good | _mm_movemask_ps(same)) & 15;
  }

  VectorFunction function_;
  Form form_;
  Range range_;
  Line line_;
  double atMost_ = 0, atLeast_ = 0;  ///< the function of range_.most and range_.least
  GammaFunctions gamma_;
};

struct Row {
  const char *name, *of;
  Form form = Form::itself;
  Range range = {};
  Line line = {};
};

const Row rows[] = {
    {"acos", "acos", Form::itself, {-1, 1}, {M_PI_2, -1}},
    {"acospi", "acos", Form::byPi, {-1, 1}, {0.5, -M_1_PI}},
    {"acosh", "acosh", Form::itself, {1, infinity, 1, infinity, 1.5}},
    {"asin", "asin", Form::itself, {-1, 1}, identity},
    {"asinpi", "asin", Form::byPi, {-1, 1}, {0, M_1_PI}},
    {"asinh", "asinh", Form::itself, {}, identity},
    {"atan", "atan", Form::itself, {}, identity},
    {"atanpi", "atan", Form::byPi, {}, {0, M_1_PI}},
    {"atanh", "atanh", Form::itself, {-1, 1}, identity},
    {"cbrt", "cbrt"},
    {"cos", "cos", Form::cosine, {}, one},
    {"cosh", "cosh", Form::itself, {-infinity, infinity, -300, 300}, one},
    {"cospi", "sin", Form::cosPi, {}, one},
    {"erf", "erf", Form::itself, {-infinity, infinity, -6, 6}, {0, M_2_SQRTPI}},
    {"erfc", "erfc", Form::itself, {-infinity, infinity, -20, 20}, one},
    {"exp", "exp", Form::itself, {-infinity, infinity, -300, 300}, one},
    {"exp10", "exp10", Form::itself, {-infinity, infinity, -150, 150}, one},
    {"exp2", "exp2", Form::itself, {-infinity, infinity, -400, 400}, one},
    {"expm1", "expm1", Form::itself, {-infinity, infinity, -100, 300}, identity},
    {"log", "log", Form::itself, {-0.0, infinity}},
    {"log10", "log10", Form::itself, {-0.0, infinity}},
    {"log1p", "log1p", Form::itself, {-1, infinity}, identity},
    {"log2", "log2", Form::itself, {-0.0, infinity}},
    {"rsqrt", "sin", Form::inverseRoot},
    {"sin", "sin", Form::sine, {}, identity},
    {"sinh", "sinh", Form::itself, {-infinity, infinity, -300, 300}, identity},
    {"sinpi", "sin", Form::sinPi, {}, {0, M_PI}},
    {"sqrt", "sin", Form::root},
    {"tan", "tan", Form::tangent, {}, identity},
    {"tanh", "tanh", Form::itself, {-infinity, infinity, -30, 30}, identity},
    {"tanpi", "sin", Form::tanPi, {}, {0, M_PI}},
    {"tgamma", "sin", Form::gamma},
};

using Filters = std::map<std::string, std::unique_ptr<FloatFilter>, std::less<>>;

Filters makeFilters() {
  Filters filters;
  void *library = dlopen("libmvec.so.1", RTLD_NOW);
  if (!library || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
    return filters;
  }
  const auto symbol = [&](const std::string &name) {
    return reinterpret_cast<VectorFunction>(dlsym(library, ("_ZGVdN4v_" + name).c_str()));
  };
  const GammaFunctions gamma = {symbol("log"), symbol("exp"), symbol("sin")};
  for (const Row &row : rows) {
    if (const VectorFunction function = symbol(row.of)) {
      filters[row.name] = std::make_unique<Filter>(function, row.form, row.range, row.line, gamma);
    }
  }
  return filters;
}

}  // namespace

const FloatFilter *FloatFilter::find(std::string_view function) {
  static const Filters filters = makeFilters();
  const auto found = filters.find(function);
  return found == filters.end() ? nullptr : found->second.get();
}

}  // namespace builtins_test

#else

namespace builtins_test {

const FloatFilter *FloatFilter::find(std::string_view) {
  return nullptr;
}

}  // namespace builtins_test

#endif
