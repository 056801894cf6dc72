// Integer divisions and remainders by variables and by constants, in all widths of integers.
// Vectors of them are divided as floating-point numbers, so numbers near multiples of the divisor
// and near powers of 2 count most.

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

INSTANTIATE_TEST_SUITE_P(Widths, Division,
                         testing::Values("", "-cl-kiln-vectorize=8", "-cl-kiln-vectorize=16",
                                         "-cl-fast-relaxed-math -cl-kiln-vectorize=16",
                                         "-cl-kiln-vectorize=never"),
                         [](const auto &parameter) { return std::to_string(parameter.index); });

}  // namespace
