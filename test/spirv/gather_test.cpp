// Runs kernels with vectors of pointers (SPV_INTEL_masked_gather_scatter), vectorised and not.

#include <numeric>

#include "module_fixture.h"

namespace {

/// The parameter is a build option.
class MaskedGatherScatter : public test::Modules, public testing::WithParamInterface<const char *> {
 protected:
  static constexpr cl_uint items = 37, count = 4 * items;

  void SetUp() override {
    test::Modules::SetUp();
    std::iota(numbers_.begin(), numbers_.end(), 10);
  }
  test::OwnedProgram build(const std::string &name) {
    auto program = load(name);
    EXPECT_EQ(clBuildProgram(program, 1, &device, GetParam(), nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }

  std::vector<cl_uint> numbers_ = std::vector<cl_uint>(count + 1);
};
INSTANTIATE_TEST_SUITE_P(Built, MaskedGatherScatter,
                         testing::Values("-cl-kiln-vectorize=never", "-cl-kiln-vectorize=always",
                                         "-cl-opt-disable"),
                         [](const auto &info) { return "Option" + std::to_string(info.index); });

TEST_P(MaskedGatherScatter, AccessesUnderMasks) {
  constexpr cl_uint untouched = 7, nothing = 5555;
  const auto program = build("masked_gather_scatter");
  const auto kernel = makeKernel(program, "gather");
  // A single odd number in most groups of four, so that masks differ.
  for (cl_uint i = 0; i < count; ++i) {
    numbers_[i] = i % 4 == i / 4 % 5 ? 2 * i + 1 : 2 * i;
  }
  const auto in = makeBuffer(numbers_), out = makeBuffer(std::vector<cl_uint>(count, untouched)),
             sums = makeBuffer(count * sizeof(cl_uint));
  setArguments(kernel, in.get(), out.get(), sums.get());
  run(kernel, items);
  std::vector<cl_uint> expectedOut(count, untouched), expectedSums(count);
  for (cl_uint i = 0; i < count; ++i) {
    const cl_uint number = numbers_[i / 4 % 2 != 0 ? i / 4 * 4 + 3 - i % 4 : i];
    const bool isOdd = number % 2 != 0;
    expectedOut[i] = isOdd ? 2 * number : untouched;
    expectedSums[i] = number + (isOdd ? number : nothing);
  }
  EXPECT_EQ(read<cl_uint>(out, count), expectedOut);
  EXPECT_EQ(read<cl_uint>(sums, count), expectedSums);
}

TEST_P(MaskedGatherScatter, TakesConvertedPointers) {
  const auto program = build("pointer_vectors");
  const auto kernel = makeKernel(program, "casts");
  const auto in = makeBuffer(numbers_), sums = makeBuffer(count * sizeof(cl_uint));
  setArguments(kernel, in.get(), sums.get());
  run(kernel, items);
  std::vector<cl_uint> expected(count);
  for (cl_uint i = 0; i < count; ++i) {
    expected[i] = numbers_[i + 1] + 1000;
  }
  EXPECT_EQ(read<cl_uint>(sums, count), expected);
}

}  // namespace
