// Compares every math function with MPFR. The largest error in units in the last place (ULP, OpenCL
// C 3.0 §7.4) must be within the specification's bound. Special values must be exact, and vector
// functions must return the same as the scalar function.
//
// doc/builtins-accuracy.md holds the measured errors (accuracy_table.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "accuracy_table.h"
#include "harness.h"
#include "mpfr_reference.h"

namespace builtins_test {
namespace {

struct BinaryCase {
  const char *name;
  Binary reference;
  double floatBound, doubleBound;
  double limit;
};

const BinaryCase binaryCases[] = {
    {"atan2", mpfr_atan2, 6, 6, 10}, {"atan2pi", mpfr_atan2pi, 6, 6, 10},
    {"hypot", mpfr_hypot, 4, 4, 10}, {"pow", mpfr_pow, 16, 16, 20},
    {"powr", mpfrPowr, 16, 16, 20},
};

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
  if (bound < 0) {
    std::printf("%s of %s: %.3g at %s\n", name, typeName<T>().data(), worst.error, where.c_str());
  } else {
    EXPECT_LE(worst.error, bound) << name << " of " << typeName<T>() << " at " << where;
  }
  if (bound >= 0) {
    recordError(name, typeName<T>(), worst.error, bound);
  }
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
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same(one[i], many[i])) {
        ADD_FAILURE() << name << " of width " << width << " at " << show(a[i]) << ": "
                      << show(many[i]) << " is not " << show(one[i]);
        break;
      }
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
    if (test.slow && std::fabs(x[i]) > 1e6 && std::isfinite(x[i])) {
      continue;
    }
    test.reference(reference.value, argument.value, MPFR_RNDN);
    const double error = ulpError(got[i], reference.value);
    if (error > worst.error) {
      worst = {error, i};
    }
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
    if (error > worst.error) {
      worst = {error, i};
    }
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
    if (root) {
      mpfr_rootn_si(reference.value, argument.value, n[i], MPFR_RNDN);
    } else {
      mpfr_pow_si(reference.value, argument.value, n[i], MPFR_RNDN);
    }
    const double error = ulpError(got[i], reference.value);
    if (error > worst.error) {
      worst = {error, i};
    }
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
INSTANTIATE_TEST_SUITE_P(Math, UnaryAccuracy,
                         testing::ValuesIn(unaryCases().begin(), unaryCases().end()),
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
