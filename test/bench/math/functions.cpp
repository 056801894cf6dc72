#include "functions.h"

#include <cmath>

namespace math_bench {

namespace {

constexpr long double pi = 3.14159265358979323846264338327950288L;

/// Takes off whole turns exactly.
long double turnsOf(long double x) {
  return std::remainder(x, 2.0L);
}

template <long double (*F)(long double)>
long double one(long double x, long double) {
  return F(x);
}
template <long double (*F)(long double, long double)>
long double two(long double x, long double y) {
  return F(x, y);
}

constexpr auto zeroOrMore = Operands{0.001, 1000};
constexpr auto unit = Operands{-1, 1};
constexpr auto near_ = Operands{-10, 10};
constexpr auto angles = Operands{-100, 100};

// clang-format off
const Function table[] = {
    {"exp", "exp(x)", one<std::exp>, {-80, 80}, 3},
    {"exp2", "exp2(x)", one<std::exp2>, {-120, 120}, 3},
    {"exp10", "exp10(x)", [](long double x, long double) { return std::pow(10.0L, x); }, {-35, 35}, 3},
    {"expm1", "expm1(x)", one<std::expm1>, {-20, 20}, 3},
    {"log", "log(x)", one<std::log>, zeroOrMore, 3},
    {"log2", "log2(x)", one<std::log2>, zeroOrMore, 3},
    {"log10", "log10(x)", one<std::log10>, zeroOrMore, 3},
    {"log1p", "log1p(x)", one<std::log1p>, {-0.9, 100}, 2},
    {"sin", "sin(x)", one<std::sin>, angles, 4},
    {"cos", "cos(x)", one<std::cos>, angles, 4},
    {"tan", "tan(x)", one<std::tan>, angles, 5},
    {"sincos", "sincos(x, &s) + 4 * s",
     [](long double x, long double) { return std::sin(x) + 4 * std::cos(x); }, angles, 1e7,
     {}, false, false, "-", 1e16},
    {"sinpi", "sinpi(x)", [](long double x, long double) { return std::sin(pi * turnsOf(x)); }, angles, 4},
    {"cospi", "cospi(x)", [](long double x, long double) { return std::sin(pi * turnsOf(turnsOf(x) + 0.5L)); },
     angles, 4},
    {"tanpi", "tanpi(x)", [](long double x, long double) { return std::tan(pi * std::remainder(x, 1.0L)); },
     angles, 6},
    {"asin", "asin(x)", one<std::asin>, unit, 4},
    {"acos", "acos(x)", one<std::acos>, unit, 4},
    {"atan", "atan(x)", one<std::atan>, near_, 5},
    {"atan2", "atan2(x, y)", two<std::atan2>, near_, 6, near_},
    {"asinpi", "asinpi(x)", [](long double x, long double) { return std::asin(x) / pi; }, unit, 5},
    {"acospi", "acospi(x)", [](long double x, long double) { return std::acos(x) / pi; }, unit, 5},
    {"atanpi", "atanpi(x)", [](long double x, long double) { return std::atan(x) / pi; }, near_, 5},
    {"atan2pi", "atan2pi(x, y)", [](long double x, long double y) { return std::atan2(x, y) / pi; }, near_, 6,
     near_},
    {"sinh", "sinh(x)", one<std::sinh>, near_, 4},
    {"cosh", "cosh(x)", one<std::cosh>, near_, 4},
    {"tanh", "tanh(x)", one<std::tanh>, {-5, 5}, 5},
    {"asinh", "asinh(x)", one<std::asinh>, angles, 4},
    {"acosh", "acosh(x)", one<std::acosh>, {1, 100}, 4},
    {"atanh", "atanh(x)", one<std::atanh>, {-0.99, 0.99}, 5},
    {"pow", "pow(x, y)", two<std::pow>, {0.01, 100}, 16, near_},
    {"powr", "powr(x, y)", two<std::pow>, {0.01, 100}, 16, near_, false, false, "pow"},
    {"pown", "pown(x, y)", two<std::pow>, {0.01, 100}, 16, near_, true, false, "pow"},
    {"rootn", "rootn(x, y)", [](long double x, long double n) { return std::pow(x, 1 / n); }, {0.01, 100}, 16,
     {1, 10}, true, false, "-"},
    {"cbrt", "cbrt(x)", one<std::cbrt>, angles, 2},
    {"hypot", "hypot(x, y)", two<std::hypot>, near_, 4, near_},
    {"sqrt", "sqrt(x)", one<std::sqrt>, zeroOrMore, 0.51},
    {"rsqrt", "rsqrt(x)", [](long double x, long double) { return 1 / std::sqrt(x); }, zeroOrMore, 2},
    {"divide", "x / y", [](long double x, long double y) { return x / y; }, near_, 2.5, {1, 10}},
    {"fmod", "fmod(x, y)", two<std::fmod>, angles, 0, {1, 10}},
    {"remainder", "remainder(x, y)", two<std::remainder>, angles, 0, {1, 10}},
    {"erf", "erf(x)", one<std::erf>, {-4, 4}, 16},
    {"erfc", "erfc(x)", one<std::erfc>, {-4, 6}, 16},
    {"tgamma", "tgamma(x)", one<std::tgamma>, {0.1, 20}, 16},
    {"lgamma", "lgamma(x)", one<std::lgamma>, {2.5, 50}, 16},
    {"ldexp", "ldexp(x, y)", [](long double x, long double n) { return std::ldexp(x, static_cast<int>(n)); },
     near_, 0, near_, true, false, "-"},
    {"frexp", "frexp(x, &s)", [](long double x, long double) { int e; return std::frexp(x, &e); }, angles, 0, {}, false, false, "-"},
    {"fract", "fract(x, &s)", [](long double x, long double) { return x - std::floor(x); }, angles, 0.5, {}, false, false, "-"},
    {"modf", "modf(x, &s)", [](long double x, long double) { return x - std::trunc(x); }, angles, 0, {}, false, false, "-"},
    {"logb", "logb(x)", one<std::logb>, angles, 0},
    {"remquo", "remquo(x, y, &s)", two<std::remainder>, angles, 0, {1, 10}, false, false, "-"},
    {"lgamma_r", "lgamma_r(x, &s)", one<std::lgamma>, {2.5, 50}, 16, {}, false, false, "-"},
    {"nextafter", "nextafter(x, y)", [](long double x, long double) { return x; }, angles, 1, angles},
    {"fdim", "fdim(x, y)", two<std::fdim>, near_, 0.5, near_},
    {"fmin", "fmin(x, y)", two<std::fmin>, near_, 0, near_},
    {"fmax", "fmax(x, y)", two<std::fmax>, near_, 0, near_},
    {"maxmag", "maxmag(x, y)", [](long double x, long double y) { return std::fabs(x) > std::fabs(y) ? x : y; },
     near_, 0, near_, false, false, "-"},
    {"minmag", "minmag(x, y)", [](long double x, long double y) { return std::fabs(x) < std::fabs(y) ? x : y; },
     near_, 0, near_, false, false, "-"},
    {"copysign", "copysign(x, y)", two<std::copysign>, near_, 0, near_},
    {"fabs", "fabs(x)", one<std::fabs>, near_, 0},
    {"ceil", "ceil(x)", one<std::ceil>, near_, 0},
    {"floor", "floor(x)", one<std::floor>, near_, 0},
    {"trunc", "trunc(x)", one<std::trunc>, near_, 0},
    {"rint", "rint(x)", one<std::rint>, near_, 0},
    {"round", "round(x)", one<std::round>, near_, 0},
    {"fma", "fma(x, y, x)", [](long double x, long double y) { return x * y + x; }, near_, 0.51, near_, false, false,
     "-"},
    {"mad", "mad(x, y, x)", [](long double x, long double y) { return x * y + x; }, near_, 1e7, near_, false, false,
     "-", 1e16},
    {"native_exp", "native_exp(x)", one<std::exp>, {-10, 10}, 8192, {}, false, true, "exp"},
    {"native_log", "native_log(x)", one<std::log>, zeroOrMore, 8192, {}, false, true, "log"},
    {"native_sin", "native_sin(x)", one<std::sin>, {0.5, 2.5}, 8192, {}, false, true, "sin"},
    {"native_powr", "native_powr(x, y)", two<std::pow>, {0.1, 10}, 8192, {-2, 2}, false, true, "pow"},
    {"native_rsqrt", "native_rsqrt(x)", [](long double x, long double) { return 1 / std::sqrt(x); },
     zeroOrMore, 8192, {}, false, true, "rsqrt"},
    {"native_sqrt", "native_sqrt(x)", one<std::sqrt>, zeroOrMore, 8192, {}, false, true, "sqrt"},
    {"native_divide", "native_divide(x, y)", [](long double x, long double y) { return x / y; }, near_, 8192,
     {1, 10}, false, true, "divide"},
    {"half_sin", "half_sin(x)", one<std::sin>, {0.5, 2.5}, 8192, {}, false, true, "sin"},
    {"half_exp", "half_exp(x)", one<std::exp>, {-10, 10}, 8192, {}, false, true, "exp"},
    {"half_log", "half_log(x)", one<std::log>, zeroOrMore, 8192, {}, false, true, "log"},
};
// clang-format on

}  // namespace

std::span<const Function> functions() {
  return table;
}

}  // namespace math_bench
