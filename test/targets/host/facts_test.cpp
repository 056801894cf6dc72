#include "host/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpu.h"

namespace host {
namespace {

using testing::ElementsAre;

TEST(Facts, RoundTrip) {
  CompilerFacts facts = {.cpu = "x86-64-v4", .features = {"+avx512vnni", "-gfni"}};
  EXPECT_EQ(formatFacts(facts), "cpu=x86-64-v4;features=+avx512vnni,-gfni");
  EXPECT_EQ(parseFacts(formatFacts(facts)), facts);
  EXPECT_EQ(parseFacts(formatFacts(baselineFacts())), baselineFacts());
  EXPECT_EQ(parseFacts("features=;cpu=znver4"), (CompilerFacts{.cpu = "znver4", .features = {}}));
  EXPECT_EQ(parseFacts("cpu=znver4"), (CompilerFacts{.cpu = "znver4", .features = {}}));
}

TEST(Facts, RejectsOtherText) {
  for (const char *text :
       {"", ";", "cpu=", "features=+a", "cpu=a;cpu=b", "cpu=a;features=+a;features=+b",
        "cpu=a;features=a", "cpu=a;features=+", "cpu=a;features=+a,,+b", "cpu=a;tune=b", "cpu=a;",
        "cpu=a b", "cpu=a;features=+a\n", "CPU=a"}) {
    EXPECT_EQ(parseFacts(text), std::nullopt) << text;
  }
}

TEST(Facts, Lists) {
  EXPECT_THAT(splitList(" a  bc d "), ElementsAre("a", "bc", "d"));
  EXPECT_THAT(splitList(""), ElementsAre());
}

TEST(Cpu, FactsOfThisCpuParseAndRunHere) {
  const CpuInfo info = detectCpu();
  EXPECT_FALSE(info.brand.empty());
  EXPECT_EQ(parseFacts(formatFacts(info.facts)), info.facts);
  EXPECT_TRUE(runsOn(info.facts, info.facts));
  EXPECT_TRUE(runsOn(baselineFacts(), info.facts));
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
