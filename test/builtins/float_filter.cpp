#include "float_filter.h"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>

#if defined(__x86_64__) && defined(__GLIBC__)

#include <dlfcn.h>
#include <immintrin.h>

#define WIDE __attribute__((target("avx2,fma")))

namespace builtins_test {
namespace {

using Vector = __m256d;
using Function = Vector (*)(Vector);

/// What the reference is made of one of libmvec's functions by.
enum class Form { itself, byPi, sinPi, cosPi, tanPi };

WIDE Vector absolute(Vector x) {
  return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}

/// sin(pi x), or sin(pi (x + 1/2)), by an exact reduction; the sign of a zero is not that of OpenCL C.
WIDE Vector sineOfTurns(Vector x, double shift, Function sine) {
  constexpr int nearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  const Vector one = _mm256_set1_pd(1), two = _mm256_set1_pd(2), half = _mm256_set1_pd(0.5);
  Vector rest = _mm256_fnmadd_pd(two, _mm256_round_pd(_mm256_mul_pd(x, half), nearest), x);
  rest = _mm256_add_pd(rest, _mm256_set1_pd(shift));
  rest = _mm256_fnmadd_pd(two, _mm256_round_pd(_mm256_mul_pd(rest, half), nearest), rest);
  const Vector size = absolute(rest), upper = _mm256_cmp_pd(size, half, _CMP_GT_OQ);
  const Vector folded = _mm256_blendv_pd(size, _mm256_sub_pd(one, size), upper);
  const Vector sign = _mm256_and_pd(rest, _mm256_set1_pd(-0.0));
  return sine(_mm256_mul_pd(_mm256_or_pd(folded, sign), _mm256_set1_pd(M_PI)));
}

class Filter : public FloatFilter {
 public:
  Filter(Function function, Form form) : function_(function), form_(form) {}

  WIDE double largestError(const float *in, const float *got, std::size_t count) const override {
    Vector worst = _mm256_setzero_pd();
    for (std::size_t i = 0; i < count; i += 4)
      worst = _mm256_max_pd(errors(_mm_loadu_ps(in + i), _mm_loadu_ps(got + i)), worst);
    double lanes[4];
    _mm256_storeu_pd(lanes, worst);
    return std::fmax(std::fmax(lanes[0], lanes[1]), std::fmax(lanes[2], lanes[3]));
  }

 private:
  WIDE Vector reference(Vector x) const {
    switch (form_) {
      case Form::itself:
        return function_(x);
      case Form::byPi:
        return _mm256_div_pd(function_(x), _mm256_set1_pd(M_PI));
      case Form::sinPi:
        return sineOfTurns(x, 0, function_);
      case Form::cosPi:
        return sineOfTurns(absolute(x), 0.5, function_);
      case Form::tanPi:
        return _mm256_div_pd(sineOfTurns(x, 0, function_),
                             sineOfTurns(absolute(x), 0.5, function_));
    }
    __builtin_unreachable();
  }

  WIDE Vector errors(__m128 in, __m128 got) const {
    const Vector right = reference(_mm256_cvtps_pd(in)), result = _mm256_cvtps_pd(got);
    const __m128 nearest = _mm256_cvtpd_ps(right);
    const Vector same = _mm256_cvtps_pd(
        _mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(nearest), _mm_castps_si128(got))));
    const Vector noNumbers = _mm256_and_pd(_mm256_cmp_pd(right, right, _CMP_UNORD_Q),
                                           _mm256_cmp_pd(result, result, _CMP_UNORD_Q));
    // A unit in the last place as a power of two, by its bits; not below the least float.
    const __m256i exponent = _mm256_and_si256(_mm256_castpd_si256(right),
                                              _mm256_set1_epi64x(0x7ff0000000000000));
    const Vector size = _mm256_max_pd(_mm256_castsi256_pd(exponent), _mm256_set1_pd(0x1p-126));
    const Vector distance = absolute(_mm256_sub_pd(result, right));
    const Vector error = _mm256_div_pd(_mm256_mul_pd(distance, _mm256_set1_pd(0x1p23)), size);
    // Infinite or NaN on one side, or unequal signs.
    const Vector infinite = _mm256_set1_pd(std::numeric_limits<double>::infinity());
    const Vector known = _mm256_cmp_pd(error, infinite, _CMP_LT_OQ);
    const Vector signs = _mm256_xor_pd(right, result);
    Vector all = _mm256_blendv_pd(infinite, error, known);
    all = _mm256_blendv_pd(all, infinite, signs);
    // A comparison's -1 as a float is a NaN, whose sign blendv looks at.
    return _mm256_blendv_pd(all, _mm256_setzero_pd(), _mm256_or_pd(same, noNumbers));
  }

  Function function_;
  Form form_;
};

using Filters = std::map<std::string, std::unique_ptr<FloatFilter>, std::less<>>;

Filters makeFilters() {
  Filters filters;
  void *library = dlopen("libmvec.so.1", RTLD_NOW);
  if (!library || !__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return filters;
  const auto add = [&](const std::string &name, const std::string &of, Form form) {
    if (void *symbol = dlsym(library, ("_ZGVdN4v_" + of).c_str()))
      filters[name] = std::make_unique<Filter>(reinterpret_cast<Function>(symbol), form);
  };
  for (const char *name : {"acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos",
                           "cosh", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "log", "log10",
                           "log1p", "log2", "sin", "sinh", "tan", "tanh"})
    add(name, name, Form::itself);
  for (const char *name : {"acos", "asin", "atan"})
    add(std::string(name) + "pi", name, Form::byPi);
  add("sinpi", "sin", Form::sinPi);
  add("cospi", "sin", Form::cosPi);
  add("tanpi", "sin", Form::tanPi);
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
