// Work-group functions (OpenCL C 3.0, 6.15.16) beside sums over the same work-items in C++.

#include "groups.h"

namespace {

using namespace programs;

template <class T>
class Collectives : public testing::Test {};
using Types = testing::Types<cl_int, cl_uint, cl_long, cl_ulong, cl_float, cl_double>;
TYPED_TEST_SUITE(Collectives, Types);

template <class T>
void compare(const char *options) {
  for (const Operation<T> &operation : operationsOf<T>()) {
    const std::string names =
        std::string("-cl-std=CL3.0 -DT=") + TypeName<T>::text + " -DREDUCE=work_group_reduce_" +
        operation.name + " -DINCLUSIVE=work_group_scan_inclusive_" + operation.name +
        " -DEXCLUSIVE=work_group_scan_exclusive_" + operation.name + " " + options;
    Program program(R"(
      kernel void k(global const T *in, global T *reduced, global T *inclusive,
                    global T *exclusive) {
        size_t i = get_global_linear_id();
        T x = in[i];
        reduced[i] = REDUCE(x);
        inclusive[i] = INCLUSIVE(x);
        exclusive[i] = EXCLUSIVE(x);
      })",
                    names.c_str());
    for (const Launch &launch : launches) {
      const size_t count = sizeOf(launch.global);
      const auto in = std::is_unsigned_v<T> ? random<T>(count, 0, 2000)
                                            : random<T>(count, static_cast<T>(-1000), 1000);
      cl::Buffer out[3];
      for (cl::Buffer &buffer : out) {
        buffer = program.buffer(std::vector<T>(count, 77));
      }
      program.run("k", launch.global, launch.local, program.buffer(in), out[0], out[1], out[2]);
      const auto reduced = program.read<T>(out[0], count);
      const auto inclusive = program.read<T>(out[1], count);
      const auto exclusive = program.read<T>(out[2], count);
      forEachGroup(launch, [&](const std::vector<size_t> &items) {
        T sum = operation.identity;
        const double scale = 1000.0 * static_cast<double>(items.size());
        for (size_t place : items) {
          expectEqual(exclusive[place], sum, scale, operation.name);
          sum = operation.combine(sum, in[place]);
          expectEqual(inclusive[place], sum, scale, operation.name);
        }
        for (size_t place : items) {
          expectEqual(reduced[place], sum, scale, operation.name);
        }
      });
    }
  }
}

TYPED_TEST(Collectives, ReduceAndScan) {
  compare<TypeParam>("");
}
TYPED_TEST(Collectives, ReduceAndScanUnoptimized) {
  compare<TypeParam>("-cl-opt-disable");
}

TEST(Votes, AllAndAny) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    Program program(R"(
      kernel void k(global const int *in, global int *all, global int *any) {
        size_t i = get_global_linear_id();
        all[i] = work_group_all(in[i] & 256);
        any[i] = work_group_any(in[i] & 512);
      })",
                    options);
    for (const Launch &launch : launches) {
      std::vector<int> in(sizeOf(launch.global), 256);
      for (size_t i = 0; i < in.size(); i += 129) {
        in[i] = i % 2 ? 512 : 768;
      }
      auto all = program.buffer(in);
      auto any = program.buffer(in);
      program.run("k", launch.global, launch.local, program.buffer(in), all, any);
      const auto gotAll = program.read<int>(all, in.size());
      const auto gotAny = program.read<int>(any, in.size());
      forEachGroup(launch, [&](const std::vector<size_t> &items) {
        auto has = [&](int bit) { return [&, bit](size_t i) { return (in[i] & bit) != 0; }; };
        for (size_t place : items) {
          ASSERT_EQ(gotAll[place] != 0, std::ranges::all_of(items, has(256))) << place;
          ASSERT_EQ(gotAny[place] != 0, std::ranges::any_of(items, has(512))) << place;
        }
      });
    }
  }
}

TEST(Broadcast, ByTheIdsOfEachDimension) {
  Program program(R"(
    kernel void k1(global const long *in, global long *out, int x) {
      size_t i = get_global_linear_id();
      out[i] = work_group_broadcast(in[i], x);
    }
    kernel void k2(global const long *in, global long *out, int x, int y) {
      size_t i = get_global_linear_id();
      out[i] = work_group_broadcast(in[i], x, y);
    }
    kernel void k3(global const long *in, global long *out, int x, int y, int z) {
      size_t i = get_global_linear_id();
      out[i] = work_group_broadcast(in[i], x, y, z) + work_group_broadcast(in[i], 0, 1, 1);
    })",
                  "-cl-std=CL3.0");
  const auto in = random<cl_long>(6 * 10 * 14, -1000000, 1000000);
  auto out = program.buffer(in);
  auto check = [&](const Launch &launch, const std::function<cl_long(std::vector<size_t>)> &value) {
    const auto got = program.read<cl_long>(out, in.size());
    forEachGroup(launch, [&](const std::vector<size_t> &items) {
      for (size_t place : items) {
        ASSERT_EQ(got[place], value(items)) << place;
      }
    });
  };
  program.run("k1", in.size(), 60, program.buffer(in), out, 17);
  check({in.size(), 60}, [&](const auto &items) { return in[items[17]]; });
  program.run("k2", {60, 14}, {12, 7}, program.buffer(in), out, 5, 6);
  check({{60, 14}, {12, 7}}, [&](const auto &items) { return in[items[5 + 6 * 12]]; });
  program.run("k3", {6, 10, 14}, {3, 5, 7}, program.buffer(in), out, 2, 1, 4);
  check({{6, 10, 14}, {3, 5, 7}}, [&](const auto &items) {
    return in[items[2 + 3 * (1 + 5 * 4)]] + in[items[3 * (1 + 5 * 1)]];
  });
}

/// The kernel's results below in x and `largest`, for one group.
int runRounds(std::vector<int> &x, int rounds) {
  int largest = -1;
  for (int round = 0; round < rounds; ++round) {
    int before = 0;
    int sum = 0;
    for (int value : x) {
      sum += before;
      before += value + round;
    }
    if (sum % 2 == 0) {
      int most = x[0];
      for (size_t i = 0; i < x.size(); ++i) {
        most = std::max(most, x[i]);
        x[i] = most - 3 * static_cast<int>(i);
      }
    } else if (std::ranges::any_of(x, [](int value) { return value > 500; })) {
      for (int &value : x) {
        value -= largest;
      }
    }
    largest = std::numeric_limits<int>::min();
    for (int value : x) {
      largest = std::max(largest, value ^ round);
    }
    if (largest < 0) {
      break;
    }
  }
  return largest;
}

TEST(GroupFunctions, InFunctionsAndInLoopsThatOnlyMemoryBounds) {
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"}) {
    Program program(R"(
      int total(int x) { return work_group_reduce_add(x); }
      int helper(int x, local int *tile) {
        tile[get_local_id(0)] = work_group_scan_exclusive_add(x);
        barrier(CLK_LOCAL_MEM_FENCE);
        int mirrored = tile[get_local_size(0) - 1 - get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        return total(mirrored);
      }
      kernel void k(global const int *in, global int *out, global const int *rounds,
                    local int *tile) {
        size_t i = get_global_id(0);
        int x = in[i], kept = x, largest = -1;
        for (int round = 0; round < rounds[0]; ++round) {
          int sum = helper(x + round, tile);
          if (sum % 2 == 0)
            x = work_group_scan_inclusive_max(x) - 3 * (int)get_local_id(0);
          else if (work_group_any(x > 500))
            x -= largest;
          largest = work_group_reduce_max(x ^ round);
          if (largest < 0) break;
        }
        out[i] = x + kept + largest;
      })",
                    options);
    constexpr size_t group = 48;
    const auto in = random<int>(40 * group, -1000, 1000);
    for (int rounds : {0, 1, 5}) {
      auto out = program.buffer(in);
      program.run("k", in.size(), group, program.buffer(in), out, program.buffer<int>({rounds}),
                  cl::Local(group * sizeof(int)));
      const auto got = program.read<int>(out, in.size());
      for (size_t first = 0; first < in.size(); first += group) {
        std::vector<int> x(in.begin() + first, in.begin() + first + group);
        const int largest = runRounds(x, rounds);
        for (size_t i = 0; i < group; ++i) {
          ASSERT_EQ(got[first + i], x[i] + in[first + i] + largest) << first + i;
        }
      }
    }
  }
}

/// The result is undefined, but it ends.
TEST(GroupFunctions, AfterWorkItemsThatReturned) {
  Program program(R"(
    kernel void k(global const int *in, global int *out, int n) {
      int lane = get_local_id(0);
      if (in[lane] < n) return;
      int sum = work_group_reduce_add(in[get_global_id(0)]);
      out[get_global_id(0)] = sum + work_group_broadcast(lane, (size_t)in[lane]) +
                              work_group_scan_inclusive_add(lane);
    })",
                  "-cl-std=CL3.0");
  auto in = program.buffer(random<int>(256, -1000000, 1000000));
  program.run("k", 256, 64, in, in, 0);
}

TEST(GroupFunctions, ResultsThatNobodyNeeds) {
  Program program(R"(
    kernel void k(global int *out) {
      out[get_global_id(0)] = 1;
      work_group_reduce_add((int)get_local_id(0));
      work_group_scan_inclusive_max((int)get_local_id(0));
      work_group_broadcast(out[get_global_id(0)], 3);
      out[get_global_id(0)] += out[get_global_id(0) ^ 1];
    })",
                  "-cl-std=CL3.0 -cl-opt-disable");
  auto out = program.buffer(std::vector<int>(32));
  program.run("k", 32, 8, out);
  program.read<int>(out, 32);
}

}  // namespace
