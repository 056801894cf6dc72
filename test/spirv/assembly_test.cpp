// Runs modules with inline assembly (SPV_INTEL_inline_assembly) on the device's processor.

#include <numeric>

#include "module_fixture.h"

namespace {

/// The parameter is a build option.
class Assembly : public test::Modules, public testing::WithParamInterface<const char *> {
 protected:
  /// The end of the name of the device's modules; empty for a processor without any.
  std::string processor() {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_NAME, 0, nullptr, &size), CL_SUCCESS);
    std::string name(size, '\0');
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_NAME, size, name.data(), nullptr), CL_SUCCESS);
    if (name.find("RISC-V") != std::string::npos) {
      return "riscv64";
    }
#ifdef __x86_64__
    return "x86_64";
#else
    return "";
#endif
  }
  test::OwnedProgram buildWithOption(const std::string &name) {
    auto program = load(name);
    EXPECT_EQ(clBuildProgram(program, 1, &device, GetParam(), nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }
  void runGroup(cl_kernel kernel, size_t items) {
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
};
INSTANTIATE_TEST_SUITE_P(Built, Assembly,
                         testing::Values("-cl-kiln-vectorize=never", "-cl-kiln-vectorize=always",
                                         "-cl-opt-disable"),
                         [](const auto &info) { return "Option" + std::to_string(info.index); });

TEST_P(Assembly, WithEffectsRunsOnceForEachWorkItemInOrder) {
  if (processor().empty()) {
    GTEST_SKIP() << "no assembly for this processor";
  }
  const auto program = buildWithOption("assembly_" + processor());
  const auto kernel = makeKernel(program, "tickets");
  constexpr cl_uint items = 37, none = 77;
  const auto out = makeBuffer(items * sizeof(cl_uint)),
             odds = makeBuffer(std::vector<cl_uint>(items, none)),
             count = makeBuffer(std::vector<cl_uint>{0, 0});
  setArguments(kernel, out.get(), odds.get(), count.get());
  runGroup(kernel, items);
  const auto tickets = read<cl_uint>(out, items), ofOdds = read<cl_uint>(odds, items);
  for (cl_uint i = 0; i < items; ++i) {
    EXPECT_EQ(tickets[i], 3 * i) << i;
    EXPECT_EQ(ofOdds[i], i % 2 != 0 ? i / 2 : none) << i;
  }
  EXPECT_EQ(read<cl_uint>(count, 2), (std::vector<cl_uint>{items, items / 2}));
}

TEST_P(Assembly, TakesConstantsAndVectorsAndHasSeveralResults) {
  if (processor().empty()) {
    GTEST_SKIP() << "no assembly for this processor";
  }
  const auto program = buildWithOption("assembly_" + processor());
  const auto kernel = makeKernel(program, "vectors");
  constexpr cl_uint items = 37;
  std::vector<float> values(size_t{items} * 4);
  std::iota(values.begin(), values.end(), 0.5F);
  const auto numbers = makeBuffer(items * sizeof(cl_uint)), vectors = makeBuffer(values);
  setArguments(kernel, numbers.get(), vectors.get());
  run(kernel, items);
  const auto got = read<cl_uint>(numbers, items);
  for (cl_uint i = 0; i < items; ++i) {
    EXPECT_EQ(got[i], (i / 3) * 8 + i % 3) << i;
  }
  for (float &value : values) {
    value += 1;
  }
  EXPECT_EQ(read<float>(vectors, values.size()), values);
}

TEST_P(Assembly, OfAnotherProcessorOrNoneFailsTheBuild) {
  const std::string other = processor() == "riscv64" ? "x86_64" : "riscv64";
  const auto expectFailure = [&](const std::string &name, const std::string &reason) {
    const auto program = load(name);
    EXPECT_EQ(clBuildProgram(program, 1, &device, GetParam(), nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(logOf(program).find(reason), std::string::npos) << logOf(program);
  };
  expectFailure("assembly_" + other, "the inline assembly is for " + other + ", and the device is");
  expectFailure("assembly_unknown", "frobnicate");
}

}  // namespace
