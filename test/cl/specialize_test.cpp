// KILN_SPECIALIZE: code for the local sizes of many launches, made in the background. Tests of
// CTest set it, and a trace of the loaded executables; without the trace only results are looked
// at.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <thread>

#include "CL/cl_ext_kiln.h"
#include "fixture.h"
#include "mux_trace.h"

namespace {

constexpr char reverseSource[] =
    "kernel void reverse(global int *p, local int *t) {\n"
    "  t[get_local_id(0)] = p[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  p[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];\n"
    "}\n";

class Specialize : public test::Fixture {
 protected:
  static bool isOn() { return std::getenv("KILN_SPECIALIZE") && test::isTraced(); }
  static bool isAutomatic() { return !std::getenv("KILN_SPECIALIZE") && test::isTraced(); }
  static size_t callsOf(const char *function) { return test::tracedCalls(function); }
  static size_t loaded() { return callsOf("muxCreateExecutable"); }
  static bool waitFor(size_t count) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (loaded() < count && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return loaded() >= count;
  }
  /// Reverses each group of the numbers 0 to 239.
  std::vector<int> reversed(cl_command_queue own, cl_kernel kernel, size_t local) {
    std::vector<int> values(240);
    std::iota(values.begin(), values.end(), 0);
    const auto buffer = makeBuffer(values);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, local * sizeof(int), nullptr), CL_SUCCESS);
    const size_t size = values.size();
    EXPECT_EQ(clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, size * sizeof(int), values.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
  // Launches a work-item for each element several times, in groups of 24; the buffer has the
  // values.
  void launchGroupsOf24(cl_kernel kernel, cl_mem buffer, const std::vector<int> &values) {
    const size_t size = values.size(), local = 24;
    for (int launch = 0; launch < 6; ++launch) {
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(read<int>(buffer, size), values);
    }
  }
  static std::vector<int> expected(size_t local) {
    std::vector<int> values(240);
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<int>(i - i % local + local - 1 - i % local);
    }
    return values;
  }
};

TEST_F(Specialize, VariantsTakeOverAndGiveTheSame) {
  const auto program = build(reverseSource);
  const auto kernel = makeKernel(program, "reverse");
  const auto clear = reinterpret_cast<clClearBuildCacheKILN_fn>(
      clGetExtensionFunctionAddressForPlatform(platform, "clClearBuildCacheKILN"));
  size_t before = isOn() ? loaded() : 0;
  for (int round = 0; round < 2; ++round) {
    for (const size_t local : {size_t{8}, size_t{24}}) {
      for (int launch = 0; launch < 6; ++launch) {
        EXPECT_EQ(reversed(queue, kernel, local), expected(local));
      }
      if (isOn()) {
        EXPECT_TRUE(waitFor(++before)) << "code for " << local << " was not made";
      }
      EXPECT_EQ(reversed(queue, kernel, local), expected(local));
    }
    EXPECT_EQ(clear(platform, CL_BUILD_CACHE_MEMORY_KILN), CL_SUCCESS);
  }
}

// Launches that wait while their variant is compiled are recorded anew when they start.
TEST_F(Specialize, WaitingLaunchesTakeTheVariant) {
  constexpr int launches = 9;
  const auto program = build(
      "kernel void add(global int *p, local int *t, int n, constant int *c) {\n"
      "  t[get_local_id(0)] = p[get_global_id(0)] + n;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = t[get_local_id(0)] + c[0];\n"
      "}\n");
  const auto kernel = makeKernel(program, "add");
  const auto buffer = makeBuffer(std::vector<int>(240, 0)), ten = makeBuffer(std::vector<int>{10});
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, 24 * sizeof(int), nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof(cl_mem), ten.address()), CL_SUCCESS);
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  const size_t before = isOn() ? loaded() : 0;
  const size_t recorded = isOn() ? callsOf("muxCommandNDRange") : 0;
  int sum = 0;
  for (int launch = 0; launch < launches; ++launch) {
    // The values of the arguments are those of the enqueue.
    const int number = 1000 * (launch + 1);
    ASSERT_EQ(clSetKernelArg(kernel, 2, sizeof number, &number), CL_SUCCESS);
    sum += number + 10;
    const size_t size = 240, local = 24;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 1, gate.address(),
                                     nullptr),
              CL_SUCCESS);
  }
  if (isOn()) {
    EXPECT_TRUE(waitFor(before + 1)) << "no code was made";
    std::this_thread::sleep_for(std::chrono::milliseconds(50));  // it is known soon after
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read<int>(buffer, 240), std::vector<int>(240, sum));
  if (isOn()) {
    EXPECT_GT(callsOf("muxCommandNDRange"), recorded + launches);
  }
}

// Variants take the local size for a constant. A launch with a partial group has one of its own.
TEST_F(Specialize, PartialGroupsHaveCodeOfTheirOwn) {
  const auto program = build(
      "kernel void sizes(global int *p, local int *t) {\n"
      "  t[get_local_id(0)] = get_local_size(0);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n",
      "-cl-std=CL3.0");
  const auto kernel = makeKernel(program, "sizes");
  const auto buffer = makeBuffer(std::vector<int>(250, 0));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, 24 * sizeof(int), nullptr), CL_SUCCESS);
  size_t before = isOn() ? loaded() : 0;
  for (const size_t size : {size_t{240}, size_t{250}, size_t{240}, size_t{250}}) {
    std::vector<int> sizes(250, 24);
    std::fill(sizes.begin() + 240, sizes.end(), 10);
    sizes.resize(size);
    ASSERT_NO_FATAL_FAILURE(launchGroupsOf24(kernel, buffer.get(), sizes));
    if (isOn() && before != 0) {
      EXPECT_TRUE(waitFor(before + (size == 240 ? 1 : 2))) << size;
    }
  }
}

// Code for any launch knows a required size. What it does not know is that groups are whole.
TEST_F(Specialize, PartialGroupsOfRequiredSizesHaveNone) {
  const auto program = build(
      "kernel __attribute__((reqd_work_group_size(24, 1, 1))) void sizes(global int *p) {\n"
      "  local int t[24];\n"
      "  t[get_local_id(0)] = get_local_size(0) + get_enqueued_local_size(0);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];\n"
      "}\n",
      "-cl-std=CL3.0 -cl-kiln-vectorize=never");
  const auto kernel = makeKernel(program, "sizes");
  const auto buffer = makeBuffer(std::vector<int>(250, 0));
  setArguments(kernel, buffer.get());
  const size_t before = isOn() ? loaded() : 0;
  for (const size_t size : {size_t{250}, size_t{240}}) {
    std::vector<int> sizes(240, 48);
    sizes.resize(size, 34);
    ASSERT_NO_FATAL_FAILURE(launchGroupsOf24(kernel, buffer.get(), sizes));
    if (isOn() && size == 240) {
      EXPECT_TRUE(waitFor(before + 1)) << "no code was made";
    }
  }
  EXPECT_EQ(isOn() ? loaded() : 0, isOn() ? before + 1 : 0);
}

// The size of the kernel is known at once, but a network of 36 steps takes long to compile.
TEST_F(Specialize, RequiredSizesHaveCodeWhereItGains) {
  const auto program = build(
      "kernel __attribute__((reqd_work_group_size(128, 1, 1))) void sort(global uint *p) {\n"
      "  local uint a[256];\n"
      "  const uint l = get_local_id(0), first = 256 * get_group_id(0);\n"
      "  a[l] = p[first + l];\n"
      "  a[l + 128] = p[first + l + 128];\n"
      "  for (uint stage = 2; stage <= 256; stage *= 2)\n"
      "    for (uint d = stage / 2; d > 0; d /= 2) {\n"
      "      barrier(CLK_LOCAL_MEM_FENCE);\n"
      "      const uint low = 2 * l - (l & (d - 1));\n"
      "      const uint x = a[low], y = a[low + d];\n"
      "      if ((x > y) == ((low & stage) == 0)) { a[low] = y; a[low + d] = x; }\n"
      "    }\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[first + l] = a[l];\n"
      "  p[first + l + 128] = a[l + 128];\n"
      "}\n");
  const auto kernel = makeKernel(program, "sort");
  std::vector<cl_uint> numbers(1024);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<cl_uint>(i * 2654435761u);
  }
  std::vector<cl_uint> sorted = numbers;
  for (size_t i = 0; i < sorted.size(); i += 256) {
    std::sort(sorted.begin() + i, sorted.begin() + i + 256);
  }
  const size_t before = isOn() ? loaded() : 0;
  const size_t size = 512, local = 128;
  for (int launch = 0; launch < 8; ++launch) {
    const auto buffer = makeBuffer(numbers);
    setArguments(kernel, buffer.get());
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read<cl_uint>(buffer, 1024), sorted);
    if (isOn() && launch == 6) {
      EXPECT_TRUE(waitFor(before + 1)) << "no code was made";
    }
  }
}

TEST_F(Specialize, KernelsThatDoNotDependOnGroupsHaveNone) {
  const auto program = build("kernel void one(global int *p) { p[get_global_id(0)] += 1; }");
  const auto kernel = makeKernel(program, "one");
  const auto buffer = makeBuffer(std::vector<int>(64, 0));
  setArguments(kernel, buffer.get());
  const size_t before = isOn() ? loaded() : 0;
  const size_t size = 64, local = 8;
  for (int launch = 0; launch < 20; ++launch) {
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(read<int>(buffer, 64), std::vector<int>(64, 20));
  EXPECT_EQ(isOn() ? loaded() : 0, before);
}

// The vectors of this kernel go along y. Groups that are short there have code with others.
TEST_F(Specialize, ShortGroupsHaveCodeOfTheirOwn) {
  const auto program = build(
      "kernel void rows(global int *p) {\n"
      "  size_t i = get_global_id(0) * get_global_size(1) + get_global_id(1);\n"
      "  p[i] = p[i] * 3 + (int)get_global_id(0);\n"
      "}\n");
  const auto kernel = makeKernel(program, "rows");
  const std::array<size_t, 2> size = {48, 2};
  std::vector<int> expected(size[0] * size[1], 1);
  const auto buffer = makeBuffer(expected);
  setArguments(kernel, buffer.get());
  size_t before = isOn() ? loaded() : 0;
  for (const size_t length : {size_t{24}, size_t{8}}) {
    const std::array<size_t, 2> local = {length, 1};
    for (int launch = 0; launch < 4; ++launch) {
      ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size.data(), local.data(), 0,
                                       nullptr, nullptr),
                CL_SUCCESS);
      for (size_t i = 0; i < expected.size(); ++i) {
        expected[i] = static_cast<int>(static_cast<unsigned>(expected[i]) * 3 + i / size[1]);
      }
      EXPECT_EQ(read<int>(buffer, expected.size()), expected);
    }
    if (isOn()) {
      EXPECT_TRUE(waitFor(++before)) << "code for " << length << " was not made";
    }
  }
}

// One buffer for both arguments, or two ranges of one, are seen at each launch.
TEST_F(Specialize, ApartBuffersHaveCodeOfTheirOwn) {
  const auto program = build(
      "kernel void sum(global const int *a, global int *c, int n) {\n"
      "  const int i = get_global_id(0);\n"
      "  for (int k = 0; k < n; ++k) c[i] += a[k];\n"
      "}\n");
  const auto kernel = makeKernel(program, "sum");
  const std::vector<int> numbers = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto launch = [&](cl_mem from, cl_mem to, cl_int count) {
    setArguments(kernel, from, to, count);
    const size_t offset = 1, size = 1;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &size, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  };
  const size_t before = isOn() ? loaded() : 0;
  for (int round = 0; round < 8; ++round) {
    const auto from = makeBuffer(numbers), to = makeBuffer(numbers);
    launch(from, to, 4);
    EXPECT_EQ(read<int>(to, 8), (std::vector{1, 12, 3, 4, 5, 6, 7, 8}));
    if (isOn() && round == 6) {
      EXPECT_TRUE(waitFor(before + 1)) << "no code was made";
    }
  }
  const auto both = makeBuffer(numbers);
  launch(both, both, 4);
  EXPECT_EQ(read<int>(both, 8), (std::vector{1, 13, 3, 4, 5, 6, 7, 8}));
  const auto whole = makeBuffer(numbers);
  const cl_buffer_region region = {0, 4 * sizeof(int)};
  cl_int error = -1;
  const test::OwnedMem part =
      clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  launch(part, whole, 4);
  EXPECT_EQ(read<int>(whole, 8), (std::vector{1, 13, 3, 4, 5, 6, 7, 8}));
}

TEST_F(Specialize, ThreadsLaunchWhileVariantsAreMade) {
  const auto program = build(reverseSource);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&, thread] {
      const auto own = makeQueue(0);
      const auto kernel = makeKernel(program, "reverse");
      for (int launch = 0; launch < 40; ++launch) {
        const size_t local = size_t{1} << ((launch + thread) % 5);
        EXPECT_EQ(reversed(own, kernel, local), expected(local));
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST_F(Specialize, TheKernelMayGoMeanwhile) {
  for (int round = 0; round < 3; ++round) {
    const auto program = build(reverseSource, ("-DROUND=" + std::to_string(round)).c_str());
    const auto kernel = makeKernel(program, "reverse");
    for (int launch = 0; launch < 4; ++launch) {
      EXPECT_EQ(reversed(queue, kernel, 12), expected(12));
    }
  }
}

/// A binary search, from which vectors of SSE gain little: each step is a gather.
constexpr char searchSource[] =
    "kernel void search(global const int *in, global int *out, global const int *sorted) {\n"
    "  int i = get_global_id(0), value = in[i], at = 512;\n"
    "  for (int step = 256; step >= 1; step /= 2) at = value < sorted[at] ? at - step : at + "
    "step;\n"
    "  out[i] = at;\n"
    "}\n";

/// Scalar code is compiled and compared, once; whichever wins, results are the same.
TEST_F(Specialize, ScalarCodeIsTriedWhereVectorsAreUncertain) {
  if (!isOn() || !std::getenv("KILN_HOST_CPU")) {
    GTEST_SKIP() << "a test of its own sets the processor";
  }
  const auto program = build(searchSource);
  const auto kernel = makeKernel(program, "search");
  const size_t size = 256;
  std::vector<int> sorted(1024), wanted(size), results;
  std::iota(sorted.begin(), sorted.end(), 0);
  std::iota(wanted.begin(), wanted.end(), 300);
  const auto in = makeBuffer(wanted), table = makeBuffer(sorted);
  const auto out = makeBuffer(std::vector<int>(size, 0));
  setArguments(kernel, in.get(), out.get(), table.get());
  const size_t before = loaded();
  for (int launch = 0; launch < 60; ++launch) {
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    const std::vector<int> found = read<int>(out, size);
    if (results.empty()) {
      results = found;
      EXPECT_EQ(results[212], 513) << "steps of 256 to 1 end next to 512, the value";
    }
    EXPECT_EQ(found, results) << launch;
    if (launch == 3) {
      EXPECT_TRUE(waitFor(before + 1));
    }
  }
  EXPECT_EQ(loaded(), before + 1);
}

constexpr char windowSource[] =
    "kernel void window(global const int *in, global int *out, int radius, uint divisor) {\n"
    "  int i = get_global_id(0), n = get_global_size(0), sum = 0;\n"
    "  for (int j = -radius; j <= radius; ++j) {\n"
    "    sum += in[clamp(i + j, 0, n - 1)];\n"
    "#ifdef ROUNDS_WITH_DIVISIONS\n"
    "    for (int k = 0; k < 200; ++k) sum = sum * (int)divisor / (int)divisor;\n"
    "#endif\n"
    "  }\n"
    "  out[i] = sum / (int)divisor;\n"
    "}\n";

class SpecializeValues : public Specialize {
 protected:
  static constexpr int count = 100;
  static std::vector<int> values() {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), -20);
    return values;
  }
  /// With the driver's choice of a local size.
  std::vector<int> sums(cl_kernel kernel, cl_int radius, cl_uint divisor) {
    const auto in = makeBuffer(values());
    const auto out = makeBuffer(std::vector<int>(count, 0));
    setArguments(kernel, in.get(), out.get(), radius, divisor);
    const size_t size = count;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    return read<int>(out, count);
  }
  static std::vector<int> expectedSums(int radius, int divisor) {
    const std::vector<int> in = values();
    std::vector<int> out(count, 0);
    for (int i = 0; i < count; ++i) {
      for (int j = -radius; j <= radius; ++j) {
        out[i] += in[std::clamp(i + j, 0, count - 1)];
      }
      out[i] /= divisor;
    }
    return out;
  }
};

TEST_F(SpecializeValues, ThoseOfManyLaunchesHaveCode) {
  const auto program = build(windowSource);
  const auto kernel = makeKernel(program, "window");
  size_t before = isOn() ? loaded() : 0;
  for (const auto &[radius, divisor] : {std::pair(2, 5), std::pair(-1, 3), std::pair(0, 1)}) {
    for (int launch = 0; launch < 6; ++launch) {
      EXPECT_EQ(sums(kernel, radius, divisor), expectedSums(radius, divisor));
    }
    if (isOn()) {
      EXPECT_TRUE(waitFor(++before)) << "code for " << radius << " was not made";
    }
    EXPECT_EQ(sums(kernel, radius, divisor), expectedSums(radius, divisor));
    EXPECT_EQ(sums(kernel, 3, divisor), expectedSums(3, divisor)) << "another value";
  }
}

TEST_F(SpecializeValues, ManyRoundsHaveNone) {
  const auto program = build(
      "kernel void rounds(global int *p, int n, global int *unused) {\n"
      "  for (int i = 0; i < n; ++i) p[get_global_id(0)] += i & 1;\n"
      "}\n");
  const auto kernel = makeKernel(program, "rounds");
  const auto buffer = makeBuffer(std::vector<int>(64, 0));
  const size_t before = isOn() ? loaded() : 0;
  const size_t size = 64;
  for (int launch = 0; launch < 10; ++launch) {
    setArguments(kernel, buffer.get(), 1000, buffer.get());
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  EXPECT_EQ(read<int>(buffer, 64), std::vector<int>(64, 5000));
  EXPECT_EQ(isOn() ? loaded() : 0, before);
}

TEST_F(SpecializeValues, ThatChangeAllTheTimeAreRight) {
  const auto program = build(windowSource);
  const auto kernel = makeKernel(program, "window");
  for (int launch = 0; launch < 60; ++launch) {
    const int radius = launch % 23, divisor = 1 + launch % 29;
    EXPECT_EQ(sums(kernel, radius, divisor), expectedSums(radius, divisor)) << launch;
  }
}

TEST_F(SpecializeValues, ThatChangeAllTheTimeLeaveRoomForLocalSizes) {
  const auto program = build(
      "kernel void stages(global int *p, local int *t, int n) {\n"
      "  const int i = get_local_id(0);\n"
      "  t[i] = p[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  int sum = 0;\n"
      "  for (int j = 0; j < n; ++j) sum += t[(i + j) % get_local_size(0)];\n"
      "  p[get_global_id(0)] = sum;\n"
      "}\n");
  const auto kernel = makeKernel(program, "stages");
  const size_t before = isOn() ? loaded() : 0;
  const auto run = [&](int n) {
    const auto buffer = makeBuffer(std::vector<int>(64, 3));
    const size_t size = 64, local = 8;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, local * sizeof(int), nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof n, &n), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read<int>(buffer, 64), std::vector<int>(64, 3 * n));
  };
  for (int n = 0; n < 30; ++n) {
    run(n);
  }
  if (isOn()) {
    EXPECT_TRUE(waitFor(before + 1)) << "code for the size was not made";
  }
  run(40);
}

constexpr char slowSource[] =
    "kernel void slow(global int *p, local int *t) {\n"
    "  int value = p[get_global_id(0)];\n"
    "  for (int i = 0; i < ROUNDS; ++i) {\n"
    "    t[get_local_id(0)] = value + i;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    value ^= t[get_local_size(0) - 1 - get_local_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  }\n"
    "  p[get_global_id(0)] = value;\n"
    "}\n";

/// However many sizes there are: together they run for as long as making code for them is taken to
/// last, at least 10 ms each.
TEST_F(Specialize, LaunchesThatRunPayForEachSize) {
  const auto program = build(slowSource, "-DROUNDS=2000");
  const auto kernel = makeKernel(program, "slow");
  const auto buffer = makeBuffer(std::vector<int>(48, 5));
  cl_int error = CL_SUCCESS;
  const test::OwnedQueue timed =
      clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  setArguments(kernel, buffer.get());
  const size_t before = isAutomatic() ? loaded() : 0;
  cl_ulong nanoseconds = 0;
  const auto timeOf = [](cl_event event) {
    cl_ulong start = 0, end = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, 8, &start, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 8, &end, nullptr),
              CL_SUCCESS);
    return end - start;
  };
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  do {
    for (const size_t local : {1, 2, 3, 4, 6, 8, 12, 16, 24, 48}) {
      const size_t size = 48;
      test::OwnedEvent event;
      EXPECT_EQ(clSetKernelArg(kernel, 1, local * sizeof(int), nullptr), CL_SUCCESS);
      ASSERT_EQ(
          clEnqueueNDRangeKernel(timed, kernel, 1, nullptr, &size, &local, 0, nullptr, event.out()),
          CL_SUCCESS);
      ASSERT_EQ(clFinish(timed), CL_SUCCESS);
      nanoseconds += timeOf(event);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  } while (isAutomatic() && loaded() == before && std::chrono::steady_clock::now() < end);
  if (isAutomatic()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // for other code in the making
    EXPECT_GT(loaded(), before);
    EXPECT_LE((loaded() - before) * 10'000'000, nanoseconds);
  }
}

TEST_F(Specialize, LaunchesThatRunForLongHaveItMade) {
  const auto program = build(slowSource, "-DROUNDS=20000");
  const auto kernel = makeKernel(program, "slow");
  const auto run = [&] {
    const auto buffer = makeBuffer(std::vector<int>(64, 5));
    const size_t size = 64, local = 8;
    setArguments(kernel, buffer.get());
    EXPECT_EQ(clSetKernelArg(kernel, 1, local * sizeof(int), nullptr), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    return read<int>(buffer, 64);
  };
  const auto first = run();
  const size_t before = isAutomatic() ? loaded() : 0;
  EXPECT_EQ(run(), first);
  if (isAutomatic()) {
    EXPECT_EQ(loaded(), before) << "two launches may be the last ones";
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
    while (loaded() == before && std::chrono::steady_clock::now() < end) {
      EXPECT_EQ(run(), first);
    }
    EXPECT_EQ(loaded(), before + 1);
  }
  EXPECT_EQ(run(), first);
}

/// Two processes with one cache: the second test runs after the first one.
class SpecializeCache : public SpecializeValues {
 protected:
  void SetUp() override {
    SpecializeValues::SetUp();
    folder_ = std::getenv("KILN_CACHE_DIR");
    if (!folder_ || !isOn()) {
      GTEST_SKIP() << "tests of their own set the folder of the cache";
    }
  }
  size_t files() const {
    const std::filesystem::recursive_directory_iterator all(folder_);
    return std::count_if(begin(all), end(all),
                         [](const auto &entry) { return entry.is_regular_file(); });
  }
  /// A division by the argument in each of many rounds: a known value takes a fraction of the time.
  std::vector<int> launch(cl_kernel kernel) {
    const std::vector<int> result = sums(kernel, 40, 16);
    EXPECT_EQ(result, expectedSums(40, 16));
    return result;
  }
  static constexpr char options[] = "-DROUNDS_WITH_DIVISIONS";

 private:
  const char *folder_ = nullptr;
};

TEST_F(SpecializeCache, KeepsAVariantThatWins) {
  const auto program = build(windowSource, options);
  const auto kernel = makeKernel(program, "window");
  launch(kernel);
  const size_t before = files();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  while (files() == before && std::chrono::steady_clock::now() < end) {
    launch(kernel);
  }
  EXPECT_EQ(files(), before + 1);
}

/// Here no number of launches is enough for the compiler.
TEST_F(SpecializeCache, FindsAVariantThatHasWon) {
  const auto program = build(windowSource, options);
  const auto kernel = makeKernel(program, "window");
  launch(kernel);
  launch(kernel);
  const size_t before = loaded();
  launch(kernel);
  EXPECT_TRUE(waitFor(before + 1));
  launch(kernel);
  EXPECT_EQ(loaded(), before + 1);
}

}  // namespace
