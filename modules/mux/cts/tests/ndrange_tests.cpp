// Tests launches: ids and sizes, arguments, local memory, barriers, limits (doc/mux-spec.md §5).
//
// Most kernels here write their observations, and the host computes the same numbers in plain
// loops. Errors are tested at recording: muxCommandNDRange checks sizes and arguments, so a wrong
// launch never reaches the device. Limits are tested from both sides, with the largest size that
// works and the next one.
#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(NDRange);

/// Every work-item writes what it knows of itself to its own place.
constexpr char idSource[] = R"(
kernel void k(global uint *out) {
  size_t gx = get_global_id(0) - get_global_offset(0);
  size_t gy = get_global_id(1) - get_global_offset(1);
  size_t gz = get_global_id(2) - get_global_offset(2);
  size_t at = ((gz * get_global_size(1) + gy) * get_global_size(0) + gx) * 16;
  out[at + 0] = get_global_id(0);
  out[at + 1] = get_global_id(1);
  out[at + 2] = get_global_id(2);
  out[at + 3] = get_local_id(0);
  out[at + 4] = get_local_id(1);
  out[at + 5] = get_local_id(2);
  out[at + 6] = get_group_id(0);
  out[at + 7] = get_group_id(1);
  out[at + 8] = get_group_id(2);
  out[at + 9] = get_local_size(0);
  out[at + 10] = get_local_size(1);
  out[at + 11] = get_local_size(2);
  out[at + 12] = get_enqueued_local_size(0);
  out[at + 13] = get_num_groups(0);
  out[at + 14] = get_work_dim();
  out[at + 15] += 1;
}
)";

/// The sizes of a launch; missing dimensions are 1, missing offsets 0.
struct Range {
  std::vector<uint64_t> global, local, offset;
};

/// Returns element i, or `otherwise` behind the end.
uint64_t at(const std::vector<uint64_t> &values, size_t i, uint64_t otherwise) {
  return i < values.size() ? values[i] : otherwise;
}

// Returns the expected output of the kernel for an ND-range.
std::vector<uint32_t> expectedIds(const Range &r) {
  const auto size = [&](size_t i) { return at(r.global, i, 1); };
  std::vector<uint32_t> out(size(0) * size(1) * size(2) * 16);
  for (uint64_t item = 0; item < size(0) * size(1) * size(2); ++item) {
    // Dimension 0 changes fastest, as in get_global_linear_id.
    const uint64_t id[3] = {item % size(0), item / size(0) % size(1), item / size(0) / size(1)};
    // Sixteen words for each work-item, as in the kernel.
    uint32_t *to = &out[item * 16];
    for (size_t i = 0; i < 3; ++i) {
      const uint64_t local = at(r.local, i, 1);
      const uint64_t group = id[i] / local;
      to[i] = static_cast<uint32_t>(id[i] + at(r.offset, i, 0));
      to[3 + i] = static_cast<uint32_t>(id[i] % local);
      to[6 + i] = static_cast<uint32_t>(group);
      // The local size of this group: less at the end of a dimension.
      to[9 + i] = static_cast<uint32_t>(std::min(local, size(i) - group * local));
    }
    to[12] = static_cast<uint32_t>(at(r.local, 0, 1));
    to[13] = static_cast<uint32_t>((size(0) + at(r.local, 0, 1) - 1) / at(r.local, 0, 1));
    to[14] = static_cast<uint32_t>(r.global.size());
    to[15] = 1;
  }
  return out;
}

/// All id functions, in one to three dimensions, with offsets and partial groups.
/// Work-item functions (OpenCL C 3.0 §6.15.1). Sizes are chosen so that groups at each border are
/// smaller, and so that x, y and z cannot be exchanged unnoticed.
TEST_P(NDRange, GivesEveryWorkItemItsIds) {
  Kernel kernel = makeKernel(idSource);
  ASSERT_TRUE(kernel.handle);
  // Whole groups, partial groups, single work-items, and offsets in each dimension.
  const Range ranges[] = {
      {{64}, {16}, {}},
      {{1}, {1}, {}},
      {{100}, {16}, {}},
      {{17}, {17}, {5}},
      {{12, 6}, {4, 3}, {}},
      {{6, 12}, {2, 4}, {100, 7}},
      {{13, 7}, {4, 3}, {1, 2}},
      {{8, 4, 6}, {4, 2, 3}, {}},
      {{5, 6, 7}, {2, 4, 3}, {3, 2, 1}},
      {{1, 1, 9}, {1, 1, 2}, {}},
      {{1000}, {1}, {}},
  };
  for (const Range &r : ranges) {
    const auto expected = expectedIds(r);
    Buffer out = makeBufferOf(std::vector<uint32_t>(expected.size()));
    const mux_argument_t arguments[] = {bufferArgument(out)};
    ASSERT_EQ(launch(kernel, ndrange(r.global, r.local, arguments, r.offset)), mux_success);
    EXPECT_EQ(contentsOf<uint32_t>(out), expected)
        << testing::PrintToString(r.global) << " by " << testing::PrintToString(r.local);
  }
}

/// No group is lost, and none runs twice.
/// 5000 groups on all compute units, counted by atomics.
TEST_P(NDRange, RunsEveryGroupOnce) {
  Kernel kernel = makeKernel(R"(
    kernel void k(global uint *count, global uint *perGroup) {
      atomic_inc(count);
      atomic_inc(perGroup + get_group_id(0));
    })");
  ASSERT_TRUE(kernel.handle);
  Buffer count = makeBufferOf<uint32_t>({0});
  Buffer perGroup = makeBufferOf(std::vector<uint32_t>(5000));
  const mux_argument_t arguments[] = {bufferArgument(count), bufferArgument(perGroup)};
  ASSERT_EQ(launch(kernel, ndrange({5000 * 8}, {8}, arguments)), mux_success);
  EXPECT_EQ(contentsOf<uint32_t>(count)[0], 40000u);
  EXPECT_THAT(contentsOf<uint32_t>(perGroup), testing::Each(8u));
}

/// A global size of 0 is valid (CL 3.0 §5.10).
/// Also if one dimension of several is 0.
TEST_P(NDRange, DoesNothingForAnEmptyRange) {
  Kernel kernel = makeKernel("kernel void k(global int *out) { out[0] = 1; }");
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBufferOf<int>({7});
  const mux_argument_t arguments[] = {bufferArgument(out)};
  EXPECT_EQ(launch(kernel, ndrange({0}, {1}, arguments)), mux_success);
  EXPECT_EQ(launch(kernel, ndrange({4, 0}, {2, 1}, arguments)), mux_success);
  EXPECT_EQ(contentsOf<int>(out)[0], 7);
}

/// Scalars, vectors and structures arrive at their offsets.
/// Order and sizes are chosen so that nearly every argument needs padding in front of it.
TEST_P(NDRange, PassesEveryKindOfValue) {
  Kernel kernel = makeKernel(R"(
    typedef struct { char c; long d; short s[3]; } mixed;
    kernel void k(char a, short b, mixed m, long c, float d, char3 e, long16 f, uchar g,
                  global long *out) {
      out[0] = a; out[1] = b; out[2] = m.c; out[3] = m.d; out[4] = m.s[2]; out[5] = c;
      out[6] = d * 4; out[7] = e.z; out[8] = f.s0; out[9] = f.sf; out[10] = g;
    })");
  ASSERT_TRUE(kernel.handle);
  // The layout of the structure in OpenCL C.
  struct Mixed {
    int8_t c;
    int64_t d;
    int16_t s[3];
  };
  const int8_t a = -3;
  const int16_t b = -300;
  const Mixed m{-7, int64_t{1} << 33, {1, 2, -9}};
  const int64_t c = -(int64_t{1} << 40);
  const float d = 0.25f;
  const int8_t e[4] = {1, 2, 33, 0};
  // long16 is the largest type of OpenCL C: 128 bytes.
  alignas(128) int64_t f[16];
  for (int i = 0; i < 16; ++i) {
    f[i] = 100 + i;
  }
  const uint8_t g = 250;
  Buffer out = makeBuffer(11 * sizeof(int64_t));
  const mux_argument_t arguments[] = {valueArgument(a), valueArgument(b), valueArgument(m),
                                      valueArgument(c), valueArgument(d), valueArgument(e),
                                      valueArgument(f), valueArgument(g), bufferArgument(out)};
  ASSERT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_success);
  EXPECT_THAT(contentsOf<int64_t>(out),
              testing::ElementsAre(-3, -300, -7, int64_t{1} << 33, -9, c, 1, 33, 100, 115, 250));
}

/// The application may change a value after the call.
/// Contract of muxCommandNDRange: clSetKernelArg may follow an enqueue (CL 3.0 §5.9.2).
TEST_P(NDRange, CopiesValuesAtRecording) {
  Kernel kernel = makeKernel("kernel void k(int value, global int *out) { out[0] = value; }");
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBufferOf<int>({0});
  int value = 42;
  mux_argument_t arguments[] = {valueArgument(value), bufferArgument(out)};
  const mux_ndrange_t range = ndrange({1}, {1}, arguments);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success);
  // Neither the value nor the array may be read at the dispatch.
  value = 43;
  arguments[1] = {};
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(contentsOf<int>(out)[0], 42);
}

/// A null buffer is a null pointer in the kernel.
/// Offsets of sub-buffers arrive in the pointer.
TEST_P(NDRange, PassesBuffersWithOffsetsAndNull) {
  Kernel kernel = makeKernel(R"(
    kernel void k(global int *a, global int *none, constant int *c) {
      a[0] = none == 0 ? c[1] : -1;
    })");
  ASSERT_TRUE(kernel.handle);
  Buffer a = makeBufferOf<int>({0, 0, 0, 0});
  Buffer c = makeBufferOf<int>({10, 11, 12});
  // Its own kind of argument, not a buffer handle of null.
  mux_argument_t none{};
  none.type = mux_argument_null_buffer;
  const mux_argument_t arguments[] = {bufferArgument(a, 8), none, bufferArgument(c, 4)};
  ASSERT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_success);
  EXPECT_THAT(contentsOf<int>(a), testing::ElementsAre(0, 0, 12, 0));
}

/// Local arguments do not overlap each other or static local variables.
/// Each block is aligned for its own type, long4 here.
TEST_P(NDRange, SeparatesLocalBlocks) {
  Kernel kernel = makeKernel(R"(
    kernel void k(local char *a, local long4 *b, local int *c, global int *out) {
      local int fixed[4];
      int n = get_local_size(0);
      int i = get_local_id(0);
      a[i] = i; b[i] = (long4)(i + 100); c[i] = i + 200;
      if (i < 4) fixed[i] = i + 300;
      barrier(CLK_LOCAL_MEM_FENCE);
      int j = n - 1 - i;
      int ok = a[j] == j && b[j].w == j + 100 && c[j] == j + 200 && fixed[j & 3] == (j & 3) + 300;
      ok = ok && ((size_t)b % sizeof(long4)) == 0 && ((size_t)c % sizeof(int)) == 0;
      out[get_global_id(0)] = ok;
    })");
  ASSERT_TRUE(kernel.handle);
  // Work-items in a group; four groups run.
  constexpr uint64_t n = 16;
  Buffer out = makeBufferOf(std::vector<int>(4 * n));
  const mux_argument_t arguments[] = {localArgument(n), localArgument(n * 32), localArgument(n * 4),
                                      bufferArgument(out)};
  ASSERT_EQ(launch(kernel, ndrange({4 * n}, {n}, arguments)), mux_success);
  EXPECT_THAT(contentsOf<int>(out), testing::Each(1));
}

/// A reduction over local memory, with a barrier in its loop.
/// The last group has 7 of 32 work-items: all of them reach each barrier (OpenCL C 3.0 §6.15.8).
TEST_P(NDRange, BarriersInLoopsReduce) {
  Kernel kernel = makeKernel(R"(
    kernel void k(global const int *in, global int *sums, local int *scratch) {
      int i = get_local_id(0);
      int n = get_local_size(0);
      scratch[i] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int step = 1; step < n; step *= 2) {
        int other = i + step < n ? scratch[i + step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i % (2 * step) == 0) scratch[i] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (i == 0) sums[get_group_id(0)] = scratch[0];
    })");
  ASSERT_TRUE(kernel.handle);
  constexpr uint64_t n = 32;
  // Ten whole groups and a partial one.
  constexpr uint64_t total = 10 * n + 7;
  std::vector<int> in(total);
  std::vector<int> expected(11);
  for (size_t i = 0; i < total; ++i) {
    in[i] = static_cast<int>(i * i % 1001);
    expected[i / n] += in[i];
  }
  Buffer input = makeBufferOf(in);
  Buffer sums = makeBufferOf(std::vector<int>(11));
  const mux_argument_t arguments[] = {bufferArgument(input), bufferArgument(sums),
                                      localArgument(n * 4)};
  ASSERT_EQ(launch(kernel, ndrange({total}, {n}, arguments)), mux_success);
  EXPECT_EQ(contentsOf<int>(sums), expected);
}

/// Each launch sees the results of the one before.
/// Twenty launches add 1 to 20, so each element becomes 210.
TEST_P(NDRange, SeveralLaunchesInOneCommandBuffer) {
  Kernel kernel =
      makeKernel("kernel void k(global int *data, int add) { data[get_global_id(0)] += add; }");
  ASSERT_TRUE(kernel.handle);
  Buffer data = makeBufferOf(std::vector<int>(256));
  CommandBuffer commands = record();
  // Each launch copies its arguments, so one array serves all.
  for (int add = 1; add <= 20; ++add) {
    const mux_argument_t arguments[] = {bufferArgument(data), valueArgument(add)};
    const mux_ndrange_t range = ndrange({256}, {32}, arguments);
    ASSERT_EQ(muxCommandNDRange(commands, kernel, &range), mux_success);
  }
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_THAT(contentsOf<int>(data), testing::Each(210));
}

KILN_CTS_SUITE(LaunchErrors);

/// A kernel with one argument of each kind.
constexpr char argumentSource[] = R"(
kernel void k(global int *a, int b, local float *c) {
  c[get_local_id(0)] = b;
  a[get_global_id(0)] = c[get_local_id(0)];
})";

/// Number, kind and size of arguments are checked against the descriptor.
/// One wrong argument at a time: another kind, another size, an offset at the end of the buffer, an
/// unbound buffer.
TEST_P(LaunchErrors, ArgumentsHaveToFit) {
  Kernel kernel = makeKernel(argumentSource);
  ASSERT_TRUE(kernel.handle);
  Buffer buffer = makeBuffer(64);
  BareBuffer unbound = makeUnbound(64);
  // The argument's type is int.
  const int value = 1;
  const int64_t wide = 1;
  const mux_argument_t good[3] = {bufferArgument(buffer), valueArgument(value), localArgument(64)};
  // Launches with one argument exchanged.
  const auto refused = [&](size_t index, mux_argument_t argument) {
    mux_argument_t arguments[3] = {good[0], good[1], good[2]};
    arguments[index] = argument;
    return launch(kernel, ndrange({4}, {4}, arguments));
  };
  EXPECT_EQ(refused(1, valueArgument(wide)), mux_error_invalid_value);
  EXPECT_EQ(refused(0, valueArgument(wide)), mux_error_invalid_value);
  EXPECT_EQ(refused(1, bufferArgument(buffer)), mux_error_invalid_value);
  EXPECT_EQ(refused(2, bufferArgument(buffer)), mux_error_invalid_value);
  EXPECT_EQ(refused(0, localArgument(4)), mux_error_invalid_value);
  EXPECT_EQ(refused(2, localArgument(0)), mux_error_invalid_value);
  EXPECT_EQ(refused(0, bufferArgument(buffer, 64)), mux_error_invalid_value);
  EXPECT_EQ(refused(0, bufferArgument(nullptr)), mux_error_invalid_handle);
  EXPECT_EQ(refused(0, bufferArgument(unbound)), mux_error_invalid_state);
  EXPECT_EQ(refused(0, {}), mux_error_invalid_value);
  EXPECT_EQ(launch(kernel, ndrange({4}, {4}, std::span(good, 2))), mux_error_invalid_value);
  EXPECT_EQ(refused(1, good[1]), mux_success);
}

/// Local and global sizes are checked against the device and for overflow.
/// Dimensions of 1 to 3; products and sums near 2^64 find overflows.
TEST_P(LaunchErrors, SizesHaveToFit) {
  Kernel kernel = makeKernel("kernel void k() {}");
  ASSERT_TRUE(kernel.handle);
  // Launches after one change to a good description.
  const auto refused = [&](auto change) {
    mux_ndrange_t range = ndrange({8, 8, 8}, {1, 1, 1}, {});
    change(range);
    return launch(kernel, range);
  };
  using Range = mux_ndrange_t;
  EXPECT_EQ(refused([](Range &) {}), mux_success);
  EXPECT_EQ(refused([](Range &r) { r.dimensions = 0; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Range &r) { r.dimensions = 4; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Range &r) { r.local_size[1] = 0; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Range &r) {
              r.dimensions = 2;
              r.local_size[2] = 2;
            }),
            mux_error_invalid_value)
      << "unused dimensions are 1";
  EXPECT_EQ(refused([&](Range &r) { r.local_size[2] = info()->max_work_item_sizes[2] + 1; }),
            mux_error_invalid_value);
  EXPECT_EQ(refused([&](Range &r) { r.local_size[0] = info()->max_work_group_size + 1; }),
            mux_error_invalid_value);
  EXPECT_EQ(
      refused([](Range &r) { r.local_size[0] = r.local_size[1] = r.local_size[2] = 1 << 22; }),
      mux_error_invalid_value);
  EXPECT_EQ(refused([](Range &r) { r.global_offset[0] = UINT64_MAX - 3; }),
            mux_error_invalid_value);
  EXPECT_EQ(refused([](Range &r) { r.global_size[0] = r.global_size[1] = UINT64_MAX; }),
            mux_error_invalid_value);
}

/// mux_error_invalid_handle for null and foreign handles.
/// A null description is mux_error_invalid_value.
TEST_P(LaunchErrors, BadHandles) {
  Kernel kernel = makeKernel("kernel void k() {}");
  ASSERT_TRUE(kernel.handle);
  CommandBuffer commands = record();
  const mux_ndrange_t range = ndrange({1}, {1}, {});
  EXPECT_EQ(muxCommandNDRange(nullptr, kernel, &range), mux_error_invalid_handle);
  EXPECT_EQ(muxCommandNDRange(commands, nullptr, &range), mux_error_invalid_handle);
  EXPECT_EQ(muxCommandNDRange(commands, kernel, nullptr), mux_error_invalid_value);
}

/// reqd_work_group_size excludes all other sizes.
/// The compiler generates code for this size alone.
TEST_P(LaunchErrors, RequiredLocalSizeIsRequired) {
  Kernel kernel = makeKernel(R"(
    kernel __attribute__((reqd_work_group_size(4, 2, 1))) void k(global int *out) {
      out[get_global_linear_id()] = get_local_size(0) * 10 + get_local_size(1);
    })");
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBuffer(4 * 8 * 4);
  const mux_argument_t arguments[] = {bufferArgument(out)};
  EXPECT_EQ(launch(kernel, ndrange({8, 4}, {2, 4}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(launch(kernel, ndrange({32}, {8}, arguments)), mux_error_invalid_value);
  EXPECT_EQ(launch(kernel, ndrange({8, 4}, {4, 2}, arguments)), mux_success);
  EXPECT_THAT(contentsOf<int>(out), testing::Each(42));
  const mux_kernel_descriptor_t *d = nullptr;
  ASSERT_EQ(muxGetKernelDescriptor(kernel, &d), mux_success);
  EXPECT_THAT(d->required_local_size, testing::ElementsAre(4, 2, 1));
}

/// mux_error_out_of_resources beyond the device's local memory.
/// Exactly local_memory_size bytes still work.
TEST_P(LaunchErrors, TooMuchLocalMemoryIsOutOfResources) {
  Kernel kernel = makeKernel(argumentSource);
  ASSERT_TRUE(kernel.handle);
  Buffer buffer = makeBuffer(64);
  const int value = 1;
  for (uint64_t size : {info()->local_memory_size + 1, UINT64_MAX, UINT64_MAX - 64}) {
    const mux_argument_t arguments[] = {bufferArgument(buffer), valueArgument(value),
                                        localArgument(size)};
    EXPECT_EQ(launch(kernel, ndrange({4}, {4}, arguments)), mux_error_out_of_resources);
  }
  const mux_argument_t arguments[] = {bufferArgument(buffer), valueArgument(value),
                                      localArgument(info()->local_memory_size)};
  EXPECT_EQ(launch(kernel, ndrange({4}, {4}, arguments)), mux_success);
}

/// muxQueryMaxWorkGroupSize is exact.
/// Each work-item has 4 KiB that live across a barrier, so the frame bounds the group.
TEST_P(LaunchErrors, TheMaximumGroupRunsAndOneMoreDoesNot) {
  Kernel kernel = makeKernel(R"(
    kernel void k(global int *out) {
      int a[1024];
      for (int i = 0; i < 1024; ++i) a[i] = i ^ (int)get_local_id(0);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = a[out[get_global_id(0)] & 1023];
    })");
  ASSERT_TRUE(kernel.handle);
  uint64_t limit = 0;
  ASSERT_EQ(muxQueryMaxWorkGroupSize(kernel, 0, &limit), mux_success);
  ASSERT_GE(limit, 1u);
  ASSERT_LE(limit, info()->max_work_group_size);
  Buffer out = makeBufferOf(std::vector<int>(limit + 1));
  const mux_argument_t arguments[] = {bufferArgument(out)};
  ASSERT_EQ(launch(kernel, ndrange({limit}, {limit}, arguments)), mux_success);
  // Element i is i, since the buffer was zero: a[0] of work-item i is 0 ^ i.
  auto values = contentsOf<int>(out);
  for (uint64_t i = 0; i < limit; ++i) {
    ASSERT_EQ(values[i], static_cast<int>(i));
  }
  const mux_result_t result = launch(kernel, ndrange({limit + 1}, {limit + 1}, arguments));
  EXPECT_TRUE(result == mux_error_out_of_resources || result == mux_error_invalid_value);
}

/// A chosen local size fits the limits, and bad arguments are errors.
/// Contracts of muxQueryMaxWorkGroupSize and muxQueryLocalSize; 0 work-items is an answer and no
/// error.
TEST_P(LaunchErrors, QueriesOfSizes) {
  Kernel kernel = makeKernel(argumentSource);
  ASSERT_TRUE(kernel.handle);
  uint64_t limit = 0;
  EXPECT_EQ(muxQueryMaxWorkGroupSize(kernel, info()->local_memory_size + 1, &limit), mux_success);
  EXPECT_EQ(limit, 0u) << "nothing fits with so much local memory";
  EXPECT_EQ(muxQueryMaxWorkGroupSize(kernel, 0, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxQueryMaxWorkGroupSize(nullptr, 0, &limit), mux_error_invalid_handle);
  // Powers of two, a prime, and sizes in two and three dimensions.
  const uint64_t globals[][3] = {{1024, 1, 1}, {1000003, 1, 1}, {64, 48, 1}, {30, 20, 10}};
  for (const auto &global : globals) {
    uint64_t local[3] = {};
    ASSERT_EQ(muxQueryLocalSize(kernel, 3, global, 0, local), mux_success);
    uint64_t items = 1;
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_GE(local[i], 1u);
      EXPECT_LE(local[i], info()->max_work_item_sizes[i]);
      items *= local[i];
    }
    EXPECT_LE(items, info()->max_work_group_size);
  }
  uint64_t local[3] = {};
  ASSERT_EQ(muxQueryLocalSize(kernel, 1, globals[0], 0, local), mux_success);
  EXPECT_EQ(1024 % local[0], 0u) << "a size that can be divided is";
  EXPECT_EQ(muxQueryLocalSize(kernel, 0, globals[0], 0, local), mux_error_invalid_value);
  EXPECT_EQ(muxQueryLocalSize(kernel, 4, globals[0], 0, local), mux_error_invalid_value);
  EXPECT_EQ(muxQueryLocalSize(kernel, 1, nullptr, 0, local), mux_error_invalid_value);
  EXPECT_EQ(muxQueryLocalSize(kernel, 1, globals[0], 0, nullptr), mux_error_null_out_parameter);
}

}  // namespace mux::cts
