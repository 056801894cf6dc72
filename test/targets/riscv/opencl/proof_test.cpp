// Proof that kernels run on the device, and on its vector unit: the instructions that it executed
// (cl_kiln_performance_counters).
//
// saxpy needs a fused multiply-add for each element, or a multiplication and an addition where it
// is not contracted. A vector register has L = VLEN / 32 elements of 4 bytes. LLVM's loop
// vectoriser takes groups of one or two registers (LMUL), so that a vectorised launch over n
// elements executes
//
//   from n / (2 L), fused and with two registers,  to  2 n / L, not fused and with one,
//
// if the work-groups are multiples of 2 L, so that there is no remainder.
#include <cmath>
#include <random>

#include "CL/cl_ext_kiln.h"
#include "device.h"

namespace riscv::test {
namespace {

constexpr size_t elements = 1 << 14;

constexpr char source[] =
    "kernel void saxpy(float a, global const float *x, global float *y) {\n"
    "  size_t i = get_global_id(0); y[i] = a * x[i] + y[i]; }\n"
    // Each step needs the one before: for one work-item there is nothing to vectorise.
    "kernel void recur(float a, global const float *x, global float *y) {\n"
    "  float v = y[0];\n"
    "  for (int i = 0; i < 1000; ++i) { v = v * a + x[0]; }\n"
    "  y[0] = v;\n"
    "}\n";

class RiscvProof : public testing::Test {
 protected:
  void SetUp() override {
    device = riscvDevice();
    ASSERT_NE(device, nullptr);
    size_t bytes = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PERFORMANCE_COUNTERS_KILN, 0, nullptr, &bytes),
              CL_SUCCESS)
        << "KILN_RISCV_COUNTERS";
    std::vector<cl_performance_counter_kiln> counters(bytes / sizeof(cl_performance_counter_kiln));
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PERFORMANCE_COUNTERS_KILN, bytes, counters.data(),
                              nullptr),
              CL_SUCCESS);
    ASSERT_EQ(counters.size(), 2u);
    EXPECT_STREQ(counters[0].name, "instructions");
    EXPECT_STREQ(counters[1].name, "vector-arithmetic-instructions");
    cl_uint width = 0;
    ASSERT_EQ(
        clGetDeviceInfo(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof width, &width, nullptr),
        CL_SUCCESS);
    lanes = width;
    std::mt19937 random(1);
    std::uniform_real_distribution<float> values(-2, 2);
    std::generate_n(std::back_inserter(x), elements, [&] { return values(random); });
    std::generate_n(std::back_inserter(y), elements, [&] { return values(random); });
  }

  /// Runs a kernel of the source over x and y; the counters. Its results are in `y`.
  std::vector<cl_ulong> run(const char *name, float a, size_t items, size_t local) {
    cl_int error = -1;
    const OwnedContext context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    const cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const OwnedQueue queue = clCreateCommandQueueWithProperties(context, device, profiling, &error);
    const char *text = source;
    const OwnedProgram program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    const OwnedKernel kernel = clCreateKernel(program, name, &error);
    const OwnedMem first =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, elements * 4, x.data(), &error);
    const OwnedMem second =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, elements * 4, y.data(), &error);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof a, &a), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), first.address()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof(cl_mem), second.address()), CL_SUCCESS);
    OwnedEvent event;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, event.out()),
        CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, second, CL_TRUE, 0, elements * 4, y.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<cl_ulong> counted(2);
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COUNTERS_KILN, 16, counted.data(),
                                      nullptr),
              CL_SUCCESS);
    return counted;
  }

  cl_device_id device = nullptr;
  size_t lanes = 0;  // elements of 4 bytes in a vector register; 1 without vectors
  std::vector<float> x, y;
};

TEST_F(RiscvProof, VectorisedKernelsExecuteVectorInstructions) {
  for (const size_t local : {64u, 256u}) {
    const float a = 1.75f;
    std::vector<float> fused(elements), rounded(elements);
    for (size_t i = 0; i < elements; ++i) {
      fused[i] = std::fma(a, x[i], y[i]);
      volatile float product = a * x[i];
      rounded[i] = product + y[i];
    }
    const auto counted = run("saxpy", a, elements, local);
    EXPECT_TRUE(y == fused || y == rounded) << "the same at every VLEN";
    RecordProperty("vector-arithmetic-instructions", std::to_string(counted[1]));
    if (lanes == 1) {
      EXPECT_EQ(counted[1], 0u);
      EXPECT_GE(counted[0], elements) << "at least one scalar instruction for each element";
    } else {
      EXPECT_GE(counted[1], elements / (2 * lanes));
      EXPECT_LE(counted[1], 2 * elements / lanes);
      EXPECT_LT(counted[0], 4 * elements) << "a scalar loop executes five for each element";
    }
    EXPECT_LT(counted[1], counted[0]);
  }
}

TEST_F(RiscvProof, OthersExecuteNone) {
  float expected = y[0];
  for (int i = 0; i < 1000; ++i) {
    expected = std::fma(expected, 0.5f, x[0]);
  }
  const auto counted = run("recur", 0.5f, 1, 1);
  EXPECT_EQ(counted[1], 0u);
  EXPECT_GE(counted[0], 1000u);
  EXPECT_NEAR(y[0], expected, 1e-5f);
}

}  // namespace
}  // namespace riscv::test
