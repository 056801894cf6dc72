// Integers of 12, 27 and 48 bits (Inputs/odd_*.spvasm). The bits above them are ignored on reading
// and zero after writing.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "module_fixture.h"

namespace {

using OddIntegers = test::Modules;

constexpr uint64_t low(uint64_t value, unsigned bits) {
  return value & ((uint64_t{1} << bits) - 1);
}
constexpr uint64_t extended(uint64_t value, unsigned bits) {
  const uint64_t sign = uint64_t{1} << (bits - 1);
  return (low(value, bits) ^ sign) - sign;
}

/// As the module declares it, in memory.
struct Struct {
  uint16_t first;
  uint64_t second;
  uint16_t pair[2];
  uint32_t array[2];
};

constexpr size_t count = 64, local = 16;
constexpr uint32_t edges[] = {0,          1,          0x7ffffff, 0x3ffffff, 0x4000000, 4095,
                              0xfffffffb, 0xf8000000, 123456789, 0x5555555, 2048,      0x87ffffff};
constexpr float floats[] = {0.0F,    -0.75F, 4095.5F, 4096.0F, 67108863.0F, 67108864.0F,
                            1.0e30F, -1.0F,  -2.0e9F, NAN,     -INFINITY,   123.9F};
constexpr uint32_t added = 0xf9234567;
constexpr uint32_t factors[] = {3, 0xffffffff, 0x4000001, 77};
constexpr Struct whole = {0xffff, 0xabcd800000000001, {0xf801, 0x1fff}, {0xffffffff, 0x0bffffff}};

struct Inputs {
  std::vector<uint32_t> numbers, vectors;
  std::vector<float> floats;
};

Inputs makeInputs() {
  Inputs inputs;
  for (size_t i = 0; i < count; ++i) {
    inputs.numbers.push_back(edges[(i * 5 + i / 12) % std::size(edges)]);
    inputs.floats.push_back(floats[(i * 7 + i / 12) % std::size(floats)]);
    for (size_t k = 0; k < 4; ++k) {
      inputs.vectors.push_back(edges[(i + k * 3) % std::size(edges)]);
    }
  }
  return inputs;
}

uint32_t product(const Inputs &inputs, size_t item, size_t component) {
  return static_cast<uint32_t>(
      low(uint64_t{inputs.vectors[item * 4 + component]} * factors[component], 27));
}

/// Three values for the saturating conversion.
uint64_t saturated(float f, uint64_t x) {
  const double number = std::isnan(f) ? 0 : f;
  const auto ofSigned = static_cast<int64_t>(std::clamp(number, -67108864.0, 67108863.0));
  const auto ofUnsigned = static_cast<uint64_t>(std::clamp(number, 0.0, 4095.0));
  const auto given = static_cast<int64_t>(extended(x, 27));
  const auto high = static_cast<uint64_t>(std::clamp<int64_t>(given, 0, 4095));
  return (static_cast<uint64_t>(ofSigned) ^ ofUnsigned) + high * 10;
}

/// Four: to floating point, rounded toward zero from a signed, to the nearest from an unsigned
/// number.
uint64_t rounded(uint64_t x) {
  const auto number = static_cast<double>(static_cast<int64_t>(extended(x, 27)));
  auto toZero = static_cast<float>(number);
  toZero = std::abs(toZero) > std::abs(number) ? std::nextafter(toZero, 0.0F) : toZero;
  const auto nearest = static_cast<float>(low(x, 27));
  return uint64_t{std::bit_cast<uint32_t>(toZero)} * 3 + std::bit_cast<uint32_t>(nearest);
}

/// Five, with the specialization constant `given`.
uint64_t chosen(uint64_t x, uint64_t given) {
  const uint64_t which = low(x, 27) == 0x7ffffff ? 1 : low(x, 27) == 0x4000000 ? 3 : 7;
  return which * low(x + given, 27);
}

std::vector<uint64_t> expectedNumbers(const Inputs &inputs, size_t item, uint64_t given) {
  const uint64_t x = inputs.numbers[item];
  return {low(x, 27), extended(x, 27), low(x + added, 27), saturated(inputs.floats[item], x),
          rounded(x), chosen(x, given)};
}

std::vector<uint64_t> expectedMemory(const Inputs &inputs, size_t item) {
  const uint64_t component = product(inputs, item, item % 4);
  const uint64_t next = product(inputs, item ^ 1, (item ^ 1) % 4);
  return {extended(component * 2, 27), extended(whole.second + extended(component, 27), 48),
          extended(whole.pair[1], 12) + extended(whole.array[item % 2], 27),
          extended(next - component * 2, 27)};
}

class OddNumbers : public OddIntegers, public testing::WithParamInterface<uint32_t> {};

TEST_P(OddNumbers, AreComputed) {
  test::OwnedProgram program = load("odd_numbers");
  const uint32_t given = GetParam();
  if (given != ~uint32_t{0}) {
    ASSERT_EQ(clSetProgramSpecializationConstant(program, 3, sizeof given, &given), CL_SUCCESS);
  }
  program = buildIt(std::move(program));
  const auto kernel = makeKernel(program, "numbers");
  const Inputs inputs = makeInputs();
  const auto numbers = makeBuffer(inputs.numbers), reals = makeBuffer(inputs.floats),
             out = makeBuffer(count * 6 * 8);
  EXPECT_EQ(clSetKernelArg(kernel, 3, 3, &added), CL_INVALID_ARG_SIZE);
  setArguments(kernel, numbers.get(), reals.get(), out.get(), added);
  run(kernel, count, &local);
  const auto found = read<uint64_t>(out, count * 6);
  for (size_t i = 0; i < count; ++i) {
    const auto expected = expectedNumbers(inputs, i, given);
    for (size_t k = 0; k < expected.size(); ++k) {
      EXPECT_EQ(found[i * 6 + k], expected[k]) << "item " << i << ", result " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Given, OddNumbers, testing::Values(~uint32_t{0}, 0, 67108863));

TEST_F(OddIntegers, AreKeptInMemory) {
  const auto program = buildIt(load("odd_memory"));
  const auto kernel = makeKernel(program, "memory");
  const Inputs inputs = makeInputs();
  const auto vectors = makeBuffer(inputs.vectors), out = makeBuffer(count * 4 * 8);
  setArguments(kernel, vectors.get(), out.get());
  ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof factors, factors), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof whole, &whole), CL_SUCCESS);
  run(kernel, count, &local);
  const auto found = read<uint64_t>(out, count * 4);
  const auto kept = read<uint32_t>(vectors, count * 4);
  for (size_t i = 0; i < count; ++i) {
    const auto expected = expectedMemory(inputs, i);
    for (size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(found[i * 4 + k], expected[k]) << "item " << i << ", result " << k;
      const uint32_t twice = k == i % 4 ? 2 : 1;
      EXPECT_EQ(kept[i * 4 + k], low(uint64_t{product(inputs, i, k)} * twice, 27)) << i << " " << k;
    }
  }
}

}  // namespace
