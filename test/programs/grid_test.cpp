// Grids and dynamic programming: halos in local memory, loops with an early end for all work-items
// together, work-items dropping out of the computation but not out of the barriers.

#include <algorithm>

#include "program.h"

namespace {

using programs::expectNear;
using programs::Program;
using programs::random;

TEST(PathFinder, PyramidOfRowsPerLaunch) {
  Program program(R"(
    kernel void walk(int iterations, global const int *wall, global const int *from,
                     global int *to, int columns, int start, int border,
                     local int *previous, local int *result) {
      int size = get_local_size(0), lane = get_local_id(0);
      int inner = size - iterations * border * 2;
      int first = inner * (int)get_group_id(0) - border * iterations;
      int column = first + lane;
      int validMin = first < 0 ? -first : 0;
      int validMax = first + size > columns ? size - 1 - (first + size - columns) : size - 1;
      int west = max(lane - 1, validMin), east = min(lane + 1, validMax);
      bool valid = lane >= validMin && lane <= validMax;
      if (column >= 0 && column < columns) previous[lane] = from[column];
      barrier(CLK_LOCAL_MEM_FENCE);
      bool computed = false;
      for (int i = 0; i < iterations; ++i) {
        computed = false;
        if (lane >= i + 1 && lane <= size - i - 2 && valid) {
          computed = true;
          int shortest = min(min(previous[west], previous[lane]), previous[east]);
          result[lane] = shortest + wall[columns * (start + i) + column];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == iterations - 1) break;
        if (computed) previous[lane] = result[lane];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (computed) to[column] = result[lane];
    })");
  constexpr int columns = 500, rows = 21, step = 4, group = 64, inner = group - 2 * step;
  auto wall = random<int>(columns * rows, 0, 9);
  std::vector<int> expected(wall.begin(), wall.begin() + columns);
  auto from = program.buffer(expected), to = program.buffer(expected);
  auto rest = program.buffer(std::vector<int>(wall.begin() + columns, wall.end()));
  for (int row = 0; row < rows - 1; row += step) {
    int groups = (columns + inner - 1) / inner;
    program.run("walk", groups * group, group, step, rest, from, to, columns, row, 1,
                cl::Local(group * sizeof(int)), cl::Local(group * sizeof(int)));
    std::swap(from, to);
  }
  for (int row = 1; row < rows; ++row) {
    auto above = expected;
    for (int x = 0; x < columns; ++x) {
      int left = above[std::max(x - 1, 0)], right = above[std::min(x + 1, columns - 1)];
      expected[x] = std::min({left, above[x], right}) + wall[row * columns + x];
    }
  }
  EXPECT_EQ(program.read<int>(from, columns), expected);
}

TEST(NeedlemanWunsch, DiagonalsInsideOfATile) {
  Program program(R"(
    #define B 16
    kernel void diagonal_of_tiles(global const int *similarity, global int *score, int width,
                                  int penalty, int diagonal, int firstTile) {
      local int tile[B + 1][B + 1], own[B][B];
      int lane = get_local_id(0);
      int by = firstTile + get_group_id(0), bx = diagonal - by;
      int base = (by * B) * width + bx * B;
      if (lane == 0) tile[0][0] = score[base];
      for (int i = 0; i < B; ++i) own[i][lane] = similarity[base + (i + 1) * width + lane + 1];
      tile[lane + 1][0] = score[base + (lane + 1) * width];
      tile[0][lane + 1] = score[base + lane + 1];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int m = 0; m < 2 * B - 1; ++m) {
        int x = m < B ? lane : lane + m - B + 1, y = m < B ? m - lane : B - 1 - lane;
        if (lane <= (m < B ? m : 2 * B - 2 - m))
          tile[y + 1][x + 1] = max(tile[y][x] + own[y][x],
                                   max(tile[y + 1][x] - penalty, tile[y][x + 1] - penalty));
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      for (int i = 0; i < B; ++i) score[base + (i + 1) * width + lane + 1] = tile[i + 1][lane + 1];
    })");
  constexpr int tiles = 5, n = 16 * tiles, width = n + 1, penalty = 10;
  auto similarity = random<int>(width * width, -10, 10);
  std::vector<int> score(width * width);
  for (int i = 1; i <= n; ++i) {
    score[i * width] = score[i] = -penalty * i;
  }
  auto device = program.buffer(score), dsim = program.buffer(similarity);
  for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
    int first = std::max(0, diagonal - tiles + 1), last = std::min(diagonal, tiles - 1);
    program.run("diagonal_of_tiles", 16 * (last - first + 1), 16, dsim, device, width, penalty,
                diagonal, first);
  }
  for (int y = 1; y <= n; ++y) {
    for (int x = 1; x <= n; ++x) {
      score[y * width + x] =
          std::max({score[(y - 1) * width + x - 1] + similarity[y * width + x],
                    score[(y - 1) * width + x] - penalty, score[y * width + x - 1] - penalty});
    }
  }
  EXPECT_EQ(program.read<int>(device, score.size()), score);
}

TEST(HotSpot, SeveralStepsPerLaunchWithAHalo) {
  Program program(R"(
    #define B 16
    kernel void heat(int steps, global const float *power, global const float *from,
                     global float *to, int n) {
      local float now[B][B], next[B][B];
      int x = get_local_id(0), y = get_local_id(1), inner = B - 2 * steps;
      int gx = inner * (int)get_group_id(0) - steps + x, gy = inner * (int)get_group_id(1) - steps + y;
      bool inside = gx >= 0 && gx < n && gy >= 0 && gy < n;
      if (inside) now[y][x] = from[gy * n + gx];
      barrier(CLK_LOCAL_MEM_FENCE);
      bool computed = false;
      for (int i = 0; i < steps; ++i) {
        computed = inside && x > i && x < B - 1 - i && y > i && y < B - 1 - i;
        if (computed) {
          int w = gx == 0 ? x : x - 1, e = gx == n - 1 ? x : x + 1;
          int s = gy == 0 ? y : y - 1, d = gy == n - 1 ? y : y + 1;
          next[y][x] = now[y][x] + 0.1f * (now[y][w] + now[y][e] + now[s][x] + now[d][x]
                                          - 4.0f * now[y][x]) + power[gy * n + gx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (computed) now[y][x] = next[y][x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (computed) to[gy * n + gx] = now[y][x];
    })");
  constexpr int n = 50, steps = 3, inner = 16 - 2 * steps, groups = (n + inner - 1) / inner;
  auto heat = random<float>(n * n, 20, 80), power = random<float>(n * n, 0, 1, 2);
  auto to = program.buffer(std::vector<float>(n * n));
  program.run("heat", cl::NDRange(16 * groups, 16 * groups), cl::NDRange(16, 16), steps,
              program.buffer(power), program.buffer(heat), to, n);
  for (int step = 0; step < steps; ++step) {
    auto old = heat;
    auto at = [&](int y, int x) {
      return old[std::clamp(y, 0, n - 1) * n + std::clamp(x, 0, n - 1)];
    };
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        heat[y * n + x] =
            at(y, x) +
            0.1f * (at(y, x - 1) + at(y, x + 1) + at(y - 1, x) + at(y + 1, x) - 4.0f * at(y, x)) +
            power[y * n + x];
      }
    }
  }
  expectNear(program.read<float>(to, n * n), heat, 1e-5);
}

TEST(BreadthFirstSearch, FrontiersOfAGraph) {
  Program program(R"(
    struct node { int start; int count; };
    kernel void expand(global const struct node *nodes, global const int *edges, global char *mask,
                       global char *updating, global const char *visited, global int *cost, int n) {
      int id = get_global_id(0);
      if (id < n && mask[id]) {
        mask[id] = 0;
        for (int i = nodes[id].start; i < nodes[id].start + nodes[id].count; ++i) {
          int to = edges[i];
          if (!visited[to]) { cost[to] = cost[id] + 1; updating[to] = 1; }
        }
      }
    }
    kernel void update(global char *mask, global char *updating, global char *visited,
                       global int *again, int n) {
      int id = get_global_id(0);
      if (id < n && updating[id]) { mask[id] = 1; visited[id] = 1; *again = 1; updating[id] = 0; }
    })");
  constexpr int n = 1500;
  auto edges = random<int>(n * 3, 0, n - 1);
  std::vector<cl_int2> nodes(n);
  for (int i = 0; i < n; ++i) {
    nodes[i] = {{3 * i, 1 + i % 3}};
  }
  std::vector<char> flags(n), first(n);
  std::vector<int> cost(n, -1);
  first[0] = 1;
  cost[0] = 0;
  auto dn = program.buffer(nodes), de = program.buffer(edges), mask = program.buffer(first);
  auto updating = program.buffer(flags), visited = program.buffer(first), dc = program.buffer(cost);
  for (int again = 1, rounds = 0; again && rounds < n; ++rounds) {
    auto flag = program.buffer(std::vector<int>{0});
    program.run("expand", 1536, 256, dn, de, mask, updating, visited, dc, n);
    program.run("update", 1536, 256, mask, updating, visited, flag, n);
    again = program.read<int>(flag, 1)[0];
  }
  std::vector<int> open{0};
  for (size_t i = 0; i < open.size(); ++i) {
    for (int k = 0; k < nodes[open[i]].s[1]; ++k) {
      int to = edges[nodes[open[i]].s[0] + k];
      if (to < n && cost[to] < 0) {
        cost[to] = cost[open[i]] + 1;
        open.push_back(to);
      }
    }
  }
  EXPECT_EQ(program.read<int>(dc, n), cost);
}

// Vectors run along the dimension of contiguous memory, and the driver may give flat work-groups
// more work-items there. Each element is counted once.
TEST(Rows, AlongTheDimensionOfMemory) {
  Program program(R"(
    kernel void second(global int *counts) {
      counts[get_global_id(0) * get_global_size(1) + get_global_id(1)] += 1 + get_global_id(0);
    }
    kernel void third(global int *counts) {
      size_t line = get_global_id(0) * get_global_size(1) + get_global_id(1);
      counts[line * get_global_size(2) + get_global_id(2)] += 1 + get_global_id(0);
    })");
  constexpr int lines = 48, length = 256;
  std::vector<int> once(lines * length);
  for (size_t i = 0; i < once.size(); ++i) {
    once[i] = 1 + static_cast<int>(i / length);
  }
  const cl::NDRange flat[] = {{8, 1}, {3, 4}, {16, 2}, {1, 1}};
  for (const cl::NDRange &local : flat) {
    const auto counts = program.buffer(std::vector<int>(once.size()));
    program.run("second", cl::NDRange(lines, length), local, counts);
    EXPECT_EQ(program.read<int>(counts, once.size()), once) << local.get()[0];
  }
  const cl::NDRange deep[] = {{8, 1, 1}, {3, 2, 2}, {1, 1, 8}};
  for (const cl::NDRange &local : deep) {
    const auto counts = program.buffer(std::vector<int>(once.size()));
    program.run("third", cl::NDRange(lines, 4, length / 4), local, counts);
    EXPECT_EQ(program.read<int>(counts, once.size()), once) << local.get()[0];
  }
}

}  // namespace
