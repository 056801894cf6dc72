// Kernels without barriers: ids, arguments, private memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "kernel_runner.h"

namespace kernels {
namespace {

using testing::Each;

TEST(WorkItem, AddsVectors) {
  Program program(R"(
    kernel void add(global const float *a, global const float *b, global float *c, int n) {
      int i = get_global_id(0);
      if (i < n) c[i] = a[i] + b[i];
    })");
  std::vector<float> a(1000), b(1000), c(1024, -1);
  std::iota(a.begin(), a.end(), 0.0f);
  std::iota(b.begin(), b.end(), 5.0f);
  int n = 1000;
  ASSERT_EQ(
      program.run("add", {{1024, 1, 1}, {64, 1, 1}}, {buffer(a), buffer(b), buffer(c), value(n)}),
      mux_success);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(c[i], a[i] + b[i]) << i;
  }
  EXPECT_EQ(c[1000], -1);
}

/// Every work-item function, for groups of all shapes, partial ones at the edges, offsets.
TEST(WorkItem, KnowsItsPlace) {
  const std::string source = R"(
    kernel void place(global ulong *out, uint width, uint height) {
      size_t x = get_global_id(0) - get_global_offset(0);
      size_t y = get_global_id(1) - get_global_offset(1);
      size_t z = get_global_id(2) - get_global_offset(2);
      global ulong *p = out + ((z * height + y) * width + x) * 32;
      for (uint d = 0; d < 3; ++d) {
        p[d] = get_global_id(d);
        p[3 + d] = get_local_id(d);
        p[6 + d] = get_group_id(d);
        p[9 + d] = get_local_size(d);
        p[12 + d] = get_num_groups(d);
        p[15 + d] = get_global_size(d);
        p[18 + d] = get_global_offset(d);
        p[21 + d] = get_enqueued_local_size(d);
      }
      p[24] = get_global_linear_id();
      p[25] = get_local_linear_id();
      p[26] = get_work_dim();
      p[27] = get_global_id(width + 3) + get_local_size(width + 7);
    })";
  Program program(source, "-cl-std=CL3.0");
  for (const Grid &grid : {Grid{{12, 6, 4}, {4, 3, 2}, {0, 0, 0}}, Grid{{8, 8, 1}, {1, 1, 1}},
                           Grid{{12, 10, 14}, {3, 5, 7}, {10, 20, 30}},
                           Grid{{5, 1, 1}, {5, 1, 1}, {1ull << 40, 0, 0}}}) {
    std::vector<uint64_t> out(grid.items() * 32, 0);
    auto [width, height, depth] = grid.global;
    uint32_t w = width, h = height;
    ASSERT_EQ(program.run("place", grid, {buffer(out), value(w), value(h)}), mux_success);
    for (uint64_t item = 0; item < grid.items(); ++item) {
      const uint64_t id[3] = {item % width, item / width % height, item / width / height};
      const uint64_t *p = &out[item * 32];
      uint64_t linear = 0;
      for (unsigned d = 3; d-- > 0;) {
        ASSERT_EQ(p[d], id[d] + grid.offset[d]);
        ASSERT_EQ(p[3 + d], id[d] % grid.local[d]);
        ASSERT_EQ(p[6 + d], id[d] / grid.local[d]);
        ASSERT_EQ(p[9 + d], grid.local[d]);
        ASSERT_EQ(p[12 + d], grid.global[d] / grid.local[d]);
        ASSERT_EQ(p[15 + d], grid.global[d]);
        ASSERT_EQ(p[18 + d], grid.offset[d]);
        ASSERT_EQ(p[21 + d], grid.local[d]);
        linear = linear * grid.local[d] + id[d] % grid.local[d];
      }
      ASSERT_EQ(p[24], item);
      ASSERT_EQ(p[25], linear);
      ASSERT_EQ(p[26], 3u);
      ASSERT_EQ(p[27], 1u);
    }
  }
}

TEST(WorkItem, TakesArgumentsOfAllKinds) {
  struct Pair {
    char tag;
    int numbers[5];
  };
  Program program(R"(
    struct Pair { char tag; int numbers[5]; };
    kernel void all(char c, float4 v, struct Pair read, global int *out, short3 s,
                    struct Pair changed, double d, constant int *table, local int *scratch) {
      int i = get_global_id(0);
      changed.numbers[i % 5] += i;
      scratch[0] = i;
      out[i] = c + (int)(v.x + v.y + v.z + v.w) + read.numbers[i % 5] + s.z +
               changed.numbers[i % 5] + changed.tag + (int)d + table[i] + scratch[0];
    })");
  std::vector<int> out(20), table(20);
  std::iota(table.begin(), table.end(), 1000);
  char c = 3;
  alignas(16) float v[4] = {1, 2, 3, 4};
  Pair read = {1, {10, 20, 30, 40, 50}};
  Pair changed = {7, {100, 200, 300, 400, 500}};
  alignas(8) int16_t s[4] = {1, 2, 9, 0};
  double d = 17.5;
  ASSERT_EQ(program.run("all", {{20, 1, 1}, {10, 1, 1}},
                        {value(c), value(v), value(read), buffer(out), value(s), value(changed),
                         value(d), buffer(table), local(16)}),
            mux_success);
  for (int i = 0; i < 20; ++i) {
    // Each work-item has its own copy of `changed`.
    int expected =
        3 + 10 + read.numbers[i % 5] + 9 + changed.numbers[i % 5] + i + 7 + 17 + table[i] + i;
    EXPECT_EQ(out[i], expected) << i;
  }
}

TEST(WorkItem, KeepsLargePrivateArraysOffTheStack) {
  Program program(R"(
    kernel void large(global int *out) {
      int numbers[16384];
      int i = get_global_id(0);
      for (int k = 0; k < 16384; ++k) numbers[k] = k ^ i;
      int sum = 0;
      for (int k = 0; k < 16384; ++k) sum += numbers[(k * 7 + i) & 16383];
      out[i] = sum;
    })",
                  "-cl-opt-disable");
  std::vector<int> out(64);
  ASSERT_EQ(program.run("large", {{64, 1, 1}, {32, 1, 1}}, {buffer(out)}), mux_success);
  EXPECT_THAT(out, Each(16383 * 8192));
  EXPECT_GE(program.descriptor("large").frame_fixed_size, 65536u);
}

/// Functions not inlined know their work-item, too.
TEST(WorkItem, IsKnownToFunctions) {
  for (const char *options : {"", "-cl-opt-disable"}) {
    Program program(R"(
      __attribute__((noinline)) size_t deep(int d) { return get_global_id(d) * 10; }
      __attribute__((noinline)) size_t middle(int d) { return deep(d) + get_local_id(d); }
      kernel void call(global int *out) {
        out[get_global_id(0)] = middle(0) + middle(1);
      })",
                    options);
    std::vector<int> out(30);
    ASSERT_EQ(program.run("call", {{30, 1, 1}, {6, 1, 1}}, {buffer(out)}), mux_success);
    for (int i = 0; i < 30; ++i) {
      EXPECT_EQ(out[i], i * 10 + i % 6);
    }
  }
}

TEST(WorkItem, MayHaveNamesOfTheLibrary) {
  Program program(R"(
    void memset(global int *p, int n) { for (int i = 0; i < n; ++i) p[i] = 41; }
    kernel void memcpy(global int *p) { memset(p + get_global_id(0) * 64, 64); }
    kernel void sqrtf(global int *p) { struct { int v[200]; } a = {{0}}, b;
      for (int i = 0; i < 200; ++i) a.v[i] = p[i]; b = a; p[get_global_id(0)] = b.v[3] + 1; })",
                  "-cl-opt-disable");
  std::vector<int> p(256);
  ASSERT_EQ(program.run("memcpy", {{4, 1, 1}, {2, 1, 1}}, {buffer(p)}), mux_success);
  EXPECT_THAT(p, Each(41));
  ASSERT_EQ(program.run("sqrtf", {{1, 1, 1}, {1, 1, 1}}, {buffer(p)}), mux_success);
  EXPECT_EQ(p[0], 42);
}

/// A linker would take them for the program's entry, and for code to run on load.
TEST(WorkItem, MayHaveNamesOfTheLinker) {
  for (const char *name : {"_start", "_init", "_fini", "_end"}) {
    Program program("kernel void " + std::string(name) + "(global int *p) { *p = 7; }");
    ASSERT_TRUE(program.isBuilt()) << name;
    std::vector<int> p(1);
    ASSERT_EQ(program.run(name, {}, {buffer(p)}), mux_success);
    EXPECT_EQ(p[0], 7) << name;
  }
}

}  // namespace
}  // namespace kernels
