// Trees, scans and sorts in local memory: barriers in loops.

#include <algorithm>
#include <numeric>

#include "program.h"

namespace {

using programs::Program;
using programs::random;

TEST(Reduction, TreeWithABarrierPerStep) {
  Program program(R"(
    kernel void reduce(global const int *in, global int *out, local int *tile, int n) {
      int lane = get_local_id(0), i = get_global_id(0);
      tile[lane] = i < n ? in[i] : 0;
      for (int step = get_local_size(0) / 2; step > 0; step >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < step) tile[lane] += tile[lane + step];
      }
      if (lane == 0) out[get_group_id(0)] = tile[0];
    })");
  for (size_t group : {1, 2, 64, 256, 1024}) {
    auto in = random<int>(10000, -1000, 1000);
    size_t groups = (in.size() + group - 1) / group;
    auto out = program.buffer(std::vector<int>(groups));
    program.run("reduce", groups * group, group, program.buffer(in), out,
                cl::Local(group * sizeof(int)), static_cast<int>(in.size()));
    auto sums = program.read<int>(out, groups);
    EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0),
              std::accumulate(in.begin(), in.end(), 0))
        << group;
  }
}

TEST(Reduction, EarlyReturnBesideBarriersOfOthers) {
  Program program(R"(
    kernel void first_items(global int *out, int n) {
      local int total;
      int lane = get_local_id(0);
      if (lane == 0) total = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_add(&total, lane);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (lane >= n) return;
      out[get_global_id(0)] = total;
    })");
  auto out = program.buffer(std::vector<int>(128, -1));
  program.run("first_items", 128, 32, out, 5);
  auto got = program.read<int>(out, 128);
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i], i % 32 < 5 ? 496 : -1) << i;
  }
}

TEST(Scan, UpAndDownSweep) {
  Program program(R"(
    kernel void scan(global int *data, local int *tile) {
      int lane = get_local_id(0), n = 2 * get_local_size(0), offset = 1;
      global int *block = data + n * get_group_id(0);
      tile[2 * lane] = block[2 * lane];
      tile[2 * lane + 1] = block[2 * lane + 1];
      for (int d = n >> 1; d > 0; d >>= 1, offset *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < d) tile[offset * (2 * lane + 2) - 1] += tile[offset * (2 * lane + 1) - 1];
      }
      if (lane == 0) tile[n - 1] = 0;
      for (int d = 1; d < n; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < d) {
          int a = offset * (2 * lane + 1) - 1, b = offset * (2 * lane + 2) - 1;
          int left = tile[a];
          tile[a] = tile[b];
          tile[b] += left;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      block[2 * lane] = tile[2 * lane];
      block[2 * lane + 1] = tile[2 * lane + 1];
    })");
  auto in = random<int>(4096, -50, 50);
  auto data = program.buffer(in);
  program.run("scan", 2048, 128, data, cl::Local(256 * sizeof(int)));
  std::vector<int> expected(in.size());
  for (size_t block = 0; block < in.size(); block += 256) {
    std::exclusive_scan(in.begin() + block, in.begin() + block + 256, expected.begin() + block, 0);
  }
  EXPECT_EQ(program.read<int>(data, in.size()), expected);
}

TEST(Sort, BitonicInLocalMemory) {
  Program program(R"(
    void compare(local uint *a, local uint *b, bool up) {
      uint x = *a, y = *b;
      if ((x > y) == up) { *a = y; *b = x; }
    }
    kernel void sort(global uint *data) {
      local uint tile[512];
      uint lane = get_local_id(0);
      global uint *block = data + 512 * get_group_id(0);
      tile[lane] = block[lane];
      tile[lane + 256] = block[lane + 256];
      for (uint size = 2; size <= 512; size *= 2) {
        for (uint stride = size / 2; stride > 0; stride /= 2) {
          barrier(CLK_LOCAL_MEM_FENCE);
          uint at = 2 * lane - (lane & (stride - 1));
          compare(tile + at, tile + at + stride, (lane & (size / 2)) == 0 || size == 512);
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      block[lane] = tile[lane];
      block[lane + 256] = tile[lane + 256];
    })");
  auto in = random<unsigned>(2048, 0, 1u << 30);
  auto data = program.buffer(in);
  program.run("sort", 1024, 256, data);
  for (size_t block = 0; block < in.size(); block += 512) {
    std::sort(in.begin() + block, in.begin() + block + 512);
  }
  EXPECT_EQ(program.read<unsigned>(data, in.size()), in);
}

TEST(Histogram, LocalAtomicsThenGlobalAtomics) {
  Program program(R"(
    kernel void histogram(global const uchar *pixels, global uint *bins, uint n) {
      local uint own[256];
      for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) own[i] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&own[pixels[i]]);
      barrier(CLK_LOCAL_MEM_FENCE);
      for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
        if (own[i]) atomic_add(&bins[i], own[i]);
    })");
  auto pixels = random<unsigned char>(100000, 0, 255);
  auto bins = program.buffer(std::vector<unsigned>(256));
  program.run("histogram", 1000, 100, program.buffer(pixels), bins,
              static_cast<unsigned>(pixels.size()));
  std::vector<unsigned> expected(256);
  for (unsigned char pixel : pixels) {
    ++expected[pixel];
  }
  EXPECT_EQ(program.read<unsigned>(bins, 256), expected);
}

}  // namespace
