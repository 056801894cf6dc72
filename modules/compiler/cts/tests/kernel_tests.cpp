// Tests deferred compilation: createKernel and Kernel, for targets with this ability.
//
// The driver specialises kernels while a program runs: for a local size, a global size, or values
// of arguments. It calls createKernel at the build, and createSpecializedKernel from its own
// threads later. The results have to replace the program's binary without a visible difference.
#include "fixture.h"

namespace compiler::cts {
namespace {

/// A helper function, a barrier with local memory, and a required size: one kernel for each.
constexpr char threeKernels[] =
    "float helper(float x) { return x * 2.0f; }\n"
    "kernel void one(global float *p) { p[get_global_id(0)] = helper(p[0]); }\n"
    "kernel void two(global float *p, float y, local float *l) {\n"
    "  l[get_local_id(0)] = y;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  p[get_global_id(0)] += l[get_local_size(0) - 1 - get_local_id(0)];\n}\n"
    "__attribute__((reqd_work_group_size(4, 1, 1))) kernel void three(global float *p) { *p = 1; "
    "}\n";

}  // namespace

class KernelTest : public TargetTest {
 protected:
  /// Skips targets without the ability.
  void SetUp() override {
    TargetTest::SetUp();
    if (target_ && !info().supportsDeferredCompilation()) {
      GTEST_SKIP() << "the target does not compile single kernels, as its Info says";
    }
  }

  /// Returns a kernel of threeKernels, without its module; null after a failure.
  std::unique_ptr<Kernel> kernel(const char *name) {
    const ModulePointer module = finalized(threeKernels);
    auto made = module->createKernel(name);
    EXPECT_TRUE(made) << made.error().message;
    return made ? std::move(*made) : nullptr;
  }
};

KILN_COMPILER_CTS_SUITE_OVER(KernelTest, Kernels);

/// createKernel may be called several times, also for one name, and leaves the module as it is.
TEST_P(Kernels, AreMadeOfFinalizedModules) {
  const ModulePointer module = finalized(threeKernels);
  for (const char *name : {"one", "two", "three", "one"}) {
    auto made = module->createKernel(name);
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ((*made)->name(), name);
  }
  EXPECT_EQ(module->getState(), ModuleState::finalized);
  EXPECT_EQ(verified(binaryOf(*module)).metadata.kernels.size(), 3u);
}

/// Error::invalidKernelName for parts of a name, functions, and a name with a zero behind it.
TEST_P(Kernels, AreFoundByTheirNameOnly) {
  const ModulePointer module = finalized(threeKernels);
  for (const std::string_view name :
       {std::string_view("four"), std::string_view(""), std::string_view("helper"),
        std::string_view("on"), std::string_view("one\0", 4)}) {
    EXPECT_TRUE(failsWith(Error::invalidKernelName, module->createKernel(name))) << name;
  }
  EXPECT_EQ(module->getState(), ModuleState::finalized);
}

/// A kernel owns its code: the driver specialises it long after the build.
TEST_P(Kernels, OutliveTheirModule) {
  const auto two = kernel("two");
  ASSERT_TRUE(two);
  EXPECT_EQ(two->name(), "two");
  auto binary = two->createSpecializedKernel({});
  ASSERT_TRUE(binary) << binary.error().message;
  const mux::elf::Image image = verified(*binary);
  ASSERT_EQ(image.metadata.kernels.size(), 1u);
  EXPECT_EQ(image.metadata.kernels[0].name, "two");
}

/// The binary of one kernel has the target, the properties and the argument layout of the program's
/// binary. So argument blocks of one fit the other.
TEST_P(Kernels, HaveTheBinariesOfTheirTarget) {
  const auto two = kernel("two");
  ASSERT_TRUE(two);
  auto binary = two->createSpecializedKernel({});
  ASSERT_TRUE(binary) << binary.error().message;
  const mux::elf::Image alone = verified(*binary);
  const mux::elf::Image all = verified(binaryOf(threeKernels));
  EXPECT_EQ(alone.metadata.target, all.metadata.target);
  EXPECT_EQ(alone.metadata.targetProperties, all.metadata.targetProperties);
  ASSERT_EQ(alone.metadata.kernels.size(), 1u);
  const mux::KernelRecord &mine = alone.metadata.kernels[0];
  const auto same = std::ranges::find(all.metadata.kernels, mine.name, &mux::KernelRecord::name);
  ASSERT_NE(same, all.metadata.kernels.end());
  ASSERT_EQ(mine.parameters.size(), same->parameters.size());
  for (size_t i = 0; i < mine.parameters.size(); ++i) {
    EXPECT_EQ(mine.parameters[i].kind, same->parameters[i].kind);
    EXPECT_EQ(mine.parameters[i].offset, same->parameters[i].offset);
    EXPECT_EQ(mine.parameters[i].size, same->parameters[i].size);
  }
  // Zeros: for any local size.
  EXPECT_THAT(mine.descriptor.specialized_local_size, testing::Each(0));
}

/// The descriptor has the local size that the code assumes; a launch of another size must not use
/// it.
TEST_P(Kernels, SayWhatTheyAreSpecializedFor) {
  const auto two = kernel("two");
  ASSERT_TRUE(two);
  for (const std::array<uint64_t, 3> &size :
       {std::array<uint64_t, 3>{16, 1, 1}, std::array<uint64_t, 3>{2, 3, 4},
        std::array<uint64_t, 3>{1, 1, 1}}) {
    auto binary = two->createSpecializedKernel({.localSize = size, .globalSize = {}});
    ASSERT_TRUE(binary) << binary.error().message;
    const mux::elf::Image image = verified(*binary);
    ASSERT_EQ(image.metadata.kernels.size(), 1u);
    EXPECT_TRUE(
        std::ranges::equal(image.metadata.kernels[0].descriptor.specialized_local_size, size));
  }
}

/// Code without partial groups says so; a launch with one must not use it.
TEST_P(Kernels, SayIfTheyTakePartialGroups) {
  auto two = finalized(threeKernels, "-cl-std=CL3.0")->createKernel("two");
  ASSERT_TRUE(two) << two.error().message;
  for (const bool isUniform : {false, true}) {
    auto binary =
        (*two)->createSpecializedKernel({.localSize = {16, 1, 1}, .uniformGroups = isUniform});
    ASSERT_TRUE(binary) << binary.error().message;
    const mux::elf::Image image = verified(*binary);
    ASSERT_EQ(image.metadata.kernels.size(), 1u);
    const auto flags = image.metadata.kernels[0].descriptor.flags;
    EXPECT_EQ((flags & mux_kernel_uniform_groups_only) != 0, isUniform);
  }
}

/// Each combination of SpecializationOptions works with reqd_work_group_size. precacheLocalSize is
/// a hint and may be called with any size.
TEST_P(Kernels, TakeEveryOption) {
  const auto three = kernel("three");
  ASSERT_TRUE(three);
  // Hints: the result is not visible.
  three->precacheLocalSize({4, 1, 1});
  three->precacheLocalSize({0, 0, 0});
  for (const SpecializationOptions &options :
       {SpecializationOptions{}, SpecializationOptions{.localSize = {4, 1, 1}, .globalSize = {}},
        SpecializationOptions{.localSize = {4, 1, 1}, .globalSize = {64, 1, 1}},
        SpecializationOptions{.localSize = {}, .globalSize = {64, 1, 1}, .zeroGlobalOffset = true},
        SpecializationOptions{
            .localSize = {4, 1, 1}, .globalSize = {64, 1, 1}, .zeroGlobalOffset = true},
        SpecializationOptions{.variant = CodeVariant::scalar},
        SpecializationOptions{.variant = CodeVariant::baseline}}) {
    auto binary = three->createSpecializedKernel(options);
    ASSERT_TRUE(binary) << binary.error().message;
    const mux::elf::Image image = verified(*binary);
    ASSERT_EQ(image.metadata.kernels.size(), 1u);
    EXPECT_THAT(image.metadata.kernels[0].descriptor.required_local_size,
                testing::ElementsAre(4, 1, 1));
    if (options.variant != CodeVariant::optimized) {
      EXPECT_EQ(image.metadata.kernels[0].descriptor.vector_width, 1u);
    }
  }
}

/// Values of arguments are for integers alone. A pointer, a float and an unknown index are errors.
TEST_P(Kernels, RefuseValuesThatParametersCannotHave) {
  auto kernel = finalized("kernel void k(global int *p, float f, int n) { p[n] = (int)f; }")
                    ->createKernel("k");
  ASSERT_TRUE(kernel) << kernel.error().message;
  // The pointer, the float, and two numbers without a parameter.
  for (const uint32_t index : {0u, 1u, 3u, ~0u}) {
    SpecializationOptions options;
    options.values = {{index, 1}};
    EXPECT_FALSE((*kernel)->createSpecializedKernel(options)) << index;
  }
  SpecializationOptions options;
  options.values = {{2, 1}};
  EXPECT_TRUE((*kernel)->createSpecializedKernel(options));
}

/// Kernel is thread-safe, and threads do not change the result: the same bytes as one after the
/// other.
TEST_P(Kernels, AreCompiledByManyThreads) {
  const auto two = kernel("two");
  ASSERT_TRUE(two);
  // Returns the binary for groups of this size; empty on failure.
  const auto make = [&](uint64_t size) {
    auto binary = two->createSpecializedKernel({.localSize = {size, 1, 1}, .globalSize = {}});
    return binary ? std::move(*binary) : Bytes();
  };
  // Two kernels for each of four local sizes.
  constexpr int count = 8;
  // The same eight binaries, made one after the other and at once.
  std::array<Bytes, count> alone, together;
  for (int i = 0; i < count; ++i) {
    alone[i] = make(i % 4 + 1);
    EXPECT_FALSE(alone[i].empty());
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) {
    threads.emplace_back([&, i] { together[i] = make(i % 4 + 1); });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(alone, together);
}

/// The three queries of sub-groups (CL 3.0 §5.9.4) answer 0 for a kernel without them.
TEST_P(Kernels, WithoutSubGroupsSayZero) {
  const auto one = kernel("one");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->querySubGroupSizeForLocalSize({16, 1, 1}), 0u);
  EXPECT_EQ(one->queryMaxSubGroupCount(), 0u);
  EXPECT_THAT(one->queryLocalSizeForSubGroupCount(2), testing::Each(0));
}

/// A kernel alone would have a copy of the program's variables. Error::unsupported, and the whole
/// program still builds.
TEST_P(Kernels, ThatShareVariablesAreNotMadeAlone) {
  if (!contains(info().properties().features, "__opencl_c_program_scope_global_variables")) {
    GTEST_SKIP() << "the target has no program-scope variables in global memory";
  }
  const ModulePointer module = finalized(
      "global int counter = 3;\nkernel void set(int x) { counter = x; }\n"
      "kernel void get(global int *p) { *p = counter; }\n",
      "-cl-std=CL3.0");
  EXPECT_TRUE(failsWith(Error::unsupported, module->createKernel("get")));
  // The third is variableKernelName.
  EXPECT_EQ(verified(binaryOf(*module)).metadata.kernels.size(), 3u);
}

/// A constant has one address in all launches of a program, whatever code they run.
TEST_P(Kernels, ThatTellAddressesOfConstantsAreNotMadeAlone) {
  const ModulePointer module = finalized(
      "constant int table[2] = {1, 2};\n"
      "kernel void put(global size_t *p, int i) { *p = (size_t)&table[i]; }\n"
      "kernel void look(global int *p, int i) { *p = table[i]; }\n");
  EXPECT_TRUE(failsWith(Error::unsupported, module->createKernel("put")));
  EXPECT_EQ(verified(binaryOf(*module)).metadata.kernels.size(), 2u);
}

}  // namespace compiler::cts
