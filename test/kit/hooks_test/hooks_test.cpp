// Each of the hooks for custom hardware, as an OpenCL program sees it.

#include <gmock/gmock.h>

#include <numeric>
#include <set>

#include "fixture.h"

namespace test {
namespace {

using testing::HasSubstr;

class Hooks : public Fixture {
 protected:
  template <class T>
  T info(cl_device_info name) {
    T value = {};
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::string text(cl_device_info name) {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
    std::string value(size, '\0');
    EXPECT_EQ(clGetDeviceInfo(device, name, size, value.data(), nullptr), CL_SUCCESS);
    return value;
  }

  /// transfers, words, stores: what the device has counted so far.
  std::vector<cl_ulong> counters() {
    auto program = build(R"(kernel void counters(global ulong *p) {
      ulong stores = kiln_test_stores();
      p[0] = kiln_test_transfers(); p[1] = kiln_test_words(); p[2] = stores;
    })",
                         "-hooks-stores=plain");
    auto kernel = makeKernel(program, "counters");
    auto buffer = makeBuffer(3 * sizeof(cl_ulong));
    setArguments(kernel, buffer.get());
    run(kernel, 1);
    return read<cl_ulong>(buffer, 3);
  }
};

TEST_F(Hooks, IsTheOnlyDevice) {
  cl_uint count = 0;
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_THAT(text(CL_DEVICE_NAME), HasSubstr("hooks"));
}

// DMA ------------------------------------------------------------------------------------------

TEST_F(Hooks, CopiesAsynchronouslyByTheEngine) {
  auto program = build(R"(
    kernel void reverse(global int *data, local int *in, local int *out) {
      size_t n = get_local_size(0), l = get_local_id(0);
      global int *mine = data + get_group_id(0) * n;
      event_t event = async_work_group_copy(in, mine, n, 0);
      wait_group_events(1, &event);
      out[l] = in[n - 1 - l];
      barrier(CLK_LOCAL_MEM_FENCE);
      event = async_work_group_copy(mine, out, n, 0);
      wait_group_events(1, &event);
    })");
  auto kernel = makeKernel(program, "reverse");
  constexpr size_t groups = 40, local = 64;
  std::vector<cl_int> data(groups * local);
  std::iota(data.begin(), data.end(), 0);
  auto buffer = makeBuffer(data);
  setArguments(kernel, buffer.get());
  for (cl_uint i : {1, 2}) {
    ASSERT_EQ(clSetKernelArg(kernel, i, local * sizeof(cl_int), nullptr), CL_SUCCESS);
  }
  const auto before = counters();
  run(kernel, groups * local, &local);
  const auto after = counters();
  for (size_t group = 0; group < groups; ++group) {
    std::reverse(data.begin() + group * local, data.begin() + (group + 1) * local);
  }
  EXPECT_EQ(read<cl_int>(buffer, data.size()), data);
  EXPECT_EQ(after[0] - before[0], 2 * groups) << "transfers";
  EXPECT_EQ(after[1] - before[1], 2 * groups * local * sizeof(cl_int) / 8) << "words";
}

TEST_F(Hooks, CopiesWithStridesByTheEngine) {
  auto program = build(R"(
    kernel void every_third(global int *out, global const int *in, local int *t) {
      event_t events[2];
      events[0] = async_work_group_strided_copy(t, in, 8, 3, 0);
      events[1] = async_work_group_strided_copy(t + 8, in + 1, 8, 3, events[0]);
      wait_group_events(2, events);
      event_t event = async_work_group_strided_copy(out, t, 16, 2, 0);
      wait_group_events(1, &event);
    })");
  auto kernel = makeKernel(program, "every_third");
  std::vector<cl_int> in(24), expected(32);
  std::iota(in.begin(), in.end(), 100);
  auto source = makeBuffer(in), result = makeBuffer(expected);
  setArguments(kernel, result.get(), source.get());
  ASSERT_EQ(clSetKernelArg(kernel, 2, 16 * sizeof(cl_int), nullptr), CL_SUCCESS);
  for (size_t i = 0; i < 8; ++i) {
    expected[2 * i] = in[3 * i];
    expected[2 * (8 + i)] = in[3 * i + 1];
  }
  const auto before = counters();
  const size_t local = 5;
  run(kernel, local, &local);
  EXPECT_EQ(read<cl_int>(result, 32), expected);
  EXPECT_EQ(counters()[0] - before[0], 3u) << "transfers";
}

TEST_F(Hooks, KeepsMoreTransfersThanTheEngineHasPlaces) {
  auto program = build(R"(
    kernel void many(global char *out, global const char *in, local char *t) {
      event_t event = 0;
      for (int i = 0; i < 100; ++i)
        event = async_work_group_copy(t + i * 3, in + i * 3, 3, event);
      wait_group_events(1, &event);
      event = async_work_group_copy(out, t, 300, 0);
      wait_group_events(1, &event);
    })");
  auto kernel = makeKernel(program, "many");
  std::vector<cl_char> in(300);
  std::iota(in.begin(), in.end(), cl_char(0));
  auto source = makeBuffer(in), result = makeBuffer(300);
  setArguments(kernel, result.get(), source.get());
  ASSERT_EQ(clSetKernelArg(kernel, 2, 300, nullptr), CL_SUCCESS);
  const auto before = counters();
  const size_t local = 16;
  run(kernel, local, &local);
  EXPECT_EQ(read<cl_char>(result, 300), in);
  EXPECT_EQ(counters()[0] - before[0], 101u) << "transfers";
}

// Scratchpad -----------------------------------------------------------------------------------

constexpr size_t scratchpadSize = 48 << 10, workers = 2;

TEST_F(Hooks, HasAScratchpadAsLocalMemory) {
  EXPECT_EQ(info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), scratchpadSize);
  EXPECT_EQ(info<cl_device_local_mem_type>(CL_DEVICE_LOCAL_MEM_TYPE), CL_LOCAL);
}

TEST_F(Hooks, KeepsLocalMemoryOfAllKernelsInTheScratchpads) {
  auto program = build(R"(
    kernel void small(global ulong *p) { local int t[4]; p[get_group_id(0)] = (ulong)t; }
    kernel void large(global ulong *p) {  // with a frame, which lies in the arena
      local int t[4000];
      int own[4] = {p[0], p[1], p[2], p[3]};
      barrier(CLK_GLOBAL_MEM_FENCE);
      p[get_group_id(0)] = (ulong)t + own[p[0] & 3] * 0;
    })");
  std::set<cl_ulong> places;
  for (const char *name : {"small", "large"}) {
    auto kernel = makeKernel(program, name);
    auto buffer = makeBuffer(200 * sizeof(cl_ulong));
    setArguments(kernel, buffer.get());
    const size_t local = 1;
    run(kernel, 200, &local);
    for (cl_ulong place : read<cl_ulong>(buffer, 200)) {
      places.insert(place);
    }
  }
  EXPECT_LE(places.size(), workers) << "one place for each worker, whatever it runs";
  EXPECT_EQ(*places.rbegin() - *places.begin(), (places.size() - 1) * scratchpadSize);
}

TEST_F(Hooks, RunsWithAllOfTheScratchpad) {
  auto program = build(
      "kernel void fill(global char *p, local char *t) {"
      "  t[12] = 7; t[48 * 1024 - 1] = 35; p[0] = t[12] + t[48 * 1024 - 1]; }");
  auto kernel = makeKernel(program, "fill");
  auto buffer = makeBuffer(1);
  setArguments(kernel, buffer.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, scratchpadSize, nullptr), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read<cl_char>(buffer, 1)[0], 42);
}

TEST_F(Hooks, RefusesMoreThanTheScratchpadHolds) {
  auto program = build(
      "kernel void fill(local char *t) { t[0] = 1; }"
      "kernel void fixed(global int *p) { local int t[12289]; t[*p] = 1; *p = t[1]; }");
  auto kernel = makeKernel(program, "fill");
  const size_t items = 1;
  cl_int error = clSetKernelArg(kernel, 0, scratchpadSize + 1, nullptr);
  if (error == CL_SUCCESS) {
    error = clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  EXPECT_EQ(error, CL_OUT_OF_RESOURCES);
  kernel = makeKernel(program, "fixed");
  auto buffer = makeBuffer(4);
  setArguments(kernel, buffer.get());
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_OUT_OF_RESOURCES);
}

// The instruction behind an extension's builtin --------------------------------------------------

/// CRC-32C, bit by bit.
cl_uint crc32c(cl_uint crc, cl_uint value) {
  crc ^= value;
  for (int bit = 0; bit < 32; ++bit) {
    crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78u : 0);
  }
  return crc;
}

TEST_F(Hooks, HasAnInstructionBehindABuiltin) {
  EXPECT_THAT(text(CL_DEVICE_EXTENSIONS), HasSubstr("cl_kiln_test_device"));
  auto program = build(R"(
    #ifndef cl_kiln_test_device
    #error the extension has no macro
    #endif
    kernel void crc(global uint *p) {
      size_t i = get_global_id(0);
      p[i] = kiln_test_crc32c(p[i], (uint)i);
    })");
  auto kernel = makeKernel(program, "crc");
  std::vector<cl_uint> data(100);
  for (cl_uint i = 0; i < data.size(); ++i) {
    data[i] = i * 2654435761u;
  }
  auto buffer = makeBuffer(data);
  setArguments(kernel, buffer.get());
  run(kernel, data.size());
  for (cl_uint i = 0; i < data.size(); ++i) {
    data[i] = crc32c(data[i], i);
  }
  EXPECT_EQ(read<cl_uint>(buffer, data.size()), data);
}

TEST_F(Hooks, NamesTheProgramsOwnLinesInErrors) {
  auto program = makeProgram("\nkernel void k(global uint *p) { *p = kiln_test_crc32c(1); }");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_THAT(logOf(program), HasSubstr("<source>:2:"));
}

// A pass of the target's own, and a build option -------------------------------------------------

TEST_F(Hooks, RunsThePassOfTheTarget) {
  const char source[] = R"(kernel void k(global int *p, local int *t) {
    size_t i = get_global_id(0);
    t[0] = 1;
    p[i] = 1;
    if (i % 4 == 0) p[get_global_size(0) + i] = 2;
  })";
  const size_t items = 64;
  auto countedBy = [&](const char *options) {
    auto program = build(source, options);
    auto kernel = makeKernel(program, "k");
    auto buffer = makeBuffer(2 * items * sizeof(cl_int));
    setArguments(kernel, buffer.get());
    EXPECT_EQ(clSetKernelArg(kernel, 1, 4, nullptr), CL_SUCCESS);
    const auto before = counters();
    run(kernel, items);
    return counters()[2] - before[2];
  };
  EXPECT_EQ(countedBy(""), items + items / 4);
  EXPECT_EQ(countedBy("-hooks-stores=counted"), items + items / 4);
  EXPECT_EQ(countedBy("-hooks-stores=plain"), 0u);
}

TEST_F(Hooks, RefusesWrongValuesOfTheTargetsOptions) {
  for (const char *options : {"-hooks-stores=none", "-hooks-stores=", "-hooks-stores", "-hooks"}) {
    auto program = makeProgram("kernel void k() {}");
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr),
              CL_INVALID_BUILD_OPTIONS)
        << options;
    EXPECT_EQ(clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_INVALID_COMPILER_OPTIONS)
        << options;
  }
}

}  // namespace
}  // namespace test
