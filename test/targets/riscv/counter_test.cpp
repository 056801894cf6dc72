#include "fixture.h"

namespace riscv::test {
namespace {

using testing::ElementsAre;

TEST(RiscvCounters, ScalarLoopsAreCountedExactly) {
  OpenDevice device;
  ASSERT_EQ(device.counters.size(), 2u);
  EXPECT_STREQ(device.info().counters[0].name, "instructions");
  EXPECT_STREQ(device.info().counters[1].name, "vector-arithmetic-instructions");
  for (uint64_t rounds : {1u, 10u, 12345u, 1000000u}) {
    ASSERT_EQ(device.run(scalarLoop, {rounds}), hal_success);
    EXPECT_THAT(device.counters, ElementsAre(2 + 2 * rounds, 0u));
  }
}

TEST(RiscvCounters, WhoTakesWhatDoesNotMatter) {
  OpenDevice device;
  std::vector<uint64_t> first;
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(device.run(scalarLoop, {1000}, 997), hal_success);
    first = i == 0 ? device.counters : first;
    EXPECT_EQ(device.counters, first);
    EXPECT_GE(device.counters[0], 997u / 16 * 2002);
  }
}

TEST(RiscvCounters, JobsInARowAreCountedEachForItself) {
  OpenDevice device;
  hal_job_t jobs[3];
  uint64_t rounds = 1000;
  for (hal_job_t &job : jobs) {
    ASSERT_EQ(device.launch(device.kernel(scalarLoop), {rounds}, 1, &job), hal_success);
    rounds *= 10;
  }
  rounds = 1000;
  for (hal_job_t job : jobs) {
    ASSERT_EQ(device.wait(job), hal_success);
    EXPECT_EQ(device.counters[0], 2 + 2 * rounds);
    rounds *= 10;
  }
}

class RiscvVectorCounters : public testing::TestWithParam<unsigned> {};

TEST_P(RiscvVectorCounters, VectorLoopsAreCountedExactly) {
  Options options = baseOptions();
  options.cpu = "rv64,v=true,elen=64,vext_spec=v1.0,vlen=" + std::to_string(GetParam());
  OpenDevice device(options);
  EXPECT_EQ(device.info().vector_width_bits, GetParam());
  const hal_address_t data = device.allocate<float>(10000, 1.5f);
  const uint64_t lanes = GetParam() / 32;
  for (uint64_t count : {1u, 100u, 10000u}) {
    const uint64_t vectors = (count + lanes - 1) / lanes;
    ASSERT_EQ(device.run(vectorLoop, {data, count}), hal_success);
    EXPECT_THAT(device.counters, ElementsAre(3 + 9 * vectors, vectors));
  }
  EXPECT_EQ(device.read<float>(data, 1)[0], 12.0f);
  ASSERT_EQ(device.run(vectorMixture, {}), hal_success);
  EXPECT_THAT(device.counters, ElementsAre(32u, 12u));
}

INSTANTIATE_TEST_SUITE_P(All, RiscvVectorCounters, testing::Values(128u, 256u, 512u, 1024u));

TEST(RiscvCounters, CanBeOff) {
  Options options = baseOptions();
  options.counters = "0";
  OpenDevice device(options);
  EXPECT_EQ(device.info().counter_count, 0u);
  EXPECT_EQ(device.run(scalarLoop, {10}), hal_success);
}

TEST(RiscvCounters, CanBePrinted) {
  Options options = baseOptions();
  options.counters = "print";
  OpenDevice device(options);
  testing::internal::CaptureStderr();
  ASSERT_EQ(device.run(scalarLoop, {10}), hal_success);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::StartsWith("kiln: riscv: scalar_loop instructions=22 "
                                  "vector-arithmetic-instructions=0 nanoseconds="));
}

}  // namespace
}  // namespace riscv::test
