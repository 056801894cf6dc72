// Reservations in pipes: of work-items, work-groups and sub-groups.

#include <algorithm>
#include <numeric>

#include "fixture.h"

namespace {

class PipeReservation : public test::Fixture, public ::testing::WithParamInterface<const char *> {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    program = build(source, (std::string("-cl-std=CL3.0 ") + GetParam()).c_str());
  }
  test::OwnedMem makePipe(cl_uint packets) {
    cl_int error = -1;
    test::OwnedMem pipe = clCreatePipe(context, 0, 4, packets, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return pipe;
  }
  template <class... Values>
  void launch(const char *name, size_t items, size_t local, const Values &...values) {
    const auto kernel = makeKernel(program, name);
    setArguments(kernel, values...);
    run(kernel, items, &local);
  }
  /// The pipe's contents, in order.
  std::vector<int> drain(cl_mem pipe, size_t most) {
    const auto out = makeBuffer(std::vector<int>(most + 1, -1));
    launch("drain", 1, 1, pipe, out.get(), static_cast<int>(most));
    auto all = read<int>(out, most + 1);
    const size_t count = static_cast<size_t>(all[0]);
    return {all.begin() + 1, all.begin() + 1 + static_cast<long>(count)};
  }

  static constexpr char source[] = R"(
    kernel void drain(read_only pipe int p, global int *out, int most) {
      int n = 0, x;
      while (n < most && read_pipe(p, &x) == 0) out[++n] = x;
      out[0] = n;
    }
    kernel void fill(write_only pipe int p, int count) {
      for (int i = 0; i < count; ++i) write_pipe(p, &i);
    }
    kernel void reserveEach(write_only pipe int p, global int *valid, int count) {
      int i = get_global_id(0);
      reserve_id_t id = reserve_write_pipe(p, count);
      valid[i] = is_valid_reserve_id(id);
      if (!is_valid_reserve_id(id)) return;
      int bad = 0;
      for (int j = count; j-- > 0;) { int x = i * 100 + j; bad |= write_pipe(p, id, j, &x); }
      int x = 0;
      bad |= write_pipe(p, id, count, &x) == 0;
      commit_write_pipe(p, id);
      valid[i] += 2 * bad;
    }
    kernel void readEach(read_only pipe int p, global int *out, int count) {
      int i = get_global_id(0);
      reserve_id_t id = reserve_read_pipe(p, count);
      if (is_valid_reserve_id(id)) {
        for (int j = 0; j < count; ++j)
          if (read_pipe(p, id, j, out + i * count + j) != 0) out[i * count + j] = -2;
        commit_read_pipe(p, id);
      }
    }
    kernel void outOfOrder(write_only pipe int p, global int *seen) {
      int x = 1, y = 2;
      reserve_id_t first = reserve_write_pipe(p, 1), second = reserve_write_pipe(p, 1);
      write_pipe(p, second, 0, &y);
      commit_write_pipe(p, second);
      seen[0] = get_pipe_num_packets(p);
      write_pipe(p, first, 0, &x);
      commit_write_pipe(p, first);
      seen[1] = get_pipe_num_packets(p);
    }
    kernel void groupWrite(write_only pipe int p, global int *valid) {
      local reserve_id_t id;
      int l = get_local_id(0), x = get_global_id(0);
      reserve_id_t mine = work_group_reserve_write_pipe(p, get_local_size(0));
      id = mine;
      barrier(CLK_LOCAL_MEM_FENCE);
      valid[x] = is_valid_reserve_id(id);
      if (is_valid_reserve_id(id)) {
        write_pipe(p, id, l, &x);
        work_group_commit_write_pipe(p, id);
      }
    }
    kernel void groupRead(read_only pipe int p, global int *out) {
      reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
      if (is_valid_reserve_id(id)) {
        read_pipe(p, id, get_local_id(0), out + get_global_id(0));
        work_group_commit_read_pipe(p, id);
      }
    }
    #ifdef __opencl_c_subgroups
    kernel void subGroupWrite(write_only pipe int p, global int *valid) {
      int x = get_global_id(0);
      reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
      valid[x] = is_valid_reserve_id(id);
      write_pipe(p, id, get_sub_group_local_id(), &x);
      sub_group_commit_write_pipe(p, id);
    }
    kernel void subGroupRead(read_only pipe int p, global int *out) {
      reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
      read_pipe(p, id, get_sub_group_local_id(), out + get_global_id(0));
      sub_group_commit_read_pipe(p, id);
    }
    #endif
  )";
  test::OwnedProgram program;
};

INSTANTIATE_TEST_SUITE_P(, PipeReservation,
                         ::testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                                           "-cl-opt-disable"));

std::vector<int> counting(size_t count) {
  std::vector<int> list(count);
  std::iota(list.begin(), list.end(), 0);
  return list;
}

TEST_P(PipeReservation, OfWorkItemsAreNeighbours) {
  constexpr size_t items = 40, count = 3;
  const auto pipe = makePipe(100), valid = makeBuffer(items * 4);
  launch("reserveEach", items, 10, pipe.get(), valid.get(), static_cast<int>(count));
  const auto flags = read<int>(valid, items);
  EXPECT_EQ(std::ranges::count(flags, 1), 33);
  EXPECT_EQ(std::ranges::count(flags, 0), 7);
  const auto packets = drain(pipe, 100);
  ASSERT_EQ(packets.size(), 33 * count);
  for (size_t i = 0; i < packets.size(); ++i) {
    EXPECT_EQ(packets[i], packets[i - i % count] + static_cast<int>(i % count));
    EXPECT_EQ(flags[static_cast<size_t>(packets[i] / 100)], 1);
  }
}

TEST_P(PipeReservation, ReadWhatIsThereAcrossTheEnd) {
  const auto pipe = makePipe(8);
  for (int round = 0; round < 6; ++round) {
    launch("fill", 1, 1, pipe.get(), 6);
    const auto out = makeBuffer(std::vector<int>(12, -1));
    launch("readEach", 4, 4, pipe.get(), out.get(), 3);
    auto got = read<int>(out, 12);
    std::erase(got, -1);
    std::ranges::sort(got);
    EXPECT_EQ(got, counting(6)) << round;
  }
}

TEST_P(PipeReservation, OfNoneOrOfMoreThanThereAreFail) {
  const auto pipe = makePipe(8), valid = makeBuffer(4);
  for (const int count : {0, 9, -1}) {
    launch("reserveEach", 1, 1, pipe.get(), valid.get(), count);
    EXPECT_EQ(read<int>(valid, 1)[0], 0) << count;
  }
  launch("reserveEach", 1, 1, pipe.get(), valid.get(), 8);
  EXPECT_EQ(read<int>(valid, 1)[0], 1);
  EXPECT_EQ(drain(pipe, 9).size(), 8u);
}

TEST_P(PipeReservation, PacketsComeInTheOrderOfReservations) {
  const auto pipe = makePipe(8), seen = makeBuffer(8);
  launch("outOfOrder", 1, 1, pipe.get(), seen.get());
  EXPECT_EQ(read<int>(seen, 2), (std::vector<int>{0, 2}));
  EXPECT_EQ(drain(pipe, 8), (std::vector<int>{1, 2}));
}

TEST_P(PipeReservation, OfWorkGroups) {
  constexpr size_t items = 96, local = 24;
  const auto pipe = makePipe(80), valid = makeBuffer(items * 4);
  launch("groupWrite", items, local, pipe.get(), valid.get());
  const auto flags = read<int>(valid, items);
  EXPECT_EQ(std::ranges::count(flags, 1), 72);
  const auto out = makeBuffer(std::vector<int>(items, -1));
  launch("groupRead", items, local, pipe.get(), out.get());
  const auto got = read<int>(out, items);
  std::vector<int> groups;
  for (size_t first = 0; first < items; first += local) {
    if (got[first] >= 0) {
      groups.push_back(got[first] / static_cast<int>(local));
      for (size_t i = 0; i < local; ++i) {
        EXPECT_EQ(got[first + i],
                  groups.back() * static_cast<int>(local + 0) + static_cast<int>(i));
      }
    }
  }
  EXPECT_EQ(groups.size(), 3u);
  for (const int group : groups) {
    EXPECT_EQ(flags[static_cast<size_t>(group) * local], 1);
  }
  EXPECT_TRUE(drain(pipe, 80).empty());
}

TEST_P(PipeReservation, OfSubGroups) {
  cl_int error = CL_SUCCESS;
  const test::OwnedKernel kernel = clCreateKernel(program, "subGroupWrite", &error);
  if (error == CL_INVALID_KERNEL_NAME) {
    GTEST_SKIP() << "the device has no sub-groups";
  }
  constexpr size_t items = 100, local = 50;
  const auto pipe = makePipe(items), valid = makeBuffer(items * 4);
  launch("subGroupWrite", items, local, pipe.get(), valid.get());
  EXPECT_EQ(read<int>(valid, items), std::vector<int>(items, 1));
  const auto out = makeBuffer(std::vector<int>(items, -1));
  launch("subGroupRead", items, local, pipe.get(), out.get());
  auto got = read<int>(out, items);
  std::ranges::sort(got);
  EXPECT_EQ(got, counting(items));
}

}  // namespace
