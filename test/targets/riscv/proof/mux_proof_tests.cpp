// Proof through mux query pools that kernels run on the vector unit. The bounds are those of
// opencl/proof_test.cpp.
#include <numeric>

#include "fixture.h"

namespace mux::cts {
namespace {

KILN_CTS_SUITE(RiscvProof);

constexpr char saxpy[] =
    "kernel void k(float a, global const float *x, global float *y) {\n"
    "  size_t i = get_global_id(0); y[i] = a * x[i] + y[i]; }\n";

TEST_P(RiscvProof, CountersShowVectorInstructions) {
  constexpr uint64_t elements = 4096;
  ASSERT_EQ(info()->counter_count, 2u) << "KILN_RISCV_COUNTERS";
  Kernel kernel = makeKernel(saxpy);
  ASSERT_TRUE(kernel.handle);
  std::vector<float> x(elements);
  std::iota(x.begin(), x.end(), 0.0f);
  Buffer first = makeBufferOf(x), second = makeBufferOf(x);
  const float a = 2;
  const mux_argument_t arguments[] = {valueArgument(a), bufferArgument(first),
                                      bufferArgument(second)};
  const mux_ndrange_t range = ndrange({elements}, {256}, arguments);
  const uint32_t counters[] = {0, 1};
  QueryPool pool;
  ASSERT_EQ(muxCreateQueryPool(device_, mux_query_counter, 1, counters, 2, &pool), mux_success);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandBeginQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success);
  ASSERT_EQ(muxCommandEndQuery(commands, pool, 0), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  std::vector<float> expected(elements);
  std::transform(x.begin(), x.end(), expected.begin(), [](float value) { return 3 * value; });
  EXPECT_EQ(contentsOf<float>(second), expected);
  uint64_t counted[2] = {};
  ASSERT_EQ(muxGetQueryResults(pool, 0, 1, counted, sizeof counted), mux_success);
  const uint64_t lanes = info()->native_vector_width_bits / 32;
  if (lanes == 0) {
    EXPECT_EQ(counted[1], 0u);
  } else {
    EXPECT_GE(counted[1], elements / (2 * lanes));
    EXPECT_LE(counted[1], 2 * elements / lanes);
  }
}

}  // namespace
}  // namespace mux::cts
