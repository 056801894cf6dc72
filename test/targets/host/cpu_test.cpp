#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>

#include "cpu.h"
#include "host/properties.h"
#include "temporary_folder.h"

namespace host {
namespace {

TEST(Cpu, PropertiesOfThisCpuParseAndRunHere) {
  const CpuInfo info = detectCpu();
  EXPECT_FALSE(info.brand.empty());
  EXPECT_EQ(parseTargetProperties(formatTargetProperties(info.properties)), info.properties);
  EXPECT_TRUE(runsOn(info.properties, info.properties));
  EXPECT_TRUE(runsOn(mux::baselineProperties(), info.properties));
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
  EXPECT_EQ(info.properties.cpu, level);
  const bool isAmd = __builtin_cpu_is("amd") != 0;
  EXPECT_EQ(info.properties.avoid, isAmd ? mux::avoidMaskedAccesses : "");
}

TEST(Cpu, LevelsAndFeaturesDecideWhatRuns) {
  const TargetProperties v3 = {.cpu = "x86-64-v3", .features = {"+aes", "+sha"}};
  EXPECT_TRUE(runsOn({"x86-64-v2", {}}, v3));
  EXPECT_TRUE(runsOn({"x86-64-v3", {"+sha"}}, v3));
  EXPECT_TRUE(runsOn({"x86-64", {"+avx2", "-aes"}}, v3));
  EXPECT_FALSE(runsOn({"x86-64-v4", {}}, v3));
  EXPECT_FALSE(runsOn({"x86-64-v3", {"+gfni"}}, v3));
  EXPECT_FALSE(runsOn({"x86-64", {"+avx512f"}}, v3));
  EXPECT_FALSE(runsOn({"znver4", {}}, v3));
  EXPECT_TRUE(runsOn({"znver4", {}}, {"znver4", {}}));
  EXPECT_TRUE(runsOn({.cpu = "x86-64-v3", .avoid = mux::avoidMaskedAccesses}, v3));
}
#endif

/// A temporary folder stands for the root of the kernel's files about control groups. On a machine
/// whose mask has more processors, a quota leaves one.
TEST(System, TheQuotaOfTheGroupAndOfThoseAboveLimits) {
  const uint32_t all = usableProcessors(TemporaryFolder().string());
  const TemporaryFolder system;
  system.write("proc/self/cgroup", "0::/outer/inner\n");
  const std::string groups = "sys/fs/cgroup";
  system.write(groups + "/cpu.max", "max 100000\n");
  EXPECT_EQ(usableProcessors(system.string()), all);
  system.write(groups + "/outer/inner/cpu.max", "150000 100000\n");
  EXPECT_EQ(usableProcessors(system.string()), std::min(all, 2u)) << "1.5 are rounded up";
  system.write(groups + "/outer/cpu.max", "50000 100000\n");
  EXPECT_EQ(usableProcessors(system.string()), 1u);
  system.write(groups + "/outer/memory.max", "104857600\n");
  system.write(groups + "/outer/inner/memory.max", "max\n");
  EXPECT_EQ(usableMemory(system.string()), 104857600u);
}

TEST(System, TheQuotaOfVersionOneLimits) {
  const TemporaryFolder system;
  system.write("proc/self/cgroup", "3:cpu,cpuacct:/a\n2:memory:/b\n0::/\n");
  system.write("sys/fs/cgroup/cpu/a/cpu.cfs_quota_us", "100000\n");
  system.write("sys/fs/cgroup/cpu/a/cpu.cfs_period_us", "100000\n");
  system.write("sys/fs/cgroup/memory/b/memory.limit_in_bytes", "67108864\n");
  EXPECT_EQ(usableProcessors(system.string()), 1u);
  EXPECT_EQ(usableMemory(system.string()), 67108864u);
}

TEST(System, DamagedFilesLimitNothing) {
  const uint32_t all = usableProcessors(TemporaryFolder().string());
  const uint64_t memory = usableMemory(TemporaryFolder().string());
  for (const char *groups : {"", "no colon\n", "0:", "::\n:::\n0::\n", "0::relative/../..\n"}) {
    for (const char *quota : {"", " ", "-1 -1", "1 0", "x 100000", "99999999999999999999 1", "5"}) {
      const TemporaryFolder system;
      system.write("proc/self/cgroup", groups);
      system.write("sys/fs/cgroup/cpu.max", quota);
      system.write("sys/fs/cgroup/memory.max",
                   quota[0] == '5' ? "5x" + std::string(30, '9') : quota);
      EXPECT_GE(usableProcessors(system.string()), 1u);
      EXPECT_LE(usableProcessors(system.string()), all);
      EXPECT_LE(usableMemory(system.string()), memory);
    }
  }
}

TEST(System, TheMaskOfTheThreadLimits) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu) {
    if (CPU_ISSET(cpu, &before)) {
      CPU_SET(cpu, &one);
    }
  }
  const std::string root = TemporaryFolder().string();
  EXPECT_EQ(usableProcessors(root), static_cast<uint32_t>(CPU_COUNT(&before)));
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usableProcessors(root), 1u);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(System, AnswersAreSensible) {
  EXPECT_GE(usableProcessors(), 1u);
  EXPECT_GE(usableMemory(), 64u << 20);
  EXPECT_GE(detectCaches().lineSize, 16u);
}

}  // namespace
}  // namespace host
