// Sub-groups of one work-group waiting for each other outside of barriers. Loops give up after many
// rounds: a starved sub-group gives a wrong result, and the test does not hang.

#include "fixture.h"

namespace {

constexpr size_t groupSize = 128, groups = 3, items = groupSize * groups;

constexpr char prelude[] = R"(
  #define LIMIT 1000000
  #define LOAD(p) atomic_load_explicit(p, memory_order_relaxed, memory_scope_work_group)
  #define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed, memory_scope_work_group)
)";

class ForwardProgress : public test::Fixture, public ::testing::WithParamInterface<const char *> {
 protected:
  /// Runs `kernel(out, scratch)`: `out` is of one int for each work-item, and zeros before;
  /// `scratch` of as many in local memory for a group, of any contents.
  std::vector<int> results(const std::string &source) {
    const auto program =
        build(prelude + source, (std::string("-cl-std=CL3.0 ") + GetParam()).c_str());
    const auto kernel = makeKernel(program, "k");
    const auto out = makeBuffer(std::vector<int>(items, 0));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.address()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, groupSize * sizeof(int), nullptr), CL_SUCCESS);
    run(kernel, items, &groupSize);
    return read<int>(out, items);
  }
  void expectAll(const std::string &source, int expected) {
    EXPECT_EQ(results(source), std::vector<int>(items, expected));
  }
};

INSTANTIATE_TEST_SUITE_P(, ForwardProgress,
                         ::testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                                           "-cl-opt-disable"));

TEST_P(ForwardProgress, IsReported) {
  cl_bool reported = CL_FALSE;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS,
                            sizeof(reported), &reported, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(reported, CL_TRUE);
}

TEST_P(ForwardProgress, TheFirstWaitsForTheLast) {
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      local atomic_int flag;
      if (get_local_id(0) == 0)
        atomic_init(&flag, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      int seen = 1;
      if (get_sub_group_id() == 0) {
        seen = 0;
        for (int i = 0; i < LIMIT && seen == 0; ++i)
          seen = LOAD(&flag);
      } else if (get_sub_group_id() == get_num_sub_groups() - 1 && get_sub_group_local_id() == 0) {
        STORE(&flag, 1);
      }
      out[get_global_id(0)] = sub_group_all(seen == 1) ? 5 : 6;
    })",
            5);
}

TEST_P(ForwardProgress, ATokenGoesRound) {
  // Against the usual order of the sub-groups, and more than once.
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      local atomic_int token;
      if (get_local_id(0) == 0)
        atomic_init(&token, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      const int count = get_num_sub_groups(), mine = count - 1 - get_sub_group_id();
      int rounds = 0;
      for (int round = 0; round < 4; ++round) {
        int seen = -1;
        for (int i = 0; i < LIMIT && seen != round * count + mine; ++i)
          seen = LOAD(&token);
        rounds += seen == round * count + mine;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        if (get_sub_group_local_id() == 0)
          STORE(&token, seen + 1);
      }
      out[get_global_id(0)] = rounds;
    })",
            4);
}

TEST_P(ForwardProgress, LoopsAreNotLeftTogether) {
  // The counter is the same for all work-items, but not at one time.
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      local atomic_int flags[16];
      const int l = get_local_id(0);
      if (l < 16)
        atomic_init(&flags[l], 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      const int count = get_num_sub_groups(), last = count - 1;
      int sum = 0;
      for (int i = 0; i < 16; ++i) {
        if (get_sub_group_id() == last) {
          if (get_sub_group_local_id() == 0)
            STORE(&flags[i], i + 1);
          sum += i + 1;
        } else {
          int seen = 0;
          for (int n = 0; n < LIMIT && seen == 0; ++n)
            seen = LOAD(&flags[i]);
          sum += seen;
        }
        sum += 1000 * i;
      }
      out[get_global_id(0)] = sum;
    })",
            136 + 120000);
}

TEST_P(ForwardProgress, InterpretsSteps) {
  // One loop, going on or staying: the wait is no loop of its own.
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      local atomic_int reached[64];
      const int l = get_local_id(0), id = get_sub_group_id(), count = get_num_sub_groups();
      if (l < 64)
        atomic_init(&reached[l], 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      int step = 0, tries = 0;
      while (step < 6 && tries < LIMIT) {
        const int other = (id + 1) % count;
        if (step % 2 == 0) {
          if (get_sub_group_local_id() == 0)
            STORE(&reached[id], step + 1);
          ++step;
        } else if (LOAD(&reached[other]) >= step) {
          ++step;
        }
        ++tries;
      }
      out[get_global_id(0)] = step;
    })",
            6);
}

TEST_P(ForwardProgress, WithoutFunctionsOfSubGroups) {
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      volatile local int *flags = scratch;
      const int l = get_local_id(0), n = get_local_size(0);
      flags[l] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int tries = 0;
      if (l + 16 < n)
        while (flags[l + 16] == 0 && tries < LIMIT)
          ++tries;
      flags[l] = 1;
      out[get_global_id(0)] = tries < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, InFunctionsThatAreCalled) {
  expectAll(R"(
    int look(local atomic_int *flag) { return LOAD(flag); }
    __attribute__((noinline)) void waitFor(local atomic_int *flag, int value, int *tries) {
      while (look(flag) != value && *tries < LIMIT)
        ++*tries;
    }
    kernel void k(global int *out, local int *scratch) {
      local atomic_int flags[2];
      if (get_local_id(0) < 2)
        atomic_init(&flags[get_local_id(0)], 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      const int last = get_num_sub_groups() - 1;
      int tries = 0;
      if (get_sub_group_id() == last) {
        if (get_sub_group_local_id() == 0) STORE(&flags[0], 7);
        waitFor(&flags[1], 8, &tries);
      } else {
        waitFor(&flags[0], 7, &tries);
        if (get_sub_group_id() == 0 && get_sub_group_local_id() == 0) STORE(&flags[1], 8);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = work_group_reduce_max(tries) < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, LocksInsideOfLocks) {
  const std::vector<int> got = results(R"(
    bool take(volatile global atomic_int *lock) {
      int free = 0;
      return atomic_compare_exchange_strong_explicit(lock, &free, 1, memory_order_acquire,
                                                     memory_order_relaxed, memory_scope_device);
    }
    void let(volatile global atomic_int *lock) {
      atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
    }
    kernel void k(global int *out, local int *scratch) {
      volatile global atomic_int *locks = (volatile global atomic_int *)out;
      volatile global int *count = out + 2;
      while (!take(&locks[0])) {
      }
      while (!take(&locks[1])) {
      }
      *count = *count + 1;
      let(&locks[1]);
      *count = *count + 1;
      let(&locks[0]);
    })");
  EXPECT_EQ(got[0], 0);
  EXPECT_EQ(got[1], 0);
  EXPECT_EQ(got[2], static_cast<int>(2 * items));
}

TEST_P(ForwardProgress, VotesInTheLoopThatWaits) {
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      local atomic_int sum, done;
      if (get_local_id(0) == 0) {
        atomic_init(&sum, 0);
        atomic_init(&done, 0);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      const int id = get_sub_group_id(), count = get_num_sub_groups();
      int tries = 0, all = 0;
      do {
        all = id == count - 1 || sub_group_any(LOAD(&done) >= count - 1 - id);
      } while (!all && ++tries < LIMIT);
      if (get_sub_group_local_id() == 0) {
        atomic_fetch_add_explicit(&sum, id, memory_order_relaxed, memory_scope_work_group);
        atomic_fetch_add_explicit(&done, 1, memory_order_relaxed, memory_scope_work_group);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = LOAD(&sum) == count * (count - 1) / 2 && tries < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, WaitsBesidesOtherExchanges) {
  expectAll(R"(
    void add(volatile local int *sum, float x) {
      int old;
      do {
        old = *sum;
      } while (atomic_cmpxchg(sum, old, as_int(as_float(old) + x)) != old);
    }
    kernel void k(global int *out, local int *scratch) {
      const int l = get_local_id(0), last = get_local_size(0) - 1;
      if (l < 2)
        scratch[l] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int tries = 0;
      if (l == last)
        atomic_xchg(&scratch[1], 1);
      else
        do {
          add(&scratch[0], 1.0f);
        } while (atomic_or(&scratch[1], 0) == 0 && ++tries < LIMIT);
      out[get_global_id(0)] = tries < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, WaitsForWhatOneSideOfAQueueDoes) {
  // Both ends are read in turn: a difference between them is no progress.
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      volatile local int *ends = scratch;
      const int l = get_local_id(0), last = get_local_size(0) - 1;
      if (l < 2)
        ends[l] = 5 - 5 * l;
      barrier(CLK_LOCAL_MEM_FENCE);
      int tries = 0;
      if (l == last) {
        ends[1] = 5;
      } else if (l == 0) {
        int to = ends[0];
        while (true) {
          const int from = ends[1];
          if (from == to || ++tries == LIMIT)
            break;
          to = ends[0];
        }
      }
      out[get_global_id(0)] = tries < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, CountsThatAreTakenBack) {
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      const int l = get_local_id(0), last = get_local_size(0) - 1;
      if (l == 0)
        scratch[0] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int tries = 0;
      if (l == last)
        atomic_inc(scratch);
      else if (l == 0)
        while (atomic_dec(scratch) <= 0 && ++tries < LIMIT)
          atomic_inc(scratch);
      out[get_global_id(0)] = tries < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, WhatOneWorkItemReadsForItsSubGroup) {
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      local int flags[128];
      const int l = get_local_id(0), sub = get_sub_group_id();
      flags[l] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int tries = 0;
      if (sub != get_num_sub_groups() - 1) {
        do {
          if (get_sub_group_local_id() == 0)
            scratch[sub] = atomic_or(&flags[sub + 1], 0);
          sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        } while (!scratch[sub] && ++tries < LIMIT);
      }
      const int most = sub_group_reduce_max(tries);
      if (get_sub_group_local_id() == 0)
        atomic_xchg(&flags[sub], 1);
      out[get_global_id(0)] = most < LIMIT;
    })",
            1);
}

TEST_P(ForwardProgress, LoopsWithTwoEntries) {
  expectAll(R"(
    kernel void k(global int *out, local int *scratch) {
      const int l = get_local_id(0), last = get_local_size(0) - 1;
      if (l == 0)
        scratch[0] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int tries = 0;
      if (l == last)
        atomic_xchg(scratch, 1);
      else {
        if (out[get_global_id(0)] == 0)
          goto ask;
      again:
        ++tries;
      ask:
        if (atomic_or(scratch, 0) == 0 && tries < LIMIT)
          goto again;
      }
      out[get_global_id(0)] = tries < LIMIT;
    })",
            1);
}

}  // namespace
