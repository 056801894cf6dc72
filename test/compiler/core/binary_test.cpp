// From finalized modules to binaries.

#include <elf.h>
#include <sched.h>

#include <array>
#include <cctype>
#include <cstdlib>
#include <thread>

#include "library_fixture.h"
#include "mux/target_support/elf.h"

namespace compiler {
namespace {

using BinaryTest = LibraryTest;

#if defined(__x86_64__)
constexpr mux::elf::Machine machine = {EM_X86_64, 64, R_X86_64_RELATIVE, 4096};
#else
constexpr mux::elf::Machine machine = {EM_AARCH64, 64, R_AARCH64_RELATIVE, 4096};
#endif

constexpr char twoKernels[] =
    "float helper(float x) { return x * 2.0f; }\n"
    "kernel void one(global float *p) { p[get_global_id(0)] = helper(p[0]); }\n"
    "kernel void two(global float *p, float y) { p[get_global_id(0)] += y; }\n";

mux::elf::Image verified(const Bytes &binary) {
  auto image = mux::elf::verify(binary, machine);
  EXPECT_TRUE(image) << image.error().message;
  return image ? std::move(*image) : mux::elf::Image{};
}

TEST_F(BinaryTest, HoldsAllKernels) {
  auto binary = finalized(twoKernels)->createBinary();
  ASSERT_TRUE(binary) << binary.error().message;
  const auto image = verified(*binary);
  EXPECT_EQ(image.metadata.target, "host");
  ASSERT_EQ(image.metadata.kernels.size(), 2u);
  EXPECT_EQ(image.metadata.kernels[0].name, "one");
  EXPECT_EQ(image.metadata.kernels[1].parameters.size(), 2u);
}

TEST_F(BinaryTest, IsTheSameWithoutOptimisation) {
  auto binary = finalized(twoKernels, "-cl-opt-disable")->createBinary();
  ASSERT_TRUE(binary) << binary.error().message;
  EXPECT_EQ(verified(*binary).metadata.kernels.size(), 2u);
}

/// State kept by builds for the next one leaves no trace in it.
TEST_F(BinaryTest, IsTheSameWhateverWasBuiltBefore) {
  constexpr char barrierSource[] =
      "kernel void turn(global int *p, local int *l) {\n"
      "  l[get_local_id(0)] = p[get_global_id(0)] / 7;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = l[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n";
  const Bytes add = *finalized(addSource)->createBinary();
  const Bytes turn = *finalized(barrierSource)->createBinary();
  const Bytes plain = *finalized(barrierSource, "-cl-opt-disable")->createBinary();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(*finalized(barrierSource)->createBinary(), turn);
    EXPECT_EQ(*finalized(addSource)->createBinary(), add);
    EXPECT_EQ(*finalized(barrierSource, "-cl-opt-disable")->createBinary(), plain);
  }
}

TEST_F(BinaryTest, TakesWhatCodeGenerationCalls) {
  // A structure's copy is a call of memcpy, a 128-bit one is in mul_hi's way on no CPU; fmod
  // and friends come from frem.
  auto module = finalized(
      "typedef struct { int a[4096]; } big;\n"
      "kernel void copy(global big *to, global const big *from) {\n"
      "  to[get_global_id(0)] = from[get_global_id(0)];\n"
      "}\n"
      "kernel void zero(global big *to) { big none = {{0}}; to[get_global_id(0)] = none; }\n");
  auto binary = module->createBinary();
  ASSERT_TRUE(binary) << binary.error().message << module->log();
  verified(*binary);
}

TEST_F(BinaryTest, ComesFromASerializedModule) {
  auto module = finalized(twoKernels);
  auto copy = target->createModule();
  ASSERT_TRUE(copy->deserialize(*module->serialize(), Trust::untrusted));
  EXPECT_EQ(*copy->createBinary(), *module->createBinary());
}

// With KILN_COMPILER_TIMES, set by a test of CTest, the compiler reports its steps.
TEST_F(BinaryTest, OfALikelySizeIsMadeAheadAndHandedOutOnce) {
  const bool tells = std::getenv("KILN_COMPILER_TIMES") != nullptr;
  const auto kernel = std::move(*finalized(twoKernels)->createKernel("two"));
  const SpecializationOptions options{.localSize = {16, 1, 1}, .globalSize = {}};
  const auto make = [&](const SpecializationOptions &wanted, bool isReady) {
    testing::internal::CaptureStderr();
    auto binary = kernel->createSpecializedKernel(wanted);
    const std::string steps = testing::internal::GetCapturedStderr();
    EXPECT_EQ(steps.find("code generation") != std::string::npos, tells && !isReady) << steps;
    return binary ? std::move(*binary) : Bytes();
  };
  const Bytes expected = make(options, false);
  EXPECT_FALSE(expected.empty());
  kernel->precacheLocalSize({16, 1, 1});
  kernel->precacheLocalSize({16, 1, 1});
  EXPECT_NE(make({}, false), expected);
  EXPECT_EQ(make({.localSize = {16, 1, 1}, .globalSize = {32, 1, 1}}, false), expected);
  EXPECT_EQ(make(options, true), expected);
  EXPECT_EQ(make(options, false), expected);
}

TEST_F(BinaryTest, IsMadeForOneKernelAsLateAsItsLaunch) {
  std::unique_ptr<Kernel> kernel;
  {
    auto module = finalized(twoKernels);
    EXPECT_EQ(module->createKernel("three").error().code, Error::invalidKernelName);
    auto created = module->createKernel("two");
    ASSERT_TRUE(created) << created.error().message;
    kernel = std::move(*created);
  }
  EXPECT_EQ(kernel->name(), "two");
  kernel->precacheLocalSize({16, 1, 1});
  auto any = kernel->createSpecializedKernel({});
  ASSERT_TRUE(any) << any.error().message;
  const auto image = verified(*any);
  ASSERT_EQ(image.metadata.kernels.size(), 1u);
  EXPECT_EQ(image.metadata.kernels[0].name, "two");

  auto special = kernel->createSpecializedKernel({.localSize = {16, 1, 1}, .globalSize = {}});
  ASSERT_TRUE(special) << special.error().message;
  const auto specialImage = verified(*special);
  ASSERT_EQ(specialImage.metadata.kernels.size(), 1u);
  const auto &size = specialImage.metadata.kernels[0].descriptor.specialized_local_size;
  EXPECT_EQ(size[0], 16u);
  EXPECT_EQ(size[1], 1u);
}

TEST_F(BinaryTest, SharesProgramScopeVariables) {
  auto module = finalized(
      "global int counter = 3;\n"
      "kernel void set(int x) { counter = x; }\n"
      "kernel void get(global int *p) { *p = counter; }\n",
      "-cl-std=CL3.0");
  EXPECT_EQ(module->programInfo().globalVariableSize, 4u);
  EXPECT_EQ(module->createKernel("get").error().code, Error::unsupported);
  auto binary = module->createBinary();
  ASSERT_TRUE(binary) << binary.error().message;
  // The third is variableKernelName.
  EXPECT_EQ(verified(*binary).metadata.kernels.size(), 3u);
}

/// Its parts are more than one object.
std::string largeKernel() {
  std::string source =
      "constant int table[3] = {1, 2, 3};\n"
      "kernel void small(global int *p) { p[get_global_id(0)] = table[p[0] % 3]; }\n"
      "kernel void large(global float *p, local float *t) {\n"
      "  int i = get_global_id(0), l = get_local_id(0);\n  float a = p[i];\n";
  for (int barriers = 0; barriers < 40; ++barriers) {
    source += "  t[l] = a; barrier(1); a = t[l ^ 1] + table[l % 3]; barrier(1);\n";
    for (int steps = 0; steps < 20; ++steps) {
      source += "  a = a * 1.5f + p[" + std::to_string(steps) + "];\n";
    }
  }
  return source + "  p[i] = a;\n}\n";
}

/// The binary made by a thread confined to one processor.
Bytes onOneProcessor(Module &module) {
  Bytes binary;
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    auto built = module.createBinary();
    ASSERT_TRUE(built);
    binary = std::move(*built);
  }).join();
  return binary;
}

TEST_F(BinaryTest, OfALargeKernelIsTheSameOnOneProcessor) {
  auto module = finalized(largeKernel());
  auto binary = module->createBinary();
  ASSERT_TRUE(binary) << binary.error().message << module->log();
  EXPECT_EQ(verified(*binary).metadata.kernels.size(), 2u);
  EXPECT_EQ(*binary, onOneProcessor(*module));
}

/// More kernels than are generated in one piece; the last one is large for itself.
std::string largeProgram() {
  std::string source =
      "constant int shared[3] = {1, 2, 3};\n"
      "float twice(float x) { return 2.0f * x * sin(x); }\n"
      "kernel void called(global float *p) { p[get_global_id(0)] = twice(p[0]); }\n";
  for (int kernel = 0; kernel < 6; ++kernel) {
    source += "kernel void k" + std::to_string(kernel) +
              "(global float *p, local float *t) {\n  float a = p[get_global_id(0)];\n";
    for (int steps = 0; steps < 60; ++steps) {
      source += "  a = a * 1.5f + exp(p[" + std::to_string(steps) + "]) + shared[(int)a % 3];\n";
    }
    source += "  called(p); p[1] = twice(a); printf(\"%s %d\\n\", \"end\", " +
              std::to_string(kernel) + ");\n}\n";
  }
  return source + largeKernel();
}

TEST_F(BinaryTest, OfALargeProgramIsTheSameOnOneProcessor) {
  auto module = finalized(largeProgram());
  auto binary = module->createBinary();
  ASSERT_TRUE(binary) << binary.error().message << module->log();
  EXPECT_EQ(*binary, onOneProcessor(*module));
  EXPECT_EQ(*binary, *module->createBinary());
  const auto image = verified(*binary);
  std::vector<std::string> names;
  for (const auto &kernel : image.metadata.kernels) {
    names.push_back(kernel.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"called", "k0", "k1", "k2", "k3", "k4", "k5", "small",
                                             "large"}));
  EXPECT_EQ(image.metadata.kernels[3].parameters.size(), 2u);
  EXPECT_FALSE(image.metadata.strings.empty());
}

TEST_F(BinaryTest, RemarksOfALargeProgramNameEachKernelOnce) {
  auto module = finalized(largeProgram(), "-cl-kiln-remarks");
  ASSERT_TRUE(module->createBinary());
  const std::string log(module->log());
  size_t last = 0;
  for (int kernel = 0; kernel < 6; ++kernel) {
    const size_t at = log.find("k" + std::to_string(kernel));
    ASSERT_NE(at, std::string::npos) << log;
    EXPECT_GT(at, last) << "in the order of the program\n" << log;
    last = at;
  }
  EXPECT_EQ(log.find("warning: remark"), std::string::npos) << log;
}

TEST_F(BinaryTest, OfManyThreadsAreThoseOfOne) {
  auto build = [&](int number) {
    auto module = target->createModule();
    const std::string source =
        "kernel void k(global int *p) { p[get_global_id(0)] = " + std::to_string(number) +
        " * (int)get_local_id(0); }";
    if (!module->parseOptions("", OptionsMode::build) || !module->compileOpenCLC(source, {}) ||
        !module->link({}, false) || !module->finalize()) {
      return Bytes();
    }
    auto binary = module->createBinary();
    return binary ? *binary : Bytes();
  };
  constexpr int programs = 8;
  std::array<Bytes, programs> alone, together;
  for (int i = 0; i < programs; ++i) {
    alone[i] = build(i);
    EXPECT_FALSE(alone[i].empty());
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < programs; ++i) {
    threads.emplace_back([&, i] { together[i] = build(i); });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (int i = 0; i < programs; ++i) {
    EXPECT_EQ(alone[i], together[i]) << i;
  }
  EXPECT_NE(alone[2], alone[3]);
}

}  // namespace
}  // namespace compiler
