// Sub-groups (OpenCL C 3.0, 6.15.19): runs of neighbours by the linear local id, beside C++.

#include "groups.h"

namespace {

using namespace programs;

/// The largest size of a launch's sub-groups, by clGetKernelSubGroupInfo.
size_t sizeOfSubGroups(Program &program, const char *name) {
  const cl::Kernel kernel = program.kernel(name);
  const size_t local = 64;
  size_t size = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel(), program.device()(),
                                    CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local,
                                    sizeof size, &size, nullptr),
            CL_SUCCESS);
  EXPECT_GE(size, 1u);
  return size;
}

/// Calls `visit` with the work-items of each sub-group, its number and the group's size.
void forEachSubGroup(
    const Launch &launch, size_t size,
    const std::function<void(const std::vector<size_t> &, size_t number, size_t items)> &visit) {
  forEachGroup(launch, [&](const std::vector<size_t> &items) {
    for (size_t first = 0; first < items.size(); first += size) {
      const auto end = items.begin() + std::min(first + size, items.size());
      visit({items.begin() + first, end}, first / size, items.size());
    }
  });
}

const char *const optionsToTry[] = {"-cl-std=CL3.0",
                                    "-cl-std=CL3.0 -cl-opt-disable",
                                    "-cl-std=CL3.0 -cl-kiln-vectorize=never",
                                    "-cl-std=CL3.0 -cl-kiln-vectorize=always",
                                    "-cl-std=CL3.0 -Dkernel=__attribute__((intel_reqd_sub_group_"
                                    "size(32)))__kernel",
                                    "-cl-std=CL3.0 -Dkernel=__attribute__((intel_reqd_sub_group_"
                                    "size(64)))__kernel"};

TEST(SubGroups, IdsAndSizes) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      uint twice(uint x) { return x + get_sub_group_local_id(); }
      kernel void k(global uint *out) {
        global uint *mine = out + 6 * get_global_linear_id();
        mine[0] = get_sub_group_size();
        mine[1] = get_max_sub_group_size();
        mine[2] = get_num_sub_groups();
        mine[3] = get_enqueued_num_sub_groups();
        mine[4] = get_sub_group_id();
        mine[5] = twice(get_sub_group_local_id());
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    for (const Launch &launch : launches) {
      const size_t count = sizeOf(launch.global);
      auto out = program.buffer(std::vector<cl_uint>(6 * count, 77));
      program.run("k", launch.global, launch.local, out);
      const auto got = program.read<cl_uint>(out, 6 * count);
      const size_t enqueued = (sizeOf(launch.local) + size - 1) / size;
      forEachSubGroup(launch, size, [&](const auto &items, size_t number, size_t all) {
        for (size_t lane = 0; lane < items.size(); ++lane) {
          const cl_uint *mine = &got[6 * items[lane]];
          const size_t expected[] = {items.size(), size,   (all + size - 1) / size,
                                     enqueued,     number, 2 * lane};
          for (int i = 0; i < 6; ++i) {
            ASSERT_EQ(mine[i], expected[i]) << i << " of " << items[lane];
          }
        }
      });
    }
  }
}

template <class T>
class SubGroupOperations : public testing::Test {};
using Types = testing::Types<cl_int, cl_uint, cl_long, cl_ulong, cl_float, cl_double>;
TYPED_TEST_SUITE(SubGroupOperations, Types);

template <class T>
void compare(const char *options) {
  for (const Operation<T> &operation : operationsOf<T>()) {
    const std::string names =
        std::string("-DT=") + TypeName<T>::text + " -DREDUCE=sub_group_reduce_" + operation.name +
        " -DINCLUSIVE=sub_group_scan_inclusive_" + operation.name +
        " -DEXCLUSIVE=sub_group_scan_exclusive_" + operation.name + " " + options;
    Program program(R"(
      kernel void k(global const T *in, global T *out, uint lane) {
        size_t i = get_global_linear_id();
        T x = in[i];
        out[4 * i] = REDUCE(x);
        out[4 * i + 1] = INCLUSIVE(x);
        out[4 * i + 2] = EXCLUSIVE(x);
        out[4 * i + 3] = sub_group_broadcast(x, min(lane, get_sub_group_size() - 1));
      })",
                    names.c_str());
    const size_t size = sizeOfSubGroups(program, "k");
    for (const Launch &launch : launches) {
      const size_t count = sizeOf(launch.global);
      const auto in = std::is_unsigned_v<T> ? random<T>(count, 0, 2000)
                                            : random<T>(count, static_cast<T>(-1000), 1000);
      auto out = program.buffer(std::vector<T>(4 * count, 77));
      const cl_uint lane = count % 3;
      program.run("k", launch.global, launch.local, program.buffer(in), out, lane);
      const auto got = program.read<T>(out, 4 * count);
      forEachSubGroup(launch, size, [&](const auto &items, size_t, size_t) {
        T sum = operation.identity;
        const double scale = 1000.0 * static_cast<double>(items.size());
        for (size_t place : items) {
          expectEqual(got[4 * place + 2], sum, scale, operation.name);
          sum = operation.combine(sum, in[place]);
          expectEqual(got[4 * place + 1], sum, scale, operation.name);
        }
        for (size_t place : items) {
          expectEqual(got[4 * place], sum, scale, operation.name);
          ASSERT_EQ(got[4 * place + 3], in[items[std::min<size_t>(lane, items.size() - 1)]]);
        }
      });
    }
  }
}

TYPED_TEST(SubGroupOperations, ReduceScanAndBroadcast) {
  for (const char *options : optionsToTry) {
    compare<TypeParam>(options);
  }
}

TEST(SubGroups, AllAndAny) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      kernel void k(global const int *in, global int *out) {
        size_t i = get_global_linear_id();
        out[i] = (sub_group_all(in[i] & 1) != 0) + 2 * (sub_group_any(in[i] & 2) != 0);
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    for (const Launch &launch : launches) {
      std::vector<int> in(sizeOf(launch.global), 1);
      for (size_t i = 0; i < in.size(); i += 37) {
        in[i] = i % 2 ? 2 : 3;
      }
      auto out = program.buffer(in);
      program.run("k", launch.global, launch.local, program.buffer(in), out);
      const auto got = program.read<int>(out, in.size());
      forEachSubGroup(launch, size, [&](const auto &items, size_t, size_t) {
        const bool all = std::ranges::all_of(items, [&](size_t i) { return in[i] & 1; });
        const bool any = std::ranges::any_of(items, [&](size_t i) { return in[i] & 2; });
        for (size_t place : items) {
          ASSERT_EQ(got[place], all + 2 * any) << place;
        }
      });
    }
  }
}

/// Sub-groups go their own ways: loops as long as each one wants, some not at all, and barriers of
/// the work-group between.
TEST(SubGroups, GoTheirOwnWays) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      int step(int x, int i) { return x + sub_group_reduce_add(x ^ i) % 7; }
      kernel void k(global const int *in, global int *out, local int *totals) {
        size_t i = get_global_linear_id();
        int x = in[i];
        uint id = get_sub_group_id();
        for (int round = 0; round < (int)(id * 3 % 5); ++round)
          x = step(x, round);
        if (id % 2 == 1)
          x += sub_group_scan_exclusive_max(x) & 1023;
        int sum = sub_group_reduce_add(x);
        if (get_sub_group_local_id() == 0) totals[id] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        int total = 0;
        for (uint other = 0; other < get_num_sub_groups(); ++other)
          total += totals[other];
        if (sub_group_any(x > total)) x = -x;
        out[i] = x + total + work_group_reduce_max(x);
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    for (const Launch &launch : launches) {
      const auto in = random<int>(sizeOf(launch.global), 0, 1000);
      auto out = program.buffer(in);
      program.run("k", launch.global, launch.local, program.buffer(in), out,
                  cl::Local(sizeof(int) * 1024));
      const auto got = program.read<int>(out, in.size());
      forEachGroup(launch, [&](const std::vector<size_t> &items) {
        std::vector<int> x;
        int total = 0;
        for (size_t first = 0; first < items.size(); first += size) {
          std::vector<int> part;
          for (size_t i = first; i < std::min(first + size, items.size()); ++i) {
            part.push_back(in[items[i]]);
          }
          const size_t id = first / size;
          for (int round = 0; round < static_cast<int>(id * 3 % 5); ++round) {
            int sum = 0;
            for (int value : part) {
              sum += value ^ round;
            }
            for (int &value : part) {
              value += sum % 7;
            }
          }
          if (id % 2 == 1) {
            int most = std::numeric_limits<int>::min();
            for (int &value : part) {
              const int before = value;
              value += most & 1023;
              most = std::max(most, before);
            }
          }
          for (int value : part) {
            total += value;
          }
          x.insert(x.end(), part.begin(), part.end());
        }
        for (size_t first = 0; first < x.size(); first += size) {
          const auto begin = x.begin() + first;
          const auto end = x.begin() + std::min(first + size, x.size());
          if (std::any_of(begin, end, [&](int value) { return value > total; })) {
            std::transform(begin, end, begin, [](int value) { return -value; });
          }
        }
        const int most = *std::ranges::max_element(x);
        for (size_t i = 0; i < items.size(); ++i) {
          ASSERT_EQ(got[items[i]], x[i] + total + most) << items[i];
        }
      });
    }
  }
}

/// Values written by the work-items of a sub-group before its barrier are read by the others behind
/// it.
TEST(SubGroups, BarriersOrderLocalMemory) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      kernel void k(global const int *in, global int *out, local int *tile, int n) {
        size_t i = get_global_linear_id(), l = get_local_linear_id();
        size_t first = l - get_sub_group_local_id();
        int x = in[i];
        for (int step = 0; step < n; ++step) {
          tile[l] = x;
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
          x += tile[first + (get_sub_group_local_id() + 1) % get_sub_group_size()];
          sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
        }
        out[i] = x;
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    for (const Launch &launch : launches) {
      const auto in = random<int>(sizeOf(launch.global), 0, 1000);
      auto out = program.buffer(in);
      constexpr int steps = 5;
      program.run("k", launch.global, launch.local, program.buffer(in), out,
                  cl::Local(sizeof(int) * 1024), steps);
      const auto got = program.read<int>(out, in.size());
      forEachSubGroup(launch, size, [&](const auto &items, size_t, size_t) {
        std::vector<int> x;
        for (size_t place : items) {
          x.push_back(in[place]);
        }
        for (int step = 0; step < steps; ++step) {
          const std::vector<int> before = x;
          for (size_t i = 0; i < x.size(); ++i) {
            x[i] += before[(i + 1) % x.size()];
          }
        }
        for (size_t i = 0; i < items.size(); ++i) {
          ASSERT_EQ(got[items[i]], x[i]) << items[i];
        }
      });
    }
  }
}

TEST(SubGroups, HonourARequiredSize) {
  Program program(R"(
    kernel __attribute__((intel_reqd_sub_group_size(2))) void two(global uint *out) {
      out[get_global_id(0)] = sub_group_reduce_add(1u) * 100 + get_max_sub_group_size();
    }
    kernel __attribute__((intel_reqd_sub_group_size(16))) void sixteen(global uint *out) {
      out[get_global_id(0)] = sub_group_reduce_add(1u) * 100 + get_max_sub_group_size();
    })",
                  "-cl-std=CL3.0");
  EXPECT_EQ(sizeOfSubGroups(program, "two"), 2u);
  EXPECT_EQ(sizeOfSubGroups(program, "sixteen"), 16u);
  auto out = program.buffer(std::vector<cl_uint>(20));
  program.run("two", 20, 20, out);
  EXPECT_EQ(program.read<cl_uint>(out, 20), std::vector<cl_uint>(20, 202));
  program.run("sixteen", 20, 20, out);
  const auto got = program.read<cl_uint>(out, 20);
  EXPECT_EQ(got[15], 1616u);
  EXPECT_EQ(got[16], 416u);
}

}  // namespace
