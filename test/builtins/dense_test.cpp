// Compares the float functions computed in float with the host's C library in double, with errors
// of some 2^-29 of a float's unit in the last place. Where accuracy_test samples, this test walks
// through all floats in order: with a large step to be quick, or, with KILN_FLOAT_STEP=1, through
// each of the 2^32. The measured maxima go to doc/builtins-accuracy.md.
//
// For the 2^32, threads (KILN_FLOAT_THREADS, else one for each processor) take intervals of them.
// libmvec (float_filter.h) passes results whose errors are well below the largest so far; the C
// library looks at the others, and MPFR at the worst one. A function takes 10 to 25 seconds of one
// processor. KILN_FLOAT_RECORD names a file for the functions' results. A function in the file is
// not walked again, so an interrupted run can go on.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "accuracy_table.h"
#include "float_filter.h"
#include "harness.h"
#include "mpfr_reference.h"

namespace builtins_test {
namespace {

constexpr double pi = 3.14159265358979323846;

struct Function1 {
  const char *name;
  double (*reference)(double);
  double bound;  ///< ULP: OpenCL C, "Relative Error as ULPs", full profile
};

/// sin(pi (x + shift)) by an exact reduction to [0, 1/2].
double sinPi(double x, double shift) {
  if (!std::isfinite(x)) {
    return NAN;
  }
  const double rest = std::fmod(x, 2) + shift;
  const double folded = rest - 2 * std::rint(rest / 2);
  const double near_ = folded > 0.5 ? 1 - folded : folded < -0.5 ? -1 - folded : folded;
  return std::sin(pi * near_);
}

double sinPi0(double x) {
  const double y = sinPi(x, 0);
  return y == 0 ? std::copysign(0.0, x) : y;
}
double cosPi0(double x) {
  const double y = sinPi(std::fabs(x), 0.5);
  return std::fabs(x) < 0x1p-30 ? 1 : y == 0 ? 0.0 : y;
}
double tanPi0(double x) {
  const double half = std::remainder(x, 2);
  const double c = std::fabs(half) == 0.5 ? 0 : sinPi(std::fabs(x), 0.5);
  return std::isfinite(x) ? (half == 0              ? x * 0
                             : std::fabs(half) == 1 ? -x * 0
                                                    : sinPi0(x) / c)
                          : NAN;
}
double rsqrtOf(double x) {
  return 1 / std::sqrt(x);
}
double exp10Of(double x) {
  return std::pow(10.0, x);
}
double byPi(double y) {
  return y / pi;
}

const Function1 functions[] = {
    {"exp", std::exp, 3},
    {"exp2", std::exp2, 3},
    {"exp10", exp10Of, 3},
    {"expm1", std::expm1, 3},
    {"log", std::log, 3},
    {"log2", std::log2, 3},
    {"log10", std::log10, 3},
    {"log1p", std::log1p, 2},
    {"sin", std::sin, 4},
    {"cos", std::cos, 4},
    {"tan", std::tan, 5},
    {"sinpi", sinPi0, 4},
    {"cospi", cosPi0, 4},
    {"tanpi", tanPi0, 6},
    {"asin", std::asin, 4},
    {"acos", std::acos, 4},
    {"atan", std::atan, 5},
    {"sinh", std::sinh, 4},
    {"cosh", std::cosh, 4},
    {"tanh", std::tanh, 5},
    {"asinh", std::asinh, 4},
    {"acosh", std::acosh, 4},
    {"atanh", std::atanh, 5},
    {"cbrt", std::cbrt, 2},
    {"sqrt", std::sqrt, 0.5},
    {"rsqrt", rsqrtOf, 2},
    {"tgamma", std::tgamma, 16},
    {"erf", std::erf, 16},
    {"erfc", std::erfc, 16},
    {"asinpi", [](double x) { return byPi(std::asin(x)); }, 5},
    {"acospi", [](double x) { return byPi(std::acos(x)); }, 5},
    {"atanpi", [](double x) { return byPi(std::atan(x)); }, 5},
};

/// |got - wanted| in units in the last place of `wanted` as a float. Infinite for a wrong NaN,
/// infinity or sign.
double ulpError(float got, double wanted) {
  const double wrong = std::numeric_limits<double>::infinity();
  const auto nearest = float(wanted);
  if (wanted != wanted || got != got) {
    return wanted != wanted && got != got ? 0 : wrong;
  }
  if (std::isinf(nearest) || std::isinf(got)) {
    if (got == nearest) {
      return 0;
    }
    if (std::isinf(wanted)) {
      return wrong;
    }
  }
  if (std::signbit(got) != std::signbit(wanted)) {
    return wrong;
  }
  const int exponent = wanted == 0 ? -126 : std::max(std::ilogb(wanted), -126);
  const double value = std::isinf(got) ? std::copysign(0x1p128, double(got)) : double(got);
  return std::fabs(value - wanted) * std::ldexp(1.0, 23 - exponent);
}

uint64_t stepOfFloats() {
  const char *text = std::getenv("KILN_FLOAT_STEP");
  return text ? std::max<uint64_t>(std::strtoull(text, nullptr, 10), 1) : 4001;
}
bool isExhaustive() {
  return stepOfFloats() == 1;
}

/// Every KILN_FLOAT_STEP-th float of [first, last), by their bits, in blocks.
template <typename Visit>
void walk(uint64_t first, uint64_t last, Visit visit) {
  const uint64_t step = stepOfFloats();
  constexpr uint64_t block = 3 << 12;
  std::vector<float> in;
  for (uint64_t next = (first + step - 1) / step * step; next < last;) {
    in.resize(std::min<uint64_t>(block, (last - next + step - 1) / step));
    for (std::size_t i = 0; i < in.size(); ++i) {
      in[i] = fromBits<float>(uint32_t(next + i * step));
    }
    next += in.size() * step;
    pad(in);
    visit(in);
  }
}
template <typename Visit>
void walk(Visit visit) {
  walk(0, uint64_t(1) << 32, visit);
}

struct Worst {
  double error = 0, wanted = 0;
  float at = 0, got = 0;

  void add(float x, float y, double (*reference)(double)) {
    const double right = reference(x), distance = ulpError(y, right);
    if (distance > error) {
      *this = {distance, right, x, y};
    }
  }

  void expectWithin(const char *name, double bound) const {
    std::printf("%s: %.3f at %a\n", name, error, double(at));
    recordError(name, "float", error, bound, isExhaustive());
    EXPECT_LE(error, bound) << name << " of " << std::hexfloat << at << ": " << got << ", not "
                            << wanted;
  }
};

/// The worst result of compute(arguments), a function of the reference, by several threads.
template <typename Compute>
Worst worstOfAll(Compute compute, const FloatFilter *filter, double (*reference)(double)) {
  constexpr uint64_t interval = uint64_t(1) << 24, end = uint64_t(1) << 32;
  const char *text = std::getenv("KILN_FLOAT_THREADS");
  const unsigned threads = text             ? unsigned(std::strtoul(text, nullptr, 10))
                           : isExhaustive() ? std::thread::hardware_concurrency()
                                            : 1;
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  Worst worst;
  const auto visit = [&](const std::vector<float> &in) {
    const std::vector<float> out = compute(in);
    std::unique_lock lock(mutex);
    Worst mine = worst;
    lock.unlock();
    if (filter) {
      std::vector<uint32_t> found(in.size());
      found.resize(
          filter->above(0.999 * mine.error, in.data(), out.data(), in.size(), found.data()));
      for (uint32_t i : found) {
        mine.add(in[i], out[i], reference);
      }
    } else {
      for (std::size_t i = 0; i < in.size(); ++i) {
        mine.add(in[i], out[i], reference);
      }
    }
    lock.lock();
    if (mine.error > worst.error) {
      worst = mine;
    }
  };
  const auto work = [&] {
    for (uint64_t first; (first = next.fetch_add(interval)) < end;) {
      walk(first, first + interval, visit);
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) {
    others.emplace_back(work);
  }
  work();
  for (std::thread &other : others) {
    other.join();
  }
  return worst;
}

/// The record of a function in KILN_FLOAT_RECORD.
bool findRecorded(const std::string &name, Worst &worst) {
  const char *path = std::getenv("KILN_FLOAT_RECORD");
  std::ifstream file(path ? path : "");
  bool found = false;
  for (std::string line, first, number[4]; std::getline(file, line);) {
    std::istringstream words(line);
    if (words >> first >> number[0] >> number[1] >> number[2] >> number[3] && first == name) {
      const auto value = [&](int i) { return std::strtod(number[i].c_str(), nullptr); };
      worst = {value(0), value(1), float(value(2)), float(value(3))};
      found = true;
    }
  }
  return found;
}

void addRecord(const std::string &name, const Worst &worst) {
  if (const char *path = std::getenv("KILN_FLOAT_RECORD")) {
    std::ofstream(path, std::ios::app)
        << name << std::hexfloat << ' ' << worst.error << ' ' << worst.wanted << ' '
        << double(worst.at) << ' ' << double(worst.got) << std::endl;
  }
}

/// The C library's error does not count: MPFR gives the same.
void expectConfirmed(const std::string &name, const Worst &worst) {
  const UnaryCase *function = findUnaryCase(name);
  ASSERT_NE(function, nullptr) << name;
  Number argument, reference;
  mpfr_set_d(argument.value, worst.at, MPFR_RNDN);
  function->reference(reference.value, argument.value, MPFR_RNDN);
  EXPECT_NEAR(builtins_test::ulpError(worst.got, reference.value), worst.error, 0.001)
      << name << " of " << std::hexfloat << worst.at;
}

/// Walks through the floats, unless an earlier run has. `recorded` is the result's name in the
/// record, `of` the reference's name.
template <typename Compute>
void check(const std::string &recorded, const std::string &of, Compute compute,
           const Function1 &function) {
  Worst worst;
  if (!isExhaustive() || !findRecorded(recorded, worst)) {
    worst = worstOfAll(compute, FloatFilter::find(of), function.reference);
    if (isExhaustive()) {
      addRecord(recorded, worst);
    }
  }
  if (worst.error > 0) {  // else each result must equal the rounded reference
    expectConfirmed(of, worst);
  }
  worst.expectWithin(function.name, function.bound);
}

class Dense : public testing::TestWithParam<Function1> {};

TEST_P(Dense, Float) {
  const Function1 &function = GetParam();
  const Wrapper &wrapper = find(function.name, "float", 16);
  check(
      function.name, function.name,
      [&](const std::vector<float> &in) { return call<float>(wrapper, in); }, function);
}

TEST(Sincos, OfFloatIsWithinTheBounds) {
  const Wrapper &wrapper = find("sincos", "float", 3);
  const auto results = [&](const std::vector<float> &in, std::vector<float> &cosine) {
    return call<float, float, float, float>(wrapper, in, nullptr, nullptr, &cosine);
  };
  const auto sine = [&](const std::vector<float> &in) {
    std::vector<float> other;
    return results(in, other);
  };
  const auto cosine = [&](const std::vector<float> &in) {
    std::vector<float> other;
    results(in, other);
    return other;
  };
  check("sincos.sin", "sin", sine, {"sincos", std::sin, 4});
  check("sincos.cos", "cos", cosine, {"sincos", std::cos, 4});
}

/// Programs take square roots of 1 - y^2.
TEST(Sines, AreNotAboveOne) {
  for (const char *name : {"sin", "cos", "sinpi", "cospi"}) {
    const Wrapper &wrapper = find(name, "float", 16);
    float largest = 0;
    walk([&](const std::vector<float> &in) {
      for (float y : call<float>(wrapper, in)) {
        largest = std::fmax(largest, std::fabs(y));
      }
    });
    EXPECT_EQ(largest, 1) << name;
    // Of double: next to where the sine is 1, in the steps of the angle.
    const Wrapper &wide = find(name, "double", 16);
    const bool isCosine = name[0] == 'c';
    const bool isTurns = std::string_view(name).ends_with("pi");
    const double middle = isCosine ? 0 : isTurns ? 0.5 : pi / 2;
    std::vector<double> x;
    for (int i = -30000; i <= 30000; ++i) {
      x.push_back(middle + i * 0x1p-42);
    }
    pad(x);
    for (double y : call<double>(wide, x)) {
      EXPECT_LE(std::fabs(y), 1) << name;
    }
  }
}

/// sincos of double has its own kernel, besides sin and cos.
TEST(Sincos, OfDoubleIsSinAndCos) {
  std::vector<double> x = specialValues<double>();
  const std::vector<double> random = randomValues<double>(20000, 1000, 21);
  x.insert(x.end(), random.begin(), random.end());
  pad(x);
  std::vector<double> cosine;
  const std::vector<double> sine = call<double, double, double, double>(
      find("sincos", "double", 3), x, nullptr, nullptr, &cosine);
  const auto near_ = [](double got, double wanted) {
    return same(got, wanted) ||
           (std::signbit(got) == std::signbit(wanted) &&
            std::fabs(got - wanted) <= 4 * std::ldexp(1.0, std::ilogb(wanted) - 52));
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_PRED2(near_, sine[i], std::sin(x[i])) << x[i];
    EXPECT_PRED2(near_, cosine[i], std::cos(x[i])) << x[i];
  }
}

/// The error allowed to a native_ function, in place of a bound by the specification.
struct NativeCase {
  const char *name;
  double (*reference)(double);
  double low, high;                       ///< of the arguments
  double relative, absolute, ofArgument;  ///< the error: of the result, of 1, of the argument
};

const NativeCase natives[] = {
    {"native_exp", std::exp, -87, 88, 0x1p-21, 0, 0},
    {"native_exp2", std::exp2, -125.5, 127.5, 0x1p-21, 0, 0},
    {"native_exp10", exp10Of, -37, 38, 0x1p-21, 0, 0},
    {"native_log", std::log, 0x1p-126, 0x1p127, 0x1p-21, 0, 0},
    {"native_log2", std::log2, 0x1p-126, 0x1p127, 0x1p-21, 0, 0},
    {"native_log10", std::log10, 0x1p-126, 0x1p127, 0x1p-21, 0, 0},
    {"native_sin", std::sin, -3.15, 3.15, 0, 2e-7, 0},
    {"native_sin", std::sin, -3000, 3000, 0, 0x1p-21, 0},
    {"native_cos", std::cos, -3.15, 3.15, 0, 2e-7, 0},
    {"native_cos", std::cos, -3000, 3000, 0, 0x1p-21, 0},
    {"native_tan", std::tan, -1e30, 1e30, 0x1p-21, 0, 0},
};

TEST(Native, IsNearTheFullFunction) {
  for (const NativeCase &test : natives) {
    const Wrapper &wrapper = find(test.name, "float", 3);
    double worst = 0, worstAt = 0;
    walk([&](const std::vector<float> &in) {
      const std::vector<float> got = call<float>(wrapper, in);
      for (std::size_t i = 0; i < in.size(); ++i) {
        if (!(in[i] >= test.low && in[i] <= test.high)) {
          continue;
        }
        const double wanted = test.reference(in[i]);
        const double allowed =
            (test.relative + test.ofArgument * std::fabs(in[i])) * std::fabs(wanted) +
            test.absolute;
        const double share = wanted == got[i] ? 0 : std::fabs(got[i] - wanted) / allowed;
        if (!(share <= worst)) {
          worst = share;
          worstAt = in[i];
        }
      }
    });
    EXPECT_LE(worst, 1) << test.name << " at " << std::hexfloat << worstAt;
  }
}

TEST(Native, HasTheSpecialValuesOfTheFullFunction) {
  const float huge = std::numeric_limits<float>::infinity();
  const std::vector<float> x = {0, -0.0F, huge, -huge, NAN, -1, -1e30F, 1e30F};
  for (std::string name : {"exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos"}) {
    std::vector<float> in = x;
    pad(in);
    const std::vector<float> got = call<float>(find("native_" + name, "float", 1), in);
    const std::vector<float> full = call<float>(find(name, "float", 1), in);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (std::isfinite(full[i]) && full[i] != 0) {
        EXPECT_LE(std::fabs(got[i]), std::fmax(1, 2 * std::fabs(full[i])))
            << name << " of " << x[i];
      } else {
        EXPECT_TRUE(same(got[i], full[i])) << name << " of " << x[i] << ": " << got[i];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Math, Dense, testing::ValuesIn(functions),
                         [](const auto &info) { return std::string(info.param.name); });

}  // namespace
}  // namespace builtins_test
