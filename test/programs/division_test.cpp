// Integer divisions and remainders by variables and by constants, in all widths of integers.
// Vectors of them are divided as floating-point numbers, so numbers near multiples of the divisor
// and near powers of 2 count most.

#include <algorithm>
#include <limits>

#include "program.h"

namespace {

using namespace programs;

/// `T` stands for the type. Operands of `narrow` are known to be small.
constexpr char source[] = R"(
kernel void variable(global const T *a, global const T *b, global T *quotients, global T *rests) {
  size_t i = get_global_id(0);
  quotients[i] = a[i] / b[i];
  rests[i] = a[i] % b[i];
}
kernel void uniform_divisor(global const T *a, T b, global T *quotients, global T *rests) {
  size_t i = get_global_id(0);
  quotients[i] = a[i] / b;
  rests[i] = a[i] % b;
}
kernel void constants(global const T *a, global T *quotients, global T *rests) {
  size_t i = get_global_id(0);
  quotients[i] = a[i] / (T)113;
  rests[i] = a[i] % (T)10;
}
kernel void narrow(global const T *a, global const T *b, global T *quotients, global T *rests) {
  size_t i = get_global_id(0);
  T x = a[i] >> (sizeof(T) * 8 - 5) , y = b[i] >> (sizeof(T) * 4) | 1;
  quotients[i] = x / y;
  rests[i] = a[i] / 4 % y;
}
)";

/// Lanes are neighbours, from `start` on: their results follow from those of the first one. The
/// dividends differ, since of equal ones LLVM computes the rest from the quotient.
constexpr char stridedSource[] = R"(
#define STRIDED(name, step)                                               \
  kernel void name(T start, T b, global T *quotients, global T *rests) { \
    size_t i = get_global_id(0);                                          \
    ulong x = i * (ulong)(step) + (ulong)start;                           \
    quotients[i] = (T)x / b;                                              \
    rests[i] = (T)(x + 1) % b;                                            \
  }
STRIDED(one, 1)
STRIDED(three, 3)
STRIDED(back, -1)
)";

/// Random numbers of all lengths, powers of 2 and their neighbours, and their complements.
template <class T>
std::vector<T> numbers(size_t count, std::mt19937_64 &random) {
  constexpr unsigned bits = sizeof(T) * 8;
  std::vector<T> result(count);
  for (T &number : result) {
    const unsigned shift = random() % bits;
    const auto power = uint64_t{1} << shift;
    const uint64_t magnitude =
        random() % 4 == 0 ? power + random() % 3 - 1 : random() >> (64 - bits + shift);
    number = static_cast<T>(random() % 4 == 0 ? ~magnitude : magnitude);
  }
  return result;
}

/// Makes divisors good for every dividend, and puts dividends next to a multiple of theirs.
template <class T>
void prepare(std::vector<T> &a, std::vector<T> &b, std::mt19937_64 &random) {
  for (size_t i = 0; i < a.size(); ++i) {
    if (b[i] == 0 || b[i] == static_cast<T>(-1)) {
      b[i] = 3;
    }
    if (random() % 3 == 0) {
      const auto multiple = static_cast<uint64_t>(a[i] / b[i]) * static_cast<uint64_t>(b[i]);
      a[i] = static_cast<T>(multiple - random() % 2);
    }
  }
}

template <class T>
void divide(const std::string &type, const std::string &options) {
  constexpr size_t count = 4096;
  const std::string all = options + " -DT=" + type;
  Program program(source, all.c_str());
  std::mt19937_64 random(sizeof(T));
  auto a = numbers<T>(count, random), b = numbers<T>(count, random);
  prepare(a, b, random);
  const auto dividends = program.buffer(a), divisors = program.buffer(b);
  const auto quotients = program.buffer(std::vector<T>(count)), rests = program.buffer(a);
  auto check = [&](const std::string &what, auto dividend, auto divisor, auto restDividend,
                   auto restDivisor) {
    std::vector<T> wanted(count), wantedRests(count);
    for (size_t i = 0; i < count; ++i) {
      wanted[i] = static_cast<T>(dividend(i) / divisor(i));
      wantedRests[i] = static_cast<T>(restDividend(i) % restDivisor(i));
    }
    EXPECT_EQ(program.read<T>(quotients, count), wanted) << what << " of " << type;
    EXPECT_EQ(program.read<T>(rests, count), wantedRests) << what << " of " << type;
  };
  const cl::NDRange global(count), local(64);
  auto ofA = [&](size_t i) { return a[i]; };
  auto ofB = [&](size_t i) { return b[i]; };
  program.run("variable", global, local, dividends, divisors, quotients, rests);
  check("variable", ofA, ofB, ofA, ofB);
  for (const size_t at : {1, 2, 3, 4}) {
    const T divisor = b[at];
    auto one = [&](size_t) { return divisor; };
    program.run("uniform_divisor", global, local, dividends, divisor, quotients, rests);
    check("uniform", ofA, one, ofA, one);
  }
  program.run("constants", global, local, dividends, quotients, rests);
  check("constants", ofA, [](size_t) { return T{113}; }, ofA, [](size_t) { return T{10}; });
  auto small = [&](size_t i) { return static_cast<T>(a[i] >> (sizeof(T) * 8 - 5)); };
  auto odd = [&](size_t i) { return static_cast<T>(b[i] >> (sizeof(T) * 4) | 1); };
  program.run("narrow", global, local, dividends, divisors, quotients, rests);
  check("narrow", small, odd, [&](size_t i) { return static_cast<T>(a[i] / 4); }, odd);
}

template <class T>
void divideNeighbours(const std::string &type, const std::string &options) {
  constexpr size_t count = 300;
  constexpr auto greatest = static_cast<int64_t>(
      std::min<uint64_t>(std::numeric_limits<T>::max(), std::numeric_limits<int64_t>::max()));
  const std::string all = options + " -DT=" + type;
  Program program(stridedSource, all.c_str());
  const auto quotients = program.buffer(std::vector<T>(count));
  const auto rests = program.buffer(std::vector<T>(count));
  const std::vector<int64_t> divisors = {1, 2, 7, 15, 16, 17, 31, 63, 64, 100, greatest, -3, -100};
  const std::vector<int64_t> starts = {0, 5, -40, greatest - 30};
  for (const auto &[kernel, step] : {std::pair("one", 1), std::pair("three", 3), {"back", -1}}) {
    for (const int64_t divisor : divisors) {
      for (const int64_t start : starts) {
        const auto b = static_cast<T>(divisor), first = static_cast<T>(start);
        program.run(kernel, cl::NDRange(count), cl::NullRange, first, b, quotients, rests);
        std::vector<T> wanted, wantedRests;
        for (size_t i = 0; i < count; ++i) {
          const uint64_t x = static_cast<uint64_t>(step) * i + static_cast<uint64_t>(first);
          wanted.push_back(static_cast<T>(static_cast<T>(x) / b));
          wantedRests.push_back(static_cast<T>(static_cast<T>(x + 1) % b));
        }
        const std::string what = type + ", " + kernel + " by " + std::to_string(divisor) +
                                 " from " + std::to_string(start);
        ASSERT_EQ(program.read<T>(quotients, count), wanted) << what;
        ASSERT_EQ(program.read<T>(rests, count), wantedRests) << what;
      }
    }
  }
}

class Division : public testing::TestWithParam<const char *> {};

TEST_P(Division, IsExactInAllWidths) {
  const std::string options = GetParam();
  divide<int8_t>("char", options);
  divide<uint8_t>("uchar", options);
  divide<int16_t>("short", options);
  divide<uint16_t>("ushort", options);
  divide<int32_t>("int", options);
  divide<uint32_t>("uint", options);
  divide<int64_t>("long", options);
  divide<uint64_t>("ulong", options);
}

TEST_P(Division, OfNeighboursFollowsFromTheFirst) {
  const std::string options = GetParam();
  divideNeighbours<int8_t>("char", options);
  divideNeighbours<uint16_t>("ushort", options);
  divideNeighbours<int32_t>("int", options);
  divideNeighbours<uint64_t>("ulong", options);
}

template <class T>
void recombine(const std::string &name, const std::string &options) {
  Program program(R"(
    kernel void again(global const T *a, T b, global T *sums) {
      size_t i = get_global_id(0);
      sums[2 * i] = a[i] / b * b + a[i] % b;
      sums[2 * i + 1] = a[i] % b + b * (a[i] / b - 3);
    })",
                  ("-DT=" + name + " " + options).c_str());
  std::mt19937_64 random(3);
  constexpr size_t count = 100;
  const auto a = numbers<T>(count, random);
  for (const T b : {T{1}, T{7}, static_cast<T>(-1), static_cast<T>(-1000), T{12345}}) {
    std::vector<T> expected;
    for (const T value : a) {
      expected.push_back(value);
      expected.push_back(
          static_cast<T>(static_cast<uint64_t>(value) - 3 * static_cast<uint64_t>(b)));
    }
    auto sums = program.buffer(std::vector<T>(2 * count));
    program.run("again", count, 20, program.buffer(a), b, sums);
    EXPECT_EQ(program.read<T>(sums, 2 * count), expected) << name << options << int64_t(b);
  }
}

/// Upper halves of products of 64 bits.
template <class T>
void multiplyHigh(const std::string &name, const std::string &options) {
  Program program(R"(
    kernel void high(global const T *a, global const T *b, global T *products, T factor) {
      int i = get_global_id(0);
      products[2 * i] = mul_hi(a[i], b[i]);
      products[2 * i + 1] = mad_hi(a[i], factor, b[i]);
    })",
                  ("-DT=" + name + " " + options).c_str());
  std::mt19937_64 random(5);
  constexpr size_t count = 200;
  const auto a = numbers<T>(count, random), b = numbers<T>(count, random);
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  auto high = [](T left, T right) { return static_cast<T>(Wide{left} * right >> 64); };
  for (const T factor : {T{0}, T{3}, static_cast<T>(-1), T{1} << 62, (T{1} << 32) + 1}) {
    std::vector<T> expected;
    for (size_t i = 0; i < count; ++i) {
      expected.push_back(high(a[i], b[i]));
      expected.push_back(
          static_cast<T>(static_cast<uint64_t>(high(a[i], factor)) + static_cast<uint64_t>(b[i])));
    }
    auto products = program.buffer(std::vector<T>(2 * count));
    program.run("high", count, 20, program.buffer(a), program.buffer(b), products, factor);
    EXPECT_EQ(program.read<T>(products, 2 * count), expected) << name << options;
  }
}

TEST_P(Division, HighHalvesOfProducts) {
  for (const char *step : {"", " -cl-kiln-disable-steps=split-high-products"}) {
    multiplyHigh<int64_t>("long", GetParam() + std::string(step));
    multiplyHigh<uint64_t>("ulong", GetParam() + std::string(step));
  }
}

TEST_P(Division, QuotientAndRestMakeTheDividendAgain) {
  for (const char *step : {"", " -cl-kiln-disable-steps=recombine-quotients"}) {
    const std::string options = GetParam() + std::string(step);
    recombine<int32_t>("int", options);
    recombine<uint32_t>("uint", options);
    recombine<int64_t>("long", options);
    recombine<uint16_t>("ushort", options);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Division,
                         testing::Values("", "-cl-kiln-vectorize=8", "-cl-kiln-vectorize=16",
                                         "-cl-fast-relaxed-math -cl-kiln-vectorize=16",
                                         "-cl-kiln-vectorize=never"),
                         [](const auto &parameter) { return std::to_string(parameter.index); });

}  // namespace
