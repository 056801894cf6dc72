#include <gtest/gtest.h>

#include "cpu.h"

#include "host/facts.h"

namespace host {
namespace {

TEST(Cpu, FactsOfThisCpuParseAndRunHere) {
  const CpuInfo info = detectCpu();
  EXPECT_FALSE(info.brand.empty());
  EXPECT_EQ(parseFacts(formatFacts(info.facts)), info.facts);
  EXPECT_TRUE(runsOn(info.facts, info.facts));
  EXPECT_TRUE(runsOn(mux::baselineFacts(), info.facts));
}

#if defined(__x86_64__)
TEST(Cpu, AgreesWithTheCompilersDetection) {
  const CpuInfo info = detectCpu();
  EXPECT_EQ(info.hasFma, __builtin_cpu_supports("fma") != 0);
  EXPECT_EQ(info.vectorBits, __builtin_cpu_supports("avx512f") ? 512u
                             : __builtin_cpu_supports("avx")   ? 256u
                                                               : 128u);
  const char *level = __builtin_cpu_supports("x86-64-v4")   ? "x86-64-v4"
                      : __builtin_cpu_supports("x86-64-v3") ? "x86-64-v3"
                      : __builtin_cpu_supports("x86-64-v2") ? "x86-64-v2"
                                                            : "x86-64";
  EXPECT_EQ(info.facts.cpu, level);
}

TEST(Cpu, LevelsAndFeaturesDecideWhatRuns) {
  const CompilerFacts v3 = {.cpu = "x86-64-v3", .features = {"+aes", "+sha"}};
  EXPECT_TRUE(runsOn({"x86-64-v2", {}}, v3));
  EXPECT_TRUE(runsOn({"x86-64-v3", {"+sha"}}, v3));
  EXPECT_TRUE(runsOn({"x86-64", {"+avx2", "-aes"}}, v3));
  EXPECT_FALSE(runsOn({"x86-64-v4", {}}, v3));
  EXPECT_FALSE(runsOn({"x86-64-v3", {"+gfni"}}, v3));
  EXPECT_FALSE(runsOn({"x86-64", {"+avx512f"}}, v3));
  EXPECT_FALSE(runsOn({"znver4", {}}, v3));
  EXPECT_TRUE(runsOn({"znver4", {}}, {"znver4", {}}));
}
#endif

TEST(System, AnswersAreSensible) {
  EXPECT_GE(usableProcessors(), 1u);
  EXPECT_GE(usableMemory(), 64u << 20);
  EXPECT_GE(detectCaches().lineSize, 16u);
}

}  // namespace
}  // namespace host
