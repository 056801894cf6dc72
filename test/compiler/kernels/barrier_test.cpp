// Barriers in all places, against C++ references, for groups of many shapes, generic and
// specialised code, optimised and not.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "kernel_runner.h"

namespace kernels {
namespace {

/// A kernel's effect on `data`, one int for each work-item, as seen by one work-group: the
/// group's part of data, and the local ids in linear order.
struct Group {
  Size local;
  std::vector<int> &data;
  int size() const { return static_cast<int>(data.size()); }
};
using Reference = std::function<void(Group)>;

class Barrier : public testing::Test {
 protected:
  /// `body` works with `data` (the group's part of the buffer), l (the linear local id) and n (the
  /// work-items of the group); further with t and u (local memory of n ints each) and k (an int
  /// argument). It may call the definitions in `functions`, and has to leave the reference's
  /// result.
  void check(const std::string &body, const Reference &reference, int k = 5,
             const std::string &functions = "") {
    const std::string source = functions + R"(
      kernel void test(global int *all, local int *t, local int *u, int k) {
        int n = get_local_size(0) * get_local_size(1) * get_local_size(2);
        int l = get_local_linear_id();
        int group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                    get_num_groups(0) + get_group_id(0);
        global int *data = all + group * n;
        )" + body + "\n}";
    for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
      Program program(source, options);
      ASSERT_TRUE(program.isBuilt()) << options;
      for (const Grid &grid :
           {Grid{{4, 1, 1}, {1, 1, 1}}, Grid{{32, 1, 1}, {16, 1, 1}}, Grid{{9, 10, 14}, {3, 5, 7}},
            Grid{{8, 8, 2}, {8, 4, 1}}, Grid{{26, 1, 1}, {13, 1, 1}}, Grid{{1, 1, 6}, {1, 1, 3}}}) {
        for (bool specialized : {false, true}) {
          checkOn(program, grid, specialized, reference, k);
        }
      }
    }
  }

 private:
  static void checkOn(Program &program, const Grid &grid, bool specialized,
                      const Reference &reference, int k) {
    std::vector<int> data(grid.items());
    for (size_t i = 0; i < data.size(); ++i) {
      data[i] = static_cast<int>((i * 7919) % 1000);
    }
    std::vector<int> expected = data;
    size_t items = grid.local[0] * grid.local[1] * grid.local[2];
    for (size_t first = 0; first < expected.size(); first += items) {
      std::vector<int> part(expected.begin() + first, expected.begin() + first + items);
      reference({grid.local, part});
      std::ranges::copy(part, expected.begin() + first);
    }
    std::vector<Argument> arguments = {buffer(data), local(items * 4), local(items * 4), value(k)};
    mux_result_t result = specialized ? program.runSpecialized("test", grid, arguments)
                                      : program.run("test", grid, arguments);
    ASSERT_EQ(result, mux_success);
    ASSERT_EQ(data, expected) << "local size " << grid.local[0] << ", " << grid.local[1] << ", "
                              << grid.local[2] << (specialized ? ", specialised" : "");
  }
};

TEST_F(Barrier, Reverses) {
  check(R"(
    t[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[l] = t[n - 1 - l];)",
        [](Group group) { std::ranges::reverse(group.data); });
}

TEST_F(Barrier, SeveralInABlock) {
  check(R"(
    int x = data[l] * 3;
    t[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    int y = t[(l + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = y - x;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    data[l] = t[(l + 2) % n] + y;)",
        [](Group g) {
          std::vector<int> x(g.data), y(g.data);
          for (int &v : x) {
            v *= 3;
          }
          for (int l = 0; l < g.size(); ++l) {
            y[l] = x[(l + 1) % g.size()];
          }
          for (int l = 0; l < g.size(); ++l) {
            g.data[l] = y[(l + 2) % g.size()] - x[(l + 2) % g.size()] + y[l];
          }
        });
}

/// Loop-carried private values, uniform and not, and an argument as a bound.
TEST_F(Barrier, InALoop) {
  check(R"(
    int mine = data[l], other = l;
    for (int i = 0; i < k; ++i) {
      t[l] = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      other ^= t[(l + i) % n];
      mine = mine * 3 + other + i;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[l] = mine - other;)",
        [](Group g) {
          std::vector<int> other(g.size());
          std::iota(other.begin(), other.end(), 0);
          for (int i = 0; i < 5; ++i) {
            std::vector<int> t = g.data;
            for (int l = 0; l < g.size(); ++l) {
              other[l] ^= t[(l + i) % g.size()];
              g.data[l] = static_cast<int>(g.data[l] * 3u + other[l] + i);
            }
          }
          for (int l = 0; l < g.size(); ++l) {
            g.data[l] -= other[l];
          }
        });
}

/// The bound is loaded from memory: uniform, but no analysis can know.
TEST_F(Barrier, InALoopWithABoundInMemory) {
  check(R"(
    t[l] = k + 2;
    u[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < t[i % n]; ++i) {
      int x = u[(l + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      u[l] = x + i;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[l] = u[l];)",
        [](Group g) {
          for (int i = 0; i < 7; ++i) {
            std::ranges::rotate(g.data, g.data.begin() + 1 % g.size());
            for (int &x : g.data) {
              x += i;
            }
          }
        });
}

TEST_F(Barrier, InNestedLoops) {
  check(R"(
    int sum = 0;
    for (int i = 0; i < k; ++i) {
      for (int j = 0; j <= i; ++j) {
        t[l] = data[l] + i * j;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += t[(l + j) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      for (int j = 0; j < 3; ++j) sum += j * i;
      t[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += t[(l + i) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[l] = sum;)",
        [](Group g) {
          int n = g.size();
          std::vector<int> sum(n);
          for (int i = 0; i < 5; ++i) {
            for (int j = 0; j <= i; ++j) {
              for (int l = 0; l < n; ++l) {
                sum[l] += g.data[(l + j) % n] + i * j;
              }
            }
            for (int &s : sum) {
              s += 3 * i;
            }
            std::vector<int> t = sum;
            for (int l = 0; l < n; ++l) {
              sum[l] += t[(l + i) % n];
            }
          }
          g.data = sum;
        });
}

TEST_F(Barrier, UnderUniformConditions) {
  check(R"(
    int x = data[l];
    if (k > 3) {
      t[l] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      x += t[n - 1 - l];
    } else {
      barrier(CLK_LOCAL_MEM_FENCE);
      x = 0;
    }
    if (get_num_groups(0) > 1000) barrier(CLK_GLOBAL_MEM_FENCE);
    data[l] = x;)",
        [](Group g) {
          std::vector<int> t = g.data;
          for (int l = 0; l < g.size(); ++l) {
            g.data[l] += t[g.size() - 1 - l];
          }
        });
}

TEST_F(Barrier, InASwitchAndAnEndlessLoop) {
  check(R"(
    int round = 0, x = data[l];
    while (1) {
      switch ((round + k) % 3) {
        case 0:
          t[l] = x;
          barrier(CLK_LOCAL_MEM_FENCE);
          x = t[(l + 1) % n];
          break;
        case 1:
          x += round;
        case 2:
          u[l] = x;
          barrier(CLK_LOCAL_MEM_FENCE);
          x += u[n - 1 - l];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (++round == 7) break;
    }
    data[l] = x;)",
        [](Group g) {
          int n = g.size();
          for (int round = 0; round < 7; ++round) {
            int choice = (round + 5) % 3;
            if (choice == 0) {
              std::ranges::rotate(g.data, g.data.begin() + 1 % n);
              continue;
            }
            for (int &x : g.data) {
              x += choice == 1 ? round : 0;
            }
            std::vector<int> u = g.data;
            for (int l = 0; l < n; ++l) {
              g.data[l] += u[n - 1 - l];
            }
          }
        });
}

TEST_F(Barrier, InCalledFunctions) {
  check(
      R"(
    int a = shift(t, data[l], l, n);
    int b = shift(t, a + l, l, n);
    if (k == 5) b += outer(t, b, l, n);
    data[l] = a * 100 + b;)",
      [](Group g) {
        int n = g.size();
        std::vector<int> a = g.data;
        std::ranges::rotate(a, a.begin() + 1 % n);
        std::vector<int> b = a;
        for (int l = 0; l < n; ++l) {
          b[l] += l;
        }
        std::ranges::rotate(b, b.begin() + 1 % n);
        std::vector<int> c = b;
        std::ranges::rotate(c, c.begin() + 1 % n);
        std::ranges::rotate(c, c.begin() + 1 % n);
        for (int l = 0; l < n; ++l) {
          g.data[l] = a[l] * 100 + b[l] + c[l];
        }
      },
      5, R"(
      __attribute__((noinline)) int shift(local int *t, int x, int l, int n) {
        t[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        int result = t[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        return result;
      }
      int outer(local int *t, int x, int l, int n) {
        for (int i = 0; i < 2; ++i) x = shift(t, x, l, n);
        return x;
      })");
}

/// Some return before the barriers, others between them; the rest goes on.
TEST_F(Barrier, AfterEarlyReturns) {
  check(R"(
    if (l % 3 == 1) { data[l] = -1; return; }
    t[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = 0;
    for (int i = 0; i < k; ++i) {
      x += t[l] + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      t[l] += 1;
      if (l == i * 2) { data[l] = x + 100000; return; }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    data[l] = x;)",
        [](Group g) {
          for (int l = 0; l < g.size(); ++l) {
            if (l % 3 == 1) {
              g.data[l] = -1;
              continue;
            }
            int x = 0, t = g.data[l];
            bool ended = false;
            for (int i = 0; i < 5 && !ended; ++i) {
              x += t++ + i;
              ended = l == i * 2;
            }
            g.data[l] = ended ? x + 100000 : x;
          }
        });
}

/// The first work-item ends first, and all may.
TEST_F(Barrier, AfterTheFirstReturned) {
  check(R"(
    if (l < k) { data[l] += 1; return; }
    t[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    data[l] = t[n - 1 - (l - k)];)",
        [](Group g) {
          std::vector<int> t = g.data;
          for (int l = 0; l < g.size(); ++l) {
            g.data[l] = l < 5 ? t[l] + 1 : t[g.size() - 1 - (l - 5)];
          }
        });
}

TEST_F(Barrier, Reduces) {
  check(R"(
    t[l] = data[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int width = n; width > 1;) {
      int rest = (width + 1) / 2;
      if (l + rest < width) t[l] += t[l + rest];
      barrier(CLK_LOCAL_MEM_FENCE);
      width = rest;
    }
    data[l] = t[0];)",
        [](Group g) {
          int sum = std::accumulate(g.data.begin(), g.data.end(), 0);
          std::ranges::fill(g.data, sum);
        });
}

TEST_F(Barrier, Scans) {
  check(R"(
    int x = data[l];
    local int *from = t, *to = u;
    from[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < n; distance *= 2) {
      to[l] = l >= distance ? from[l] + from[l - distance] : from[l];
      barrier(CLK_LOCAL_MEM_FENCE);
      local int *swap = from; from = to; to = swap;
    }
    data[l] = from[l];)",
        [](Group g) { std::partial_sum(g.data.begin(), g.data.end(), g.data.begin()); });
}

TEST_F(Barrier, SortsBitonically) {
  check(R"(
    t[l] = data[l];
    int count = 1;
    while (count * 2 <= n) count *= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = 2; size <= count; size *= 2) {
      for (int stride = size / 2; stride > 0; stride /= 2) {
        int partner = l ^ stride;
        if (l < count && partner > l) {
          bool up = (l & size) == 0;
          if ((t[l] > t[partner]) == up) { int x = t[l]; t[l] = t[partner]; t[partner] = x; }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
    }
    data[l] = t[l];)",
        [](Group g) {
          int count = 1;
          while (count * 2 <= g.size()) {
            count *= 2;
          }
          std::sort(g.data.begin(), g.data.begin() + count);
        });
}

/// Arrays in private memory hold their contents across barriers, and addresses stay good.
TEST_F(Barrier, KeepsPrivateArrays) {
  check(R"(
    int a[4], b[2];
    struct { char c; double d; int *p; } s;
    s.p = &a[l & 3];
    for (int i = 0; i < 4; ++i) a[i] = data[l] + i;
    t[l] = a[l & 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    *s.p += t[(l + 1) % n];
    s.d = a[0];
    for (int i = 0; i < k; ++i) {
      int scratch[8];
      for (int j = 0; j < 8; ++j) scratch[j] = i * j + l;
      b[i & 1] = scratch[(l + i) & 7];
      barrier(CLK_LOCAL_MEM_FENCE);
      a[i & 3] += b[i & 1];
    }
    data[l] = a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3] + (int)s.d;)",
        [](Group g) {
          std::vector<int> before = g.data;
          for (int l = 0; l < g.size(); ++l) {
            int a[4];
            for (int i = 0; i < 4; ++i) {
              a[i] = before[l] + i;
            }
            int next = (l + 1) % g.size();
            a[l & 3] += before[next] + (next & 3);
            int d = a[0];
            for (int i = 0; i < 5; ++i) {
              a[i & 3] += i * ((l + i) & 7) + l;
            }
            g.data[l] = a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3] + d;
          }
        });
}

TEST_F(Barrier, WithControlFlowThatNoLoopDescribes) {
  check(R"(
    int x = data[l], i = 0;
    if (k & 1) goto middle;
  top:
    t[l] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    x = t[(l + 1) % n];
  middle:
    barrier(CLK_LOCAL_MEM_FENCE);
    x += i++;
    if (i < 6) goto top;
    data[l] = x;)",
        [](Group g) {
          for (int i = 0; i < 6; ++i) {
            if (i > 0) {
              std::ranges::rotate(g.data, g.data.begin() + 1 % g.size());
            }
            for (int &x : g.data) {
              x += i;
            }
          }
        });
}

TEST_F(Barrier, WithLocalVariables) {
  check(R"(
    local int total;
    local int4 parts[2];
    if (l == 0) { total = k; parts[1] = (int4)(1, 2, 3, 4); }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&total, data[l]);
    barrier(CLK_LOCAL_MEM_FENCE);
    data[l] = total + parts[1].z;)",
        [](Group g) {
          int sum = std::accumulate(g.data.begin(), g.data.end(), 5);
          std::ranges::fill(g.data, sum + 3);
        });
}

TEST_F(Barrier, InAsynchronousCopies) {
  check(R"(
    event_t event = async_work_group_copy(t, data, n, 0);
    wait_group_events(1, &event);
    u[l] = t[n - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(data, u, n, 0);
    wait_group_events(1, &event);)",
        [](Group g) { std::ranges::reverse(g.data); });
}

TEST(BarrierShapes, TransposesTiles) {
  Program program(R"(
    kernel void transpose(global float *out, global const float *in, int width, int height) {
      local float tile[16][17];
      int x = get_group_id(0) * 16 + get_local_id(0), y = get_group_id(1) * 16 + get_local_id(1);
      if (x < width && y < height) tile[get_local_id(1)][get_local_id(0)] = in[y * width + x];
      barrier(CLK_LOCAL_MEM_FENCE);
      x = get_group_id(1) * 16 + get_local_id(0);
      y = get_group_id(0) * 16 + get_local_id(1);
      if (x < height && y < width) out[y * height + x] = tile[get_local_id(0)][get_local_id(1)];
    })");
  int width = 40, height = 70;
  std::vector<float> in(width * height), out(width * height);
  std::iota(in.begin(), in.end(), 0.0f);
  ASSERT_EQ(program.run("transpose", {{48, 80, 1}, {16, 16, 1}},
                        {buffer(out), buffer(in), value(width), value(height)}),
            mux_success);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      ASSERT_EQ(out[x * height + y], in[y * width + x]);
    }
  }
}

/// Where the local size does not divide the global size, the last groups are smaller.
TEST(BarrierShapes, RunsPartialGroups) {
  Program program(R"(
    kernel void partial(global int *out, local int *t, int width) {
      int lx = get_local_id(0), ly = get_local_id(1);
      int w = get_local_size(0), h = get_local_size(1);
      t[ly * w + lx] = get_global_id(1) * width + get_global_id(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(1) * width + get_global_id(0)] = t[(h - 1 - ly) * w + (w - 1 - lx)];
    })",
                  "-cl-std=CL3.0");
  int width = 10, height = 7;
  std::vector<int> out(width * height);
  if (program.descriptor("partial").flags & mux_kernel_uniform_groups_only) {
    GTEST_SKIP() << "the program was built for groups of one size";
  }
  ASSERT_EQ(program.run("partial", {{10, 7, 1}, {4, 3, 1}}, {buffer(out), local(64), value(width)}),
            mux_success);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int fx = x / 4 * 4, fy = y / 3 * 3;
      int w = std::min(4, width - fx), h = std::min(3, height - fy);
      int expected = (fy + h - 1 - (y - fy)) * width + fx + w - 1 - (x - fx);
      ASSERT_EQ(out[y * width + x], expected);
    }
  }
}

/// 4,096 work-items with 64 KB of private data each: a frame of 256 MB.
TEST(BarrierShapes, HoldsLargeFrames) {
  Program program(R"(
    kernel void large(global int *out, int rounds) {
      int numbers[16384];
      int l = get_local_id(0);
      for (int i = 0; i < 16384; i += 16) numbers[i] = l + i;
      for (int r = 0; r < rounds; ++r) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        numbers[(l + r) & 16383 & ~15] += r;
      }
      int sum = 0;
      for (int i = 0; i < 16384; i += 16) sum += numbers[i];
      out[get_global_id(0)] = sum;
    })");
  mux_kernel_descriptor_t descriptor = program.descriptor("large");
  EXPECT_GE(descriptor.frame_item_size, 65536u);
  EXPECT_TRUE(descriptor.flags & mux_kernel_has_barriers);
  const uint64_t items = std::min<uint64_t>(4096, program.maxWorkGroupSize());
  std::vector<int> out(items);
  int rounds = 3;
  ASSERT_EQ(program.run("large", {{items, 1, 1}, {items, 1, 1}}, {buffer(out), value(rounds)}),
            mux_success);
  for (size_t l = 0; l < items; ++l) {
    ASSERT_EQ(out[l], static_cast<int>(l) * 1024 + 16 * 1023 * 512 + 3);
  }
}

}  // namespace
}  // namespace kernels
