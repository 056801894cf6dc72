// The runtime support of binaries (modules/compiler/rt) against the C library and the
// machine's own instructions.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

using I128 = __int128;
using U128 = unsigned __int128;

extern "C" {
void *rt_memcpy(void *, const void *, size_t);
void *rt_memmove(void *, const void *, size_t);
void *rt_memset(void *, int, size_t);
int rt_memcmp(const void *, const void *, size_t);
I128 rt___divti3(I128, I128);
I128 rt___modti3(I128, I128);
U128 rt___udivti3(U128, U128);
U128 rt___umodti3(U128, U128);
I128 rt___multi3(I128, I128);
_Float16 rt___truncdfhf2(double);
_Float16 rt___truncsfhf2(float);
float rt___extendhfsf2(_Float16);
double rt_trunc(double);
double rt_floor(double);
double rt_ceil(double);
double rt_round(double);
double rt_roundeven(double);
double rt_rint(double);
float rt_floorf(float);
float rt_rintf(float);
double rt_fmod(double, double);
float rt_fmodf(float, float);
double rt_fma(double, double, double);
float rt_fmaf(float, float, float);
double rt_fmin(double, double);
double rt_fmax(double, double);
float rt_fminf(float, float);
float rt_fmaxf(float, float);
uint64_t rt___udivdi3(uint64_t, uint64_t);
uint64_t rt___umoddi3(uint64_t, uint64_t);
int64_t rt___divdi3(int64_t, int64_t);
int64_t rt___moddi3(int64_t, int64_t);
double rt___floatundidf(uint64_t);
double rt___floatdidf(int64_t);
float rt___floatundisf(uint64_t);
float rt___floatdisf(int64_t);
uint64_t rt___fixunsdfdi(double);
int64_t rt___fixdfdi(double);
uint64_t rt___fixunssfdi(float);
int64_t rt___fixsfdi(float);
}

namespace {

std::mt19937_64 randomBits(1);

/// Any bits; half of them near one, so sums cancel and remainders take few steps.
double randomDouble() {
  const uint64_t bits = randomBits();
  if (bits & 1) {
    return std::bit_cast<double>(bits);
  }
  const uint64_t exponent = 1023 - 30 + randomBits() % 60;
  return std::bit_cast<double>((bits & ~(uint64_t{0x7ff} << 52)) | exponent << 52);
}

float randomFloat() {
  return static_cast<float>(randomDouble());
}

template <class T>
bool isSame(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

constexpr double specials[] = {0.0,
                               -0.0,
                               0.5,
                               -0.5,
                               1.5,
                               2.5,
                               -2.5,
                               INFINITY,
                               -INFINITY,
                               NAN,
                               5e-324,
                               -5e-324,
                               0x1p52,
                               0x1p53,
                               -0x1.8p51,
                               0x1.fffffffffffffp1023,
                               0x1p-1022,
                               0x1.fffffffffffffp-1,
                               4503599627370495.5};

template <class Check>
void forDoubles(Check check) {
  for (double value : specials) {
    check(value);
  }
  for (int i = 0; i < 50000; ++i) {
    check(randomDouble());
  }
}

TEST(RuntimeSupport, MovesMemory) {
  for (size_t size : {0, 1, 7, 8, 9, 31, 64, 100}) {
    for (size_t from = 0; from < 20; ++from) {
      for (size_t to = 0; to < 20; ++to) {
        char ours[128], theirs[128];
        for (int i = 0; i < 128; ++i) {
          ours[i] = theirs[i] = static_cast<char>(i);
        }
        EXPECT_EQ(rt_memmove(ours + to, ours + from, size), ours + to);
        memmove(theirs + to, theirs + from, size);
        ASSERT_EQ(memcmp(ours, theirs, sizeof ours), 0);
        char copy[128] = {};
        EXPECT_EQ(rt_memcpy(copy + to, ours + from, size), copy + to);
        EXPECT_EQ(rt_memcmp(copy + to, ours + from, size), 0);
      }
    }
  }
  char filled[40] = {};
  rt_memset(filled + 1, 0x1ab, 37);
  EXPECT_EQ(filled[0], 0);
  EXPECT_EQ(filled[1], static_cast<char>(0xab));
  EXPECT_EQ(filled[37], static_cast<char>(0xab));
  EXPECT_EQ(filled[38], 0);
  EXPECT_LT(rt_memcmp("a\x01", "a\xff", 2), 0);
}

TEST(RuntimeSupport, CalculatesWith128Bits) {
  for (int i = 0; i < 100000; ++i) {
    const auto a = (U128{randomBits()} << 64 | randomBits()) >> (randomBits() % 128);
    const auto b = (U128{randomBits()} << 64 | randomBits()) >> (randomBits() % 128);
    EXPECT_TRUE(rt___multi3(static_cast<I128>(a), static_cast<I128>(b)) ==
                static_cast<I128>(a * b));
    if (b == 0) {
      continue;
    }
    const auto sa = static_cast<I128>(a), sb = static_cast<I128>(b);
    ASSERT_TRUE(rt___udivti3(a, b) == a / b && rt___umodti3(a, b) == a % b);
    ASSERT_TRUE(rt___divti3(-sa, sb) == -sa / sb && rt___modti3(-sa, sb) == -sa % sb);
    ASSERT_TRUE(rt___divti3(sa, -sb) == sa / -sb && rt___modti3(sa, -sb) == sa % -sb);
  }
}

// The functions for 32-bit machines, compiled for this one.
TEST(RuntimeSupport, DividesOn32BitMachines) {
  for (int i = 0; i < 100000; ++i) {
    const uint64_t a = randomBits() >> (randomBits() % 64);
    const uint64_t b = randomBits() >> (randomBits() % 64);
    if (b == 0) {
      continue;
    }
    ASSERT_TRUE(rt___udivdi3(a, b) == a / b && rt___umoddi3(a, b) == a % b) << a << " " << b;
    const auto sa = static_cast<int64_t>(a), sb = static_cast<int64_t>(b);
    if (sa == INT64_MIN || sb == INT64_MIN) {
      continue;
    }
    ASSERT_TRUE(rt___divdi3(-sa, sb) == -sa / sb && rt___moddi3(-sa, sb) == -sa % sb);
    ASSERT_TRUE(rt___divdi3(sa, -sb) == sa / -sb && rt___moddi3(sa, -sb) == sa % -sb);
  }
  EXPECT_EQ(rt___divdi3(INT64_MIN, 3), INT64_MIN / 3);
  EXPECT_EQ(rt___moddi3(INT64_MIN, 3), INT64_MIN % 3);
}

TEST(RuntimeSupport, ConvertsOn32BitMachines) {
  for (int i = 0; i < 200000; ++i) {
    uint64_t a = randomBits() >> (randomBits() % 64);
    if (i % 2) {  // on a float's tie or just beside it
      a = (a >> 40 | 1) << 40 | (uint64_t{1} << 39);
      a += randomBits() % 3 - 1;
    }
    const auto s = static_cast<int64_t>(a);
    ASSERT_EQ(rt___floatundidf(a), static_cast<double>(a)) << a;
    ASSERT_EQ(rt___floatdidf(s), static_cast<double>(s)) << s;
    ASSERT_EQ(rt___floatundisf(a), static_cast<float>(a)) << a;
    ASSERT_EQ(rt___floatdisf(s), static_cast<float>(s)) << s;
    const double d = static_cast<double>(a >> 1) + 0.75, f = static_cast<float>(a >> 2);
    ASSERT_EQ(rt___fixunsdfdi(d), static_cast<uint64_t>(d)) << d;
    ASSERT_EQ(rt___fixunssfdi(f), static_cast<uint64_t>(f)) << f;
    if (d < 0x1p63) {
      ASSERT_EQ(rt___fixdfdi(-d), static_cast<int64_t>(-d)) << d;
      ASSERT_EQ(rt___fixdfdi(d), static_cast<int64_t>(d)) << d;
      ASSERT_EQ(rt___fixsfdi(-f), static_cast<int64_t>(-f)) << f;
    }
  }
  EXPECT_EQ(rt___floatdidf(INT64_MIN), -0x1p63);
  EXPECT_EQ(rt___floatdisf(INT64_MIN), -0x1p63F);
  EXPECT_EQ(rt___floatundidf(UINT64_MAX), 0x1p64);
  EXPECT_EQ(rt___fixunsdfdi(0x1.fffffffffffffp63), 0xfffffffffffff800);
}

TEST(RuntimeSupport, ConvertsHalfs) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = std::bit_cast<_Float16>(static_cast<uint16_t>(bits));
    EXPECT_TRUE(isSame(rt___extendhfsf2(half), static_cast<float>(half))) << bits;
    // The value itself, and the tie with its neighbour and the values just beside the tie.
    const double value = static_cast<double>(half);
    const double next = static_cast<double>(
        std::bit_cast<_Float16>(static_cast<uint16_t>(bits + ((bits & 0x7fff) < 0x7bff))));
    const double tie = (value + next) / 2;
    for (double near : {value, tie, std::nextafter(tie, 0.0), std::nextafter(tie, 1e9)}) {
      EXPECT_TRUE(isSame(static_cast<float>(rt___truncdfhf2(near)),
                         static_cast<float>(static_cast<_Float16>(near))))
          << near;
    }
  }
  forDoubles([](double value) {
    EXPECT_TRUE(isSame(static_cast<float>(rt___truncdfhf2(value)),
                       static_cast<float>(static_cast<_Float16>(value))))
        << value;
    const float narrow = static_cast<float>(value);
    EXPECT_TRUE(isSame(static_cast<float>(rt___truncsfhf2(narrow)),
                       static_cast<float>(static_cast<_Float16>(narrow))))
        << narrow;
  });
}

TEST(RuntimeSupport, RoundsToIntegers) {
  forDoubles([](double value) {
    ASSERT_TRUE(isSame(rt_trunc(value), std::trunc(value))) << value;
    ASSERT_TRUE(isSame(rt_floor(value), std::floor(value))) << value;
    ASSERT_TRUE(isSame(rt_ceil(value), std::ceil(value))) << value;
    ASSERT_TRUE(isSame(rt_round(value), std::round(value))) << value;
    ASSERT_TRUE(isSame(rt_rint(value), std::rint(value))) << value;
    ASSERT_TRUE(isSame(rt_roundeven(value), std::rint(value))) << value;
    const float narrow = static_cast<float>(value);
    ASSERT_TRUE(isSame(rt_floorf(narrow), std::floor(narrow))) << narrow;
    ASSERT_TRUE(isSame(rt_rintf(narrow), std::rint(narrow))) << narrow;
  });
}

TEST(RuntimeSupport, DividesWithRemainder) {
  for (double x : specials) {
    forDoubles(
        [x](double y) { ASSERT_TRUE(isSame(rt_fmod(x, y), std::fmod(x, y))) << x << " " << y; });
  }
  for (int i = 0; i < 50000; ++i) {
    const double x = randomDouble(), y = randomDouble();
    ASSERT_TRUE(isSame(rt_fmod(x, y), std::fmod(x, y))) << x << " " << y;
    const float a = randomFloat(), b = randomFloat();
    ASSERT_TRUE(isSame(rt_fmodf(a, b), std::fmod(a, b))) << a << " " << b;
  }
}

void checkFma(double a, double b, double c) {
  ASSERT_TRUE(isSame(rt_fma(a, b, c), std::fma(a, b, c)))
      << std::hexfloat << a << " " << b << " " << c << ": " << rt_fma(a, b, c);
  const auto fa = static_cast<float>(a), fb = static_cast<float>(b), fc = static_cast<float>(c);
  ASSERT_TRUE(isSame(rt_fmaf(fa, fb, fc), std::fma(fa, fb, fc)))
      << std::hexfloat << fa << " " << fb << " " << fc << ": " << rt_fmaf(fa, fb, fc);
}

// Of two zeros either may be the smaller.
TEST(RuntimeSupport, FindsTheSmallerAndTheLarger) {
  for (double a : specials) {
    for (double b : specials) {
      const auto fa = static_cast<float>(a), fb = static_cast<float>(b);
      EXPECT_TRUE(isSame(rt_fmin(a, b) + 0.0, std::fmin(a, b) + 0.0)) << a << " " << b;
      EXPECT_TRUE(isSame(rt_fmax(a, b) + 0.0, std::fmax(a, b) + 0.0)) << a << " " << b;
      EXPECT_TRUE(isSame(rt_fminf(fa, fb) + 0.0F, std::fmin(fa, fb) + 0.0F)) << fa << " " << fb;
      EXPECT_TRUE(isSame(rt_fmaxf(fa, fb) + 0.0F, std::fmax(fa, fb) + 0.0F)) << fa << " " << fb;
    }
  }
}

TEST(RuntimeSupport, MultipliesAndAdds) {
  for (double a : specials) {
    for (double b : specials) {
      for (double c : specials) {
        checkFma(a, b, c);
        checkFma(a, b, std::nextafter(c, 1.0));
      }
    }
  }
  for (int i = 0; i < 100000; ++i) {
    const double a = randomDouble(), b = randomDouble();
    checkFma(a, b, randomDouble());
    checkFma(a, b, -a * b);
    checkFma(a, b, -a * b * (1 + 0x1p-50));
    // Results among the denormals.
    const double small = std::ldexp(a, -1040 + static_cast<int>(randomBits() % 40));
    checkFma(small, b, std::ldexp(randomDouble(), -1050));
  }
}

}  // namespace
