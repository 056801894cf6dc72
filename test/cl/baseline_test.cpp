// Baseline code (KILN_BASELINE): launches of little work do not wait for optimised code. Tests of
// CTest set the variable, and a trace in which the kernels taken from executables are counted: one
// for baseline code, one for optimised code. Without the trace only results are looked at.

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "fixture.h"
#include "mux_trace.h"
#include "on_demand/heavy_source.h"

namespace {

constexpr char addOne[] = "kernel void f(global int *p) { p[get_global_id(0)] += 1; }\n";

class Baseline : public test::Fixture {
 protected:
  static bool isCounted(const char *use) {
    const char *wanted = std::getenv("KILN_BASELINE");
    return wanted && std::string(wanted) == use && test::isTraced();
  }
  /// Kernels taken from executables by this program and by earlier ones.
  static size_t taken() { return test::tracedCalls("muxCreateKernel"); }
  void SetUp() override {
    Fixture::SetUp();
    // The background is busy with a kernel that nobody waits for.
    busy_ = build(heavySource(1, 24));
    busyKernel_ = makeKernel(busy_, "k0");
    before_ = taken();
  }
  /// Kernels taken since the test began; `expected` if they are not counted for this use.
  size_t made(const char *use, size_t expected) const {
    return isCounted(use) ? taken() - before_ : expected;
  }

  /// Launches a kernel that adds to its elements, and returns the sum of all.
  long launch(cl_kernel kernel, size_t items) {
    const auto buffer = makeBuffer(std::vector<int>(items, 0));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    run(kernel, items);
    long sum = 0;
    for (int value : read<int>(buffer, items)) {
      sum += value;
    }
    return sum;
  }
  /// Waits for optimised code: it answers this query.
  size_t largestGroup(cl_kernel kernel) {
    size_t most = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most,
                                       &most, nullptr),
              CL_SUCCESS);
    return most;
  }

 private:
  test::OwnedProgram busy_;
  test::OwnedKernel busyKernel_;
  size_t before_ = 0;
};

TEST_F(Baseline, ServesLaunchesUntilThereIsOptimisedCode) {
  const auto program = build(addOne);
  const auto kernel = makeKernel(program, "f");
  EXPECT_EQ(launch(kernel, 10), 10);
  EXPECT_EQ(launch(kernel, 20), 20);
  EXPECT_EQ(made("auto", 1), 1u);
  EXPECT_EQ(made("never", 1), 1u);
  EXPECT_GT(largestGroup(kernel), 0u);
  EXPECT_EQ(made("auto", 2), 2u);
  EXPECT_EQ(made("never", 1), 1u);
  EXPECT_EQ(launch(kernel, 30), 30);
  EXPECT_EQ(made("auto", 2), 2u);
}

// A second kernel object has the code of the first one's baseline, but takes it by itself.
TEST_F(Baseline, ServesAllKernelObjects) {
  const auto program = build(addOne);
  EXPECT_EQ(launch(makeKernel(program, "f"), 10), 10);
  EXPECT_EQ(launch(makeKernel(program, "f"), 10), 10);
  EXPECT_EQ(made("auto", 2), 2u);
}

TEST_F(Baseline, DoesNotServeMuchWork) {
  const auto program = build(addOne);
  const auto kernel = makeKernel(program, "f");
  EXPECT_EQ(launch(kernel, 1 << 20), 1 << 20);
  EXPECT_GT(largestGroup(kernel), 0u);
  EXPECT_EQ(made("auto", 1), 1u);
  EXPECT_EQ(made("always", 2), 2u);
}

// The first launches use up what baseline code may run.
TEST_F(Baseline, EndsWhenLaunchesBecomeMany) {
  const auto program = build(addOne);
  const auto kernel = makeKernel(program, "f");
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(launch(kernel, 1 << 14), 1 << 14);
  }
  EXPECT_EQ(made("auto", 2), 2u);
  EXPECT_EQ(made("always", 1), 1u);
}

TEST_F(Baseline, DoesNotServeUnknownWork) {
  const auto program = build(
      "kernel void f(global int *p) {\n"
      "  for (int i = 0; i <= p[get_global_id(0)] - i; ++i) p[get_global_id(0)] += 1;\n}\n");
  const auto kernel = makeKernel(program, "f");
  EXPECT_GT(launch(kernel, 10), 0);
  EXPECT_GT(largestGroup(kernel), 0u);
  for (const char *use : {"auto", "always", "never"}) {
    EXPECT_EQ(made(use, 1), 1u);
  }
}

// A kernel with code of its own would have a variable of its own.
TEST_F(Baseline, DoesNotServeSharedVariables) {
  const auto program = build(
      "global int total = 0;\n"
      "kernel void f(global int *p) { atomic_inc((volatile global int *)&total);\n"
      "  p[get_global_id(0)] = 1; }\n"
      "kernel void last(global int *p) { p[get_global_id(0)] = total; }\n",
      "-cl-std=CL3.0");
  const auto kernel = makeKernel(program, "f");
  EXPECT_EQ(launch(kernel, 10), 10);
  EXPECT_GT(largestGroup(kernel), 0u);
  EXPECT_EQ(launch(kernel, 10), 10);
  EXPECT_EQ(launch(makeKernel(program, "last"), 1), 20);
  for (const char *use : {"auto", "always", "never"}) {
    EXPECT_EQ(made(use, 2), 2u);
  }
}

// Baseline code keeps more of a work-item's values beyond a barrier, so it may accept smaller
// work-groups alone.
TEST_F(Baseline, AcceptsEveryGroupThatOptimisedCodeAccepts) {
  const auto program = build(
      "kernel void f(global int *p) {\n"
      "  int a[256];\n"
      "  for (int i = 0; i < 256; ++i) a[i] = i + get_global_id(0);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = a[17] - 16 - get_global_id(0);\n}\n");
  const auto kernel = makeKernel(program, "f");
  const auto answer = makeKernel(program, "f");
  const size_t most = largestGroup(answer);
  const auto buffer = makeBuffer(std::vector<int>(most, 0));
  setArguments(kernel, buffer.get());
  run(kernel, most, &most);
  EXPECT_EQ(read<int>(buffer, most), std::vector<int>(most, 1));
}

TEST_F(Baseline, ServesThreadsTogether) {
  const auto program = build(heavySource(1, 12));
  const auto kernel = makeKernel(program, "k0");
  const auto buffer = makeBuffer(std::vector<float>(64, 0.5f));
  setArguments(kernel, buffer.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, 16 * sizeof(float), nullptr), CL_SUCCESS);
  enqueueFromThreads(4, kernel, 64, 16);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(made("auto", 1), 1u);
}

/// Two processes with one cache: CTest names the step. The second process finds code where the
/// compiler could not be asked.
class BaselineCache : public test::Fixture {
 protected:
  static bool isStep(const char *step) {
    const char *wanted = std::getenv("KILN_TEST_STEP");
    return wanted && std::string(wanted) == step;
  }
  /// Tells if the compiler's library is in this process.
  static bool hasCompiler() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
      if (line.find("libkiln-compiler") != std::string::npos) {
        return true;
      }
    }
    return false;
  }
  int launch() {
    const auto program = build(addOne);
    const auto kernel = makeKernel(program, "f");
    const auto buffer = makeBuffer(std::vector<int>{41});
    setArguments(kernel, buffer.get());
    run(kernel, 1);
    return read<int>(buffer, 1)[0];
  }
};

TEST_F(BaselineCache, storesCode) {
  EXPECT_EQ(launch(), 42);
}

TEST_F(BaselineCache, findsCode) {
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(launch(), 42);
  const bool isThere = hasCompiler();
  // From then on the background may load it.
  const bool isEarly = std::chrono::steady_clock::now() - begun < std::chrono::milliseconds(20);
  EXPECT_TRUE(!isStep("finds") || !isEarly || !isThere);
}

}  // namespace
