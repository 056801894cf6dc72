// Work-items that return ahead of barriers, or take another branch to them than the next group
// does: whole groups, parts of groups, in loops.

#include <algorithm>
#include <array>

#include "program.h"

namespace {

using programs::Program;

constexpr std::array allOptions = {"",
                                   "-cl-std=CL3.0",
                                   "-cl-kiln-vectorize=never",
                                   "-cl-kiln-vectorize=8",
                                   "-cl-kiln-disable-steps=run-together",
                                   "-cl-opt-disable"};

// In each round fewer work-items are left: first all of the last group return, then parts of one.
TEST(EarlyReturn, InRounds) {
  constexpr int count = 512, size = 64;
  const std::vector<int> limits = {500, 448, 448, 300, 289, 64, 40, 3, 0};
  const int rounds = static_cast<int>(limits.size()) - 1;
  std::vector<int> expected(count, -1);
  for (int item = 0; item < count; ++item) {
    const int first = item / size * size;
    int sum = 0;
    for (int round = 0; round <= rounds && item < limits[round]; ++round) {
      const int left = std::min(size, limits[round] - first);
      sum += first + (item - first + 1) % left + round;
      expected[item] = sum;
    }
  }
  for (const char *options : allOptions) {
    SCOPED_TRACE(options);
    Program program(R"(
      kernel void rounds(global int *out, global const int *limits, int rounds, local int *tile) {
        int item = get_global_id(0), lane = get_local_id(0), size = get_local_size(0);
        if (item >= limits[0]) return;
        int sum = 0;
        for (int round = 0; round < rounds; ++round) {
          tile[lane] = item + round;
          barrier(CLK_LOCAL_MEM_FENCE);
          int left = min(size, limits[round] - (int)get_group_id(0) * size);
          sum += tile[(lane + 1) % left];
          out[item] = sum;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (item >= limits[round + 1]) return;
        }
      })",
                    options);
    auto out = program.buffer(std::vector<int>(count, -1));
    program.run("rounds", count, size, out, program.buffer(limits), rounds,
                cl::Local(size * sizeof(int)));
    EXPECT_EQ(program.read<int>(out, count), expected);
  }
}

// The branch is the same for all work-items of a group, but the compiler cannot know. A product of
// matrices handles the blocks at the edges like this.
TEST(EarlyReturn, BranchesOfWholeGroups) {
  constexpr int count = 224, size = 32, inside = 160;
  std::vector<int> expected(count);
  for (int item = 0; item < count; ++item) {
    const int first = item / size * size;
    for (int round = 0; round < 5; ++round) {
      const int other = first + (item + round) % size;
      expected[item] += item < inside ? other : -2 * other;
    }
  }
  for (const char *options : allOptions) {
    SCOPED_TRACE(options);
    Program program(R"(
      kernel void sides(global int *out, int n, int rounds, local int *tile) {
        int item = get_global_id(0), lane = get_local_id(0), size = get_local_size(0), sum = 0;
        if (item < n) {
          for (int round = 0; round < rounds; ++round) {
            tile[lane] = item;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum += tile[(lane + round) % size];
            barrier(CLK_LOCAL_MEM_FENCE);
          }
        } else {
          for (int round = 0; round < rounds; ++round) {
            tile[lane] = 2 * item;
            barrier(CLK_LOCAL_MEM_FENCE);
            sum -= tile[(lane + round) % size];
            barrier(CLK_LOCAL_MEM_FENCE);
          }
        }
        out[item] = sum;
      })",
                    options);
    auto out = program.buffer(std::vector<int>(count));
    program.run("sides", count, size, out, inside, 5, cl::Local(size * sizeof(int)));
    EXPECT_EQ(program.read<int>(out, count), expected);
  }
}

}  // namespace
