// The functions of cl_khr_subgroup_*: shuffles, ballots, votes and arithmetic of the active
// work-items, also where a branch has parted a sub-group.

#include <bit>

#include "groups.h"

namespace {

using namespace programs;

/// The kernels require the last ones' sub-groups.
const char *const optionsToTry[] = {
    "-cl-std=CL3.0",
    "-cl-std=CL3.0 -cl-opt-disable",
    "-cl-std=CL3.0 -cl-kiln-vectorize=always",
    "-cl-std=CL3.0 -Dkernel=__attribute__((intel_reqd_sub_group_size(32)))__kernel",
    "-cl-std=CL3.0 -Dkernel=__attribute__((intel_reqd_sub_group_size(64)))__kernel",
    "-cl-std=CL3.0 -Dkernel=__attribute__((intel_reqd_sub_group_size(2)))__kernel",
};
constexpr size_t group = 102;  // the last sub-group is partial

size_t sizeOfSubGroups(Program &program, const char *name) {
  size_t size = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(program.kernel(name)(), program.device()(),
                                    CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof group, &group,
                                    sizeof size, &size, nullptr),
            CL_SUCCESS);
  return size;
}

/// The work-items of one group by sub-groups.
std::vector<std::vector<size_t>> subGroups(size_t size) {
  std::vector<std::vector<size_t>> parts;
  for (size_t item = 0; item < group; ++item) {
    if (item % size == 0) {
      parts.emplace_back();
    }
    parts.back().push_back(item);
  }
  return parts;
}

TEST(SubGroupExtensions, Shuffles) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      kernel void k(global const int *in, global long *out) {
        size_t i = get_global_id(0);
        uint lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
        global long *mine = out + 6 * i;
        mine[0] = sub_group_shuffle((long)in[i], last - lane);
        mine[1] = sub_group_shuffle_xor((short)in[i], min(1u, last));
        mine[2] = sub_group_shuffle_up(in[i], 1u);
        mine[3] = sub_group_shuffle_down((double)in[i], 2u);
        mine[4] = sub_group_rotate((uchar)in[i], 3);
        mine[5] = sub_group_clustered_rotate((float)in[i], 1, 2u);
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    const auto in = random<int>(group, 0, 200);
    auto out = program.buffer(std::vector<cl_long>(6 * group));
    program.run("k", group, group, program.buffer(in), out);
    const auto got = program.read<cl_long>(out, 6 * group);
    for (const auto &items : subGroups(size)) {
      const size_t count = items.size();
      auto expect = [&](size_t lane, int which, size_t from) {
        // Whose value there is not, or only past the group's end, is undefined.
        if (from < count) {
          ASSERT_EQ(got[6 * items[lane] + which], in[items[from]]) << which << " of " << lane;
        }
      };
      for (size_t lane = 0; lane < count; ++lane) {
        expect(lane, 0, count - 1 - lane);
        expect(lane, 1, lane ^ 1);
        expect(lane, 2, lane - 1);
        expect(lane, 3, lane + 2);
        expect(lane, 4, (lane + 3) % size);
        expect(lane, 5, lane ^ 1);
      }
    }
  }
}

/// Also in a sub-group at the end of a work-group, with fewer work-items.
TEST(SubGroupExtensions, QuestionsAboutBallotsReachToTheMaximalSize) {
  for (const char *options : optionsToTry) {
    Program program(R"(
        kernel void k(global uint *out) {
          global uint *mine = out + 4 * get_global_id(0);
          const uint4 all = (uint4)(0xffffffffu);
          mine[0] = sub_group_ballot_bit_count(all);
          mine[1] = sub_group_ballot_find_msb(all);
          const uint2 last = as_uint2(1ul << (get_max_sub_group_size() - 1));
          mine[2] = sub_group_ballot_find_lsb((uint4)(last, 0, 0));
          mine[3] = get_max_sub_group_size();
        })",
                    options);
    const auto size = static_cast<cl_uint>(sizeOfSubGroups(program, "k"));
    auto out = program.buffer(std::vector<cl_uint>(4 * group));
    program.run("k", group, group, out);
    const auto got = program.read<cl_uint>(out, 4 * group);
    for (size_t i = 0; i < group; ++i) {
      EXPECT_EQ(got[4 * i], size) << i;
      EXPECT_EQ(got[4 * i + 1], size - 1) << i;
      EXPECT_EQ(got[4 * i + 2], size - 1) << i;
      EXPECT_EQ(got[4 * i + 3], size) << i;
    }
  }
}

TEST(SubGroupExtensions, Ballots) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      ulong word(uint4 ballot) { return ballot.z | ballot.w ? 0 : as_ulong(ballot.xy); }
      kernel void k(global const int *in, global ulong *out) {
        size_t i = get_global_id(0);
        uint lane = get_sub_group_local_id();
        global ulong *mine = out + 12 * i;
        uint4 bits = sub_group_ballot(in[i] & 1);
        mine[0] = word(bits);
        mine[1] = sub_group_inverse_ballot(bits);
        mine[2] = sub_group_ballot_bit_extract(bits, 2);
        mine[3] = sub_group_ballot_bit_count(bits);
        mine[4] = sub_group_ballot_inclusive_scan(bits);
        mine[5] = sub_group_ballot_exclusive_scan(bits);
        uint4 some = bits | (uint4)(1, 0, 0, 0);
        mine[6] = sub_group_ballot_find_lsb(some);
        mine[7] = sub_group_ballot_find_msb(some);
        mine[8] = word(get_sub_group_eq_mask() | get_sub_group_lt_mask());
        mine[9] = word(get_sub_group_le_mask());
        mine[10] = word(get_sub_group_ge_mask());
        mine[11] = word(get_sub_group_gt_mask());
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    const auto in = random<int>(group, 0, 200);
    auto out = program.buffer(std::vector<cl_ulong>(12 * group));
    program.run("k", group, group, program.buffer(in), out);
    const auto got = program.read<cl_ulong>(out, 12 * group);
    const auto count = [](cl_ulong bits) { return static_cast<cl_ulong>(std::popcount(bits)); };
    const cl_ulong one = 1, all = 2 * (one << (size - 1)) - 1;
    for (const auto &items : subGroups(size)) {
      cl_ulong bits = 0;
      for (size_t lane = 0; lane < items.size(); ++lane) {
        bits |= (in[items[lane]] & one) << lane;
      }
      for (unsigned lane = 0; lane < items.size(); ++lane) {
        const cl_ulong below = (one << lane) - 1;
        const cl_ulong upTo = below | one << lane;
        const cl_ulong expected[] = {bits,
                                     bits >> lane & 1,
                                     bits >> 2 & 1,
                                     count(bits),
                                     count(bits & upTo),
                                     count(bits & below),
                                     0,
                                     63 - static_cast<cl_ulong>(std::countl_zero(bits | 1)),
                                     upTo,
                                     upTo,
                                     all & ~below,
                                     all & ~upTo};
        for (int i = 0; i < 12; ++i) {
          ASSERT_EQ(got[12 * items[lane] + i], expected[i]) << i << " of " << items[lane];
        }
      }
    }
  }
}

/// In divergent branches and loops: the functions act on the active work-items, and all are
/// together again behind.
TEST(SubGroupExtensions, WhereBranchesPartWorkItems) {
  for (const char *options : optionsToTry) {
    Program program(R"(
      kernel void k(global const int *in, global int *out) {
        size_t i = get_global_id(0);
        int x = in[i], sum = 0, rounds = 0;
        for (int round = 0; round < 4; ++round) {
          int all = sub_group_reduce_add(x);
          if ((x + round) % 3 == 0) {
            sum += sub_group_non_uniform_reduce_add(x) + 1000 * sub_group_elect();
            sum += sub_group_broadcast_first(x) + sub_group_non_uniform_scan_exclusive_max((uchar)x);
          } else if (round % 2 == 0) {
            sum += sub_group_non_uniform_reduce_logical_or(x & 64);
          }
          sum += all % 10;
        }
        while (x > 40) {
          x -= 40;
          rounds += sub_group_non_uniform_reduce_mul(1) + sub_group_non_uniform_all_equal(x > 0);
        }
        out[i] = sum + 100000 * (rounds + (int)sub_group_ballot_bit_count(sub_group_ballot(1)));
      })",
                    options);
    const size_t size = sizeOfSubGroups(program, "k");
    const auto in = random<int>(group, 0, 200);
    auto out = program.buffer(in);
    program.run("k", group, group, program.buffer(in), out);
    const auto got = program.read<int>(out, group);
    for (const auto &items : subGroups(size)) {
      int all = 0;
      for (size_t item : items) {
        all += in[item];
      }
      std::vector<int> sums(items.size());
      for (int round = 0; round < 4; ++round) {
        int together = 0, first = -1, most = 0, anyHas64 = 0;
        for (size_t item : items) {
          const bool inBranch = (in[item] + round) % 3 == 0;
          together += inBranch ? in[item] : 0;
          first = inBranch && first < 0 ? in[item] : first;
          anyHas64 |= !inBranch && (in[item] & 64);
        }
        bool isFirst = true;
        for (size_t lane = 0; lane < items.size(); ++lane) {
          const int x = in[items[lane]];
          if ((x + round) % 3 == 0) {
            sums[lane] += together + 1000 * isFirst + first + most;
            most = std::max(most, x);
            isFirst = false;
          } else if (round % 2 == 0) {
            sums[lane] += anyHas64;
          }
          sums[lane] += all % 10;
        }
      }
      for (size_t lane = 0; lane < items.size(); ++lane) {
        const int x = in[items[lane]];
        const int rounds = 2 * (x > 40 ? (x - 1) / 40 : 0);
        ASSERT_EQ(got[items[lane]], sums[lane] + 100000 * (rounds + static_cast<int>(items.size())))
            << items[lane];
      }
    }
  }
}

}  // namespace
