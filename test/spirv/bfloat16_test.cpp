// bfloat16 numbers (SPV_KHR_bfloat16, Inputs/bfloat16*.spvasm): random bit patterns and edges,
// against a reference in C++ that chooses between the two neighbours of a number.

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "module_fixture.h"

namespace {

enum class Rounding { toNearestEven, towardZero, upward, downward };

float toFloat(uint16_t bits) {
  return std::bit_cast<float>(uint32_t{bits} << 16);
}

/// The exact value, and for an infinity the number behind the largest one.
double magnitude(uint16_t bits) {
  const float value = std::abs(toFloat(bits));
  return std::isinf(value) ? std::ldexp(1.0, 128) : static_cast<double>(value);
}

/// The result of a conversion; any NaN for a NaN.
uint16_t toBFloat16(float number, Rounding rounding = Rounding::toNearestEven) {
  const auto bits = std::bit_cast<uint32_t>(number);
  const auto inner = static_cast<uint16_t>(bits >> 16);
  const auto outer = static_cast<uint16_t>(inner + 1);
  if (std::isnan(number)) {
    return 0x7fc0;
  }
  if ((bits & 0xffff) == 0) {
    return inner;
  }
  const double exact = std::abs(static_cast<double>(number));
  const double below = exact - magnitude(inner), above = magnitude(outer) - exact;
  switch (rounding) {
    case Rounding::towardZero:
      return inner;
    case Rounding::upward:
      return number > 0 ? outer : inner;
    case Rounding::downward:
      return number < 0 ? outer : inner;
    case Rounding::toNearestEven:
      break;
  }
  return below < above || (below == above && inner % 2 == 0) ? inner : outer;
}

void expectSame(uint16_t found, uint16_t expected, const char *what, size_t i) {
  if (std::isnan(toFloat(expected))) {
    EXPECT_TRUE(std::isnan(toFloat(found))) << what << " of item " << i;
  } else {
    EXPECT_EQ(found, expected) << what << " of item " << i;
  }
}

/// The parameter is a build option.
class BFloat16 : public test::Modules, public testing::WithParamInterface<const char *> {
 protected:
  static constexpr size_t count = 4096;

  test::OwnedKernel kernel(const char *module, const char *name) {
    program_ = load(module);
    EXPECT_EQ(clBuildProgram(program_, 1, &device, GetParam(), nullptr, nullptr), CL_SUCCESS)
        << logOf(program_);
    return makeKernel(program_, name);
  }

  bool hasExtension(const char *name) {
    std::string list(1 << 14, '\0');
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, list.size(), list.data(), nullptr);
    return list.find(name) != std::string::npos;
  }

  /// All kinds of floats: NaNs with bits in either half, infinities, denormals, ties.
  std::vector<float> floats() {
    std::vector<float> made;
    for (const uint32_t bits :
         {0x7f800001u, 0xff80ffffu, 0x7fffffffu, 0x7fc00000u, 0x7f800000u, 0xff800000u,
          0x7f7fffffu, 0xff7fffffu, 0x7f7f8000u, 0x7f7f7fffu, 0x00000001u, 0x80000001u,
          0x00008000u, 0x00018000u, 0x007fffffu, 0x3f808000u, 0x3f818000u, 0xbf808000u,
          0x3f808001u, 0x3f807fffu, 0u,          0x80000000u}) {
      made.push_back(std::bit_cast<float>(bits));
    }
    while (made.size() < count) {
      made.push_back(std::bit_cast<float>(static_cast<uint32_t>(random_())));
    }
    return made;
  }

  std::mt19937 random_{11};
  test::OwnedProgram program_;
};
INSTANTIATE_TEST_SUITE_P(Built, BFloat16,
                         testing::Values("", "-cl-kiln-vectorize=never", "-cl-opt-disable"),
                         [](const auto &info) { return "Option" + std::to_string(info.index); });

TEST_P(BFloat16, RoundFloats) {
  const auto in = floats();
  const auto input = makeBuffer(in), output = makeBuffer(4 * count * sizeof(uint16_t)),
             back = makeBuffer(count * sizeof(float));
  const auto narrow = kernel("bfloat16", "narrow");
  setArguments(narrow, input.get(), output.get(), back.get());
  run(narrow, count);
  const auto results = read<uint16_t>(output, 4 * count);
  const auto floats = read<float>(back, count);
  for (size_t i = 0; i < count; ++i) {
    const std::pair<Rounding, const char *> modes[] = {{Rounding::toNearestEven, "nearest"},
                                                       {Rounding::towardZero, "toward zero"},
                                                       {Rounding::upward, "upward"},
                                                       {Rounding::downward, "downward"}};
    for (size_t mode = 0; mode < 4; ++mode) {
      expectSame(results[4 * i + mode], toBFloat16(in[i], modes[mode].first), modes[mode].second,
                 i);
    }
    const uint32_t wide = uint32_t{results[4 * i]} << 16;
    EXPECT_TRUE(std::isnan(floats[i]) ? std::isnan(in[i])
                                      : std::bit_cast<uint32_t>(floats[i]) == wide)
        << "item " << i;
  }
}

/// The conversion to float rounds toward zero as well: 2^24 + 1 and its like have no float.
TEST_P(BFloat16, ConvertIntegers) {
  std::vector<cl_int> in = {0,         1,         -1, 257, -511, 0x7fffffff, -0x7fffffff - 1,
                            0x1ffffff, -0x1ffffff};
  while (in.size() < count) {
    in.push_back(static_cast<cl_int>(static_cast<uint32_t>(random_())) >> random_() % 32);
  }
  const auto input = makeBuffer(in), output = makeBuffer(count * sizeof(uint16_t)),
             back = makeBuffer(count * sizeof(cl_int));
  const auto integers = kernel("bfloat16", "integers");
  setArguments(integers, input.get(), output.get(), back.get());
  run(integers, count);
  const auto results = read<uint16_t>(output, count);
  const auto backs = read<cl_int>(back, count);
  for (size_t i = 0; i < count; ++i) {
    auto rounded = static_cast<float>(in[i]);
    if (std::abs(static_cast<double>(rounded)) > std::abs(static_cast<double>(in[i]))) {
      rounded = std::nextafter(rounded, 0.0f);
    }
    const uint16_t expected = toBFloat16(rounded, Rounding::towardZero);
    expectSame(results[i], expected, "the number", i);
    EXPECT_EQ(static_cast<double>(backs[i]), static_cast<double>(toFloat(expected))) << i;
  }
}

TEST_P(BFloat16, MultiplyAndArrangeVectors) {
  std::vector<uint16_t> in;
  std::normal_distribution<float> distribution(0, 10);
  for (size_t i = 0; i < 8 * count; ++i) {
    in.push_back(toBFloat16(distribution(random_)));
  }
  const auto input = makeBuffer(in), output = makeBuffer(count * sizeof(uint16_t));
  const auto vectors = kernel("bfloat16_vectors", "vectors");
  setArguments(vectors, input.get(), output.get());
  run(vectors, count);
  const auto results = read<uint16_t>(output, count);
  for (size_t i = 0; i < count; ++i) {
    const uint16_t *a = &in[8 * i], *b = a + 4;
    if (i % 2 == 1) {
      EXPECT_EQ(results[i], b[3]) << i;
      continue;
    }
    double sum = 0, largest = 0;
    for (size_t k = 0; k < 4; ++k) {
      const double product =
          static_cast<double>(toFloat(a[k])) * static_cast<double>(toFloat(b[k]));
      sum += product;
      largest = std::max(largest, std::abs(product));
    }
    // Half a unit of the result, and the roundings of the floats.
    EXPECT_NEAR(static_cast<double>(toFloat(results[i])), sum,
                std::abs(sum) * 0x1p-8 + largest * 0x1p-20)
        << i;
  }
}

TEST_P(BFloat16, RoundDoubles) {
  if (!hasExtension("cl_khr_fp64") || !hasExtension("cl_khr_fp16")) {
    GTEST_SKIP() << "the device has no doubles or no halves";
  }
  std::vector<cl_double> in;
  for (const float number : floats()) {
    // Between the floats, also those that are ties of bfloat16 numbers.
    in.push_back(static_cast<double>(number) *
                 (1 + std::ldexp(1.0, -static_cast<int>(40 + random_() % 20))));
  }
  const auto input = makeBuffer(in), output = makeBuffer(count * sizeof(uint16_t)),
             ups = makeBuffer(count * sizeof(uint16_t)),
             back = makeBuffer(count * sizeof(cl_double));
  const auto doubles = kernel("bfloat16_wide", "doubles");
  setArguments(doubles, input.get(), output.get(), ups.get(), back.get());
  run(doubles, count);
  const auto nearest = read<uint16_t>(output, count), upward = read<uint16_t>(ups, count);
  const auto backs = read<cl_double>(back, count);
  for (size_t i = 0; i < count; ++i) {
    const auto rounded = static_cast<float>(in[i]);
    const float above = static_cast<double>(rounded) < in[i]
                            ? std::nextafter(rounded, std::numeric_limits<float>::infinity())
                            : rounded;
    expectSame(nearest[i], toBFloat16(rounded), "the nearest", i);
    expectSame(upward[i], toBFloat16(above, Rounding::upward), "upward", i);
    EXPECT_TRUE(std::isnan(in[i]) ? std::isnan(backs[i])
                                  : backs[i] == static_cast<double>(toFloat(upward[i])))
        << i;
  }
}

TEST_P(BFloat16, ConvertHalves) {
  if (!hasExtension("cl_khr_fp64") || !hasExtension("cl_khr_fp16")) {
    GTEST_SKIP() << "the device has no doubles or no halves";
  }
  std::vector<uint16_t> in;
  for (uint32_t bits = 0; bits < 65536; bits += 5) {
    in.push_back(static_cast<uint16_t>(bits));
  }
  const auto input = makeBuffer(in), output = makeBuffer(in.size() * sizeof(uint16_t)),
             back = makeBuffer(in.size() * sizeof(uint16_t));
  const auto halves = kernel("bfloat16_wide", "halves");
  setArguments(halves, input.get(), output.get(), back.get());
  run(halves, in.size());
  const auto numbers = read<uint16_t>(output, in.size()), backs = read<uint16_t>(back, in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    const int exponent = in[i] >> 10 & 31;
    const auto fraction = static_cast<float>(in[i] & 1023);
    float exact =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
    if (exponent == 31) {
      exact = fraction == 0 ? std::numeric_limits<float>::infinity()
                            : std::numeric_limits<float>::quiet_NaN();
    }
    exact = in[i] & 0x8000 ? -exact : exact;
    expectSame(numbers[i], toBFloat16(exact), "the number", i);
    // 8 of a half's 11 bits: exact again, but for numbers rounded up beyond the largest half.
    const float number = std::abs(toFloat(numbers[i]));
    const int back = backs[i] & 0x7fff;
    if (std::isnan(number)) {
      EXPECT_GT(back, 0x7c00) << i;
    } else if (number > 65504) {
      EXPECT_EQ(back, 0x7c00) << i;
    } else {
      const int scale = back >> 10;
      const auto part = static_cast<float>(back & 1023);
      EXPECT_EQ(scale == 0 ? std::ldexp(part, -24) : std::ldexp(part + 1024, scale - 25), number)
          << i;
    }
  }
}

}  // namespace
