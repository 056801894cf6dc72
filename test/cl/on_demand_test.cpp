// Code on demand (KILN_GENERATE): builds end before there is code, and launches wait for their own
// kernel alone. Tests of CTest set the variable, and a trace in which executables are counted;
// without the trace only results are looked at.

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "fixture.h"
#include "mux_trace.h"
#include "on_demand/heavy_source.h"
#include "other_process.h"

namespace {

/// Kernel i adds i to each element.
std::string sourceOf(int kernels) {
  std::string source;
  for (int i = 0; i < kernels; ++i) {
    const std::string number = std::to_string(i);
    source +=
        "kernel void k" + number + "(global int *p) { p[get_global_id(0)] += " + number + "; }\n";
  }
  return source;
}

class OnDemand : public test::Fixture {
 protected:
  static bool isCounted(const char *time) {
    const char *wanted = std::getenv("KILN_GENERATE");
    return wanted && std::string(wanted) == time && test::isTraced();
  }
  /// Executables loaded by this program and by earlier ones.
  static size_t loaded() { return test::tracedCalls("muxCreateExecutable"); }
  /// Executables loaded since the test began; `expected` if they are not counted.
  size_t made(size_t expected) const { return isCounted("launch") ? loaded() - before_ : expected; }
  void SetUp() override {
    Fixture::SetUp();
    before_ = loaded();
  }

  int launch(cl_kernel kernel, cl_command_queue own) {
    const auto buffer = makeBuffer(std::vector<int>{1000});
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    const size_t one = 1;
    EXPECT_EQ(clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    int value = 0;
    EXPECT_EQ(
        clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
        CL_SUCCESS);
    return value - 1000;
  }
  std::vector<unsigned char> binaryOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char *place = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr),
              CL_SUCCESS);
    return bytes;
  }

 private:
  size_t before_ = 0;
};

TEST_F(OnDemand, BuildOfAHundredKernelsMakesNoCode) {
  const auto program = build(sourceOf(100));
  EXPECT_EQ(made(0), 0u);
  std::vector<cl_kernel> kernels(100);
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program, 100, kernels.data(), &count), CL_SUCCESS);
  EXPECT_EQ(count, 100u);
  EXPECT_EQ(made(0), 0u);
  for (cl_kernel kernel : kernels) {
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
  }
  const auto kernel = makeKernel(program, "k42");
  EXPECT_EQ(launch(kernel, queue), 42);
  EXPECT_EQ(launch(kernel, queue), 42);
  EXPECT_EQ(made(1), 1u);
  const auto again = makeKernel(program, "k42");
  EXPECT_EQ(launch(again, queue), 42);
  EXPECT_EQ(made(1), 1u);
}

TEST_F(OnDemand, QueriesMakeTheCodeTheyNeed) {
  const auto program = build(sourceOf(5));
  const auto kernel = makeKernel(program, "k3");
  cl_uint arguments = 0;
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof arguments, &arguments, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(arguments, 1u);
  size_t sizes[3] = {1, 1, 1};
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof sizes, sizes, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(made(0), 0u);
  size_t most = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                     nullptr),
            CL_SUCCESS);
  EXPECT_GT(most, 0u);
  EXPECT_EQ(made(1), 1u);
  EXPECT_EQ(launch(kernel, queue), 3);
  EXPECT_EQ(made(1), 1u);
}

TEST_F(OnDemand, BinariesHaveAllKernelsAndServeTheRest) {
  const auto program = build(sourceOf(4));
  EXPECT_EQ(launch(makeKernel(program, "k1"), queue), 1);
  const auto bytes = binaryOf(program);
  EXPECT_EQ(made(2), 2u);
  EXPECT_EQ(launch(makeKernel(program, "k2"), queue), 2);
  EXPECT_EQ(made(2), 2u);
  EXPECT_EQ(binaryOf(program), bytes);
  const size_t size = bytes.size();
  const unsigned char *data = bytes.data();
  cl_int error = -1, status = -1;
  test::OwnedProgram copy =
      clCreateProgramWithBinary(context, 1, &device, &size, &data, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(copy, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(launch(makeKernel(copy, ("k" + std::to_string(i)).c_str()), queue), i);
  }
}

// One copy of the variable for both kernels, initialised once.
TEST_F(OnDemand, KernelsShareVariables) {
  const auto program = build(
      "global int total = 7;\n"
      "kernel void add(global int *p) { total += *p; }\n"
      "kernel void get(global int *p) { *p = 1000 + total; }\n",
      "-cl-std=CL3.0");
  EXPECT_EQ(made(0), 0u);
  EXPECT_EQ(launch(makeKernel(program, "add"), queue), 0);
  EXPECT_EQ(launch(makeKernel(program, "get"), queue), 1007);
  EXPECT_EQ(launch(makeKernel(program, "add"), queue), 0);
  EXPECT_EQ(launch(makeKernel(program, "get"), queue), 2007);
  EXPECT_EQ(made(1), 1u);
}

// A program that may compare addresses of constants has one copy of them.
TEST_F(OnDemand, KernelsShareConstantsWithKnownAddresses) {
  const auto program = build(
      "constant int table[4] = {1, 2, 3, 4};\n"
      "kernel void put(global ulong *p, int i) { *p = (ulong)&table[i]; }\n"
      "kernel void same(global ulong *p, int i) { p[1] = *p == (ulong)&table[i]; }\n");
  EXPECT_EQ(made(0), 0u);
  const auto buffer = makeBuffer(std::vector<cl_ulong>{0, 5});
  const auto put = makeKernel(program, "put"), same = makeKernel(program, "same");
  const int index = 2;
  setArguments(put, buffer.get(), index);
  setArguments(same, buffer.get(), index);
  run(put, 1);
  run(same, 1);
  EXPECT_EQ(read<cl_ulong>(buffer, 2)[1], 1u);
}

/// The builtin library's sin has another type. Linking the library is the first step to see that.
constexpr char failingSource[] =
    "float other(int) __asm(\"_Z3sinf\");\n"
    "kernel void good(global int *p) { *p += 9; }\n"
    "kernel void bad(global float *p) { *p = other(*p); }\n";

TEST_F(OnDemand, LateFailureFailsTheLaunchAndIsLogged) {
  const auto program = makeProgram(failingSource);
  const cl_int built = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  if (built != CL_SUCCESS) {  // the build generates the code
    EXPECT_EQ(built, CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(logOf(program).find("declared with other types"), std::string::npos);
    return;
  }
  const auto bad = makeKernel(program, "bad"), good = makeKernel(program, "good");
  const auto buffer = makeBuffer(std::vector<int>{0});
  setArguments(bad, buffer.get());
  const size_t one = 1;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, bad, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_OUT_OF_RESOURCES);
  }
  size_t most = 0;
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(bad, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr),
      CL_OUT_OF_RESOURCES);
  const std::string log = logOf(program);
  const auto first = log.find("declared with other types");
  EXPECT_NE(first, std::string::npos) << log;
  EXPECT_EQ(log.find("declared with other types", first + 1), std::string::npos) << log;
  EXPECT_NE(log.find("'bad'"), std::string::npos) << log;
  EXPECT_EQ(launch(good, queue), 9);
  size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_OUT_OF_RESOURCES);
  EXPECT_EQ(launch(good, queue), 9);
}

// Remarks are for the build log, so the build waits for them.
TEST_F(OnDemand, RemarksAreInTheLogOfTheBuild) {
  const auto program = build(sourceOf(2), "-cl-kiln-remarks");
  EXPECT_NE(logOf(program).find("remark"), std::string::npos) << logOf(program);
}

TEST_F(OnDemand, ThreadsLaunchTheSameAndOtherKernels) {
  constexpr int kernels = 6;
  const auto program = build(sourceOf(kernels));
  std::atomic<int> waiting = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 6; ++thread) {
    threads.emplace_back([&, thread] {
      const auto own = makeQueue(0);
      ++waiting;
      while (waiting < 6) {
      }
      for (int i = 0; i < kernels; ++i) {
        const int number = (i + thread / 2) % kernels;
        const auto kernel = makeKernel(program, ("k" + std::to_string(number)).c_str());
        EXPECT_EQ(launch(kernel, own), number);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(made(kernels), static_cast<size_t>(kernels));
}

TEST_F(OnDemand, ThreadsShareOneKernelObject) {
  const auto program = build(heavySource(2, 3));
  const auto kernel = makeKernel(program, "k1");
  const auto buffer = makeBuffer(std::vector<float>(64, 0.5f));
  setArguments(kernel, buffer.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, 16 * sizeof(float), nullptr), CL_SUCCESS);
  enqueueFromThreads(4, kernel, 64, 16);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(made(1), 1u);
}

// The background makes the code of created kernels that nobody wants yet, and of no others.
TEST_F(OnDemand, BackgroundMakesCreatedKernels) {
  if (!isCounted("create")) {
    return;
  }
  const size_t first = loaded();
  const auto program = build(sourceOf(5));
  const auto four = makeKernel(program, "k4"), two = makeKernel(program, "k2");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (loaded() < first + 2 && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // One more if a job of the test before was still running.
  EXPECT_GE(loaded(), first + 2);
  EXPECT_LE(loaded(), first + 3);
  EXPECT_EQ(launch(four, queue), 4);
  EXPECT_EQ(launch(makeKernel(program, "k1"), queue), 1);
}

// The jobs that have not begun are dropped with their program, also with the context.
TEST_F(OnDemand, ReleaseCancelsTheJobs) {
  const auto begun = std::chrono::steady_clock::now();
  for (int round = 0; round < 4; ++round) {
    cl_int error = -1;
    test::OwnedContext own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const std::string source = heavySource(20, 12);
    const char *text = source.c_str();
    test::OwnedProgram program = clCreateProgramWithSource(own, 1, &text, nullptr, &error);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    std::vector<cl_kernel> kernels(20);
    EXPECT_EQ(clCreateKernelsInProgram(program, 20, kernels.data(), nullptr), CL_SUCCESS);
    for (cl_kernel kernel : kernels) {
      EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
    }
  }
  RecordProperty("milliseconds",
                 std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(
                                    std::chrono::steady_clock::now() - begun)
                                    .count()));
  const auto program = build(sourceOf(2));
  EXPECT_EQ(launch(makeKernel(program, "k1"), queue), 1);
}

// A program is built anew while the background still generates its last build's code.
TEST_F(OnDemand, ProgramsAreBuiltAgainMeanwhile) {
  const auto program = makeProgram(heavySource(6, 4));
  for (int round = 0; round < 4; ++round) {
    ASSERT_EQ(
        clBuildProgram(program, 1, &device, round % 2 ? "-cl-mad-enable" : "", nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_TRUE(makeKernel(program, "k3"));
  }
  const auto kernel = makeKernel(program, "k5");
  const auto buffer = makeBuffer(std::vector<float>(16, 0.5f));
  setArguments(kernel, buffer.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, 16 * sizeof(float), nullptr), CL_SUCCESS);
  const size_t local = 16;
  run(kernel, 16, &local);
}

// A child has neither the thread nor the running job: nothing waits for them.
TEST_F(OnDemand, ForkedChildDoesNotWaitForJobs) {
  const auto program = build(heavySource(20, 12));
  const auto kernel = makeKernel(program, "k19");
  const auto buffer = makeBuffer(std::vector<float>(16, 0.5f));
  setArguments(kernel, buffer.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, 16 * sizeof(float), nullptr), CL_SUCCESS);
  test::OtherProcess child([&](int) {
    size_t size = 0;
    const bool failed = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size,
                                         nullptr) != CL_SUCCESS &&
                        clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof size, &size, nullptr) != CL_SUCCESS;
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    const char *time = std::getenv("KILN_GENERATE");
    return failed || (time && std::string(time) == "build") ? 0 : 1;
  });
  EXPECT_EQ(child.end(), 0);
}

}  // namespace
