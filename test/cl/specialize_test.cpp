// KILN_SPECIALIZE: code for the local sizes of many launches, made in the background. Tests of
// CTest set it, and a trace of what is loaded; without that only results are looked at.

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <thread>

#include "CL/cl_ext_kiln.h"
#include "fixture.h"

namespace {

constexpr char reverseSource[] =
    "kernel void reverse(global int *p, local int *t) {\n"
    "  t[get_local_id(0)] = p[get_global_id(0)];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  p[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)];\n"
    "}\n";

class Specialize : public test::Fixture {
 protected:
  static bool isOn() { return std::getenv("KILN_SPECIALIZE") && std::getenv("KILN_MUX_TRACE"); }
  static bool isAutomatic() {
    return !std::getenv("KILN_SPECIALIZE") && std::getenv("KILN_MUX_TRACE");
  }
  /// Executables that were loaded, in this process and those before it.
  static size_t loaded() {
    std::ifstream trace(std::getenv("KILN_MUX_TRACE"));
    size_t count = 0;
    for (std::string line; std::getline(trace, line);) {
      count += line.find("muxCreateExecutable") != std::string::npos;
    }
    return count;
  }
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

TEST_F(Specialize, LaunchesThatRunForLongHaveItMade) {
  const auto program = build(
      "kernel void slow(global int *p, local int *t) {\n"
      "  int value = p[get_global_id(0)];\n"
      "  for (int i = 0; i < 20000; ++i) {\n"
      "    t[get_local_id(0)] = value + i;\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "    value ^= t[get_local_size(0) - 1 - get_local_id(0)];\n"
      "    barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  }\n"
      "  p[get_global_id(0)] = value;\n"
      "}\n");
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

}  // namespace
