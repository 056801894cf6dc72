// The processors' shared caches, and their division by these.

#include "topology.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "temporary_folder.h"

namespace host {
namespace {

using Processors = std::vector<uint32_t>;
using Sizes = std::vector<uint32_t>;

std::vector<mux_domain_t> domainsOf(const Topology &topology) {
  std::vector<mux_domain_t> domains;
  for (const Domain &domain : topology.domains) {
    domains.push_back(domain.domain);
  }
  return domains;
}

TEST(Topology, PutsBesideEachOtherWhatSharesSomething) {
  // Two nodes; processors n and n + 4 are threads of one core.
  std::vector<ProcessorGroups> processors;
  for (uint32_t i = 0; i < 8; ++i) {
    const int64_t core = i % 4;
    processors.push_back({i, {core / 2, -1, core / 2 * 2, core, core}});
  }
  const Topology topology = arrange(processors);
  EXPECT_EQ(topology.processors, (Processors{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(domainsOf(topology), (std::vector{mux_domain_numa, mux_domain_l3_cache,
                                              mux_domain_l2_cache, mux_domain_l1_cache}));
  EXPECT_EQ(topology.domains[0].groups, (Sizes{4, 4}));
  EXPECT_EQ(topology.domains[3].groups, (Sizes{2, 2, 2, 2}));
}

TEST(Topology, LeavesOutWhatDividesNothing) {
  const Topology topology = arrange({{3, {0, -1, 0, 3, 3}}, {1, {0, -1, 0, 1, 1}}});
  EXPECT_EQ(topology.processors, (Processors{1, 3}));
  EXPECT_EQ(domainsOf(topology), (std::vector{mux_domain_l2_cache, mux_domain_l1_cache}));
  EXPECT_TRUE(arrange({{5, {0, -1, 0, 5, 5}}}).domains.empty());
}

TEST(Topology, LeavesOutWhatIsUnknownOrCrossesOtherGroups) {
  EXPECT_TRUE(arrange({{0, {0, -1, -1, -1, -1}}, {1, {0, -1, -1, 1, -1}}}).domains.empty());
  // The L3 cache is shared across the nodes.
  const Topology topology = arrange(
      {{0, {0, -1, 7, 0, 0}}, {1, {0, -1, 8, 1, 1}}, {2, {1, -1, 7, 2, 2}}, {3, {1, -1, 8, 3, 3}}});
  EXPECT_EQ(domainsOf(topology),
            (std::vector{mux_domain_numa, mux_domain_l2_cache, mux_domain_l1_cache}));
}

class TopologyFiles : public testing::Test {
 protected:
  void write(const std::string &path, const std::string &text) {
    root.write("sys/devices/system/" + path, text + "\n");
  }
  void writeCache(int cpu, int index, const char *type, const char *level, const char *list) {
    const std::string folder =
        "cpu/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index) + "/";
    write(folder + "type", type);
    write(folder + "level", level);
    write(folder + "shared_cpu_list", list);
  }

  TemporaryFolder root;
};

TEST_F(TopologyFiles, AreRead) {
  write("node/node0/cpulist", "0-1,8");
  write("node/node1/cpulist", "2-3");
  writeCache(8, 0, "Data", "1", "8");
  writeCache(8, 1, "Instruction", "1", "0");
  writeCache(8, 2, "Unified", "3", "0-1,8");
  writeCache(3, 0, "Data", "1", "3");
  const auto groups = readProcessorGroups({3, 8, 9}, root.path());
  ASSERT_EQ(groups.size(), 3u);
  const int64_t expected[][5] = {{1, -1, -1, -1, 3}, {0, -1, 0, -1, 8}, {-1, -1, -1, -1, -1}};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(std::ranges::equal(groups[i].groups, expected[i])) << i;
  }
  EXPECT_EQ(groups[1].processor, 8u);
}

TEST_F(TopologyFiles, MayHoldAnything) {
  write("node/node0/cpulist", ",-,9-0,x,99999999999999999999");
  writeCache(0, 0, "Data", "9", "0");
  writeCache(0, 1, "Data", "", "0");
  writeCache(0, 2, "Unified", "2", "-");
  const auto groups = readProcessorGroups({0, 1}, root.path());
  for (const ProcessorGroups &each : groups) {
    for (int64_t group : each.groups) {
      EXPECT_EQ(group, -1);
    }
  }
}

TEST(Topology, IsOfThisProcess) {
  const Topology &topology = processorTopology();
  EXPECT_FALSE(topology.processors.empty());
  for (const Domain &domain : topology.domains) {
    uint32_t sum = 0;
    for (uint32_t size : domain.groups) {
      sum += size;
    }
    EXPECT_EQ(sum, topology.processors.size());
    EXPECT_GE(domain.groups.size(), 2u);
  }
}

}  // namespace
}  // namespace host
