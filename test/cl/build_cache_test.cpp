// cl_kiln_build_cache. With KILN_CACHE_DIR, set by a test of CTest, there is a cache to clear;
// without it builds may or may not find something.

#include "CL/cl_ext_kiln.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <thread>

#include "fixture.h"

namespace {

namespace fs = std::filesystem;

class BuildCache : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    clear_ = reinterpret_cast<clClearBuildCacheKILN_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clClearBuildCacheKILN"));
    ASSERT_NE(clear_, nullptr);
  }

  static std::string sourceOf(int value) {
    return "kernel void k(global int *p) { p[get_global_id(0)] += " + std::to_string(value) +
           "; }\n";
  }
  /// Built by a call of its own, with a kernel of its own.
  int runOnce(cl_command_queue own, int value) {
    const auto program = build(sourceOf(value));
    const auto kernel = makeKernel(program, "k");
    const auto buffer = makeBuffer(std::vector<int>(64, 100));
    setArguments(kernel, buffer.get());
    const size_t size = 64, local = 1 + static_cast<size_t>(value % 2);
    EXPECT_EQ(clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::vector<int> result(size);
    EXPECT_EQ(clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, size * sizeof(int), result.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result, std::vector<int>(size, result[0]));
    return result[0];
  }
  /// Counts the files of the cache; nothing if KILN_CACHE_DIR is unset or no folder.
  static std::optional<size_t> entries() {
    const char *folder = std::getenv("KILN_CACHE_DIR");
    if (!folder || !fs::is_directory(folder)) {
      return std::nullopt;
    }
    size_t count = 0;
    for (const auto &each : fs::recursive_directory_iterator(folder)) {
      count += each.is_regular_file() && each.path().filename().string().size() == 32;
    }
    return count;
  }

  clClearBuildCacheKILN_fn clear_ = nullptr;
};

TEST_F(BuildCache, IsAnExtensionOfThePlatform) {
  char text[4096];
  ASSERT_EQ(clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof text, text, nullptr),
            CL_SUCCESS);
  EXPECT_NE(std::string(text).find("cl_kiln_build_cache"), std::string::npos);
}

TEST_F(BuildCache, RefusesWrongArguments) {
  EXPECT_EQ(clear_(nullptr, CL_BUILD_CACHE_DISK_KILN), CL_INVALID_PLATFORM);
  EXPECT_EQ(clear_(reinterpret_cast<cl_platform_id>(context.get()), CL_BUILD_CACHE_DISK_KILN),
            CL_INVALID_PLATFORM);
  EXPECT_EQ(clear_(platform, 0), CL_INVALID_VALUE);
  EXPECT_EQ(clear_(platform, 4 | CL_BUILD_CACHE_DISK_KILN), CL_INVALID_VALUE);
}

TEST_F(BuildCache, GoesWhenItIsCleared) {
  EXPECT_EQ(runOnce(queue, 1), 101);
  const auto before = entries();
  EXPECT_EQ(clear_(platform, CL_BUILD_CACHE_MEMORY_KILN), CL_SUCCESS);
  EXPECT_EQ(entries(), before);
  ASSERT_EQ(clear_(platform, CL_BUILD_CACHE_DISK_KILN), CL_SUCCESS);
  if (before) {
    EXPECT_GT(*before, 0u);
    EXPECT_EQ(entries(), 0u);
  }
  EXPECT_EQ(runOnce(queue, 1), 101);
  if (before) {
    EXPECT_EQ(entries(), 1u);
  }
}

TEST_F(BuildCache, KernelsThatExistGoOn) {
  const auto program = build(sourceOf(3));
  const auto kernel = makeKernel(program, "k");
  const auto buffer = makeBuffer(std::vector<int>(64, 0));
  setArguments(kernel, buffer.get());
  for (int i = 1; i <= 3; ++i) {
    const size_t size = 64, local = 8;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, &local, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clear_(platform, CL_BUILD_CACHE_MEMORY_KILN | CL_BUILD_CACHE_DISK_KILN), CL_SUCCESS);
    EXPECT_EQ(read<int>(buffer, 64), std::vector<int>(64, 3 * i));
  }
}

TEST_F(BuildCache, IsClearedWhileOthersBuildAndRun) {
  std::atomic<bool> isOver = false;
  std::thread clearing([&] {
    while (!isOver) {
      EXPECT_EQ(clear_(platform, CL_BUILD_CACHE_MEMORY_KILN | CL_BUILD_CACHE_DISK_KILN),
                CL_SUCCESS);
    }
  });
  // One kernel, launched by all, with code for each local size if compilation is deferred.
  const auto program = build(sourceOf(7));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&] {
      const auto own = makeQueue(0);
      const auto shared = makeKernel(program, "k");
      for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(runOnce(own, i % 4), 100 + i % 4);
        const auto buffer = makeBuffer(std::vector<int>(64, 0));
        setArguments(shared, buffer.get());
        const size_t size = 64, local = size_t{1} << (i % 4);
        EXPECT_EQ(
            clEnqueueNDRangeKernel(own, shared, 1, nullptr, &size, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
        int first = 0;
        EXPECT_EQ(
            clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, sizeof first, &first, 0, nullptr, nullptr),
            CL_SUCCESS);
        EXPECT_EQ(first, 7);
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  isOver = true;
  clearing.join();
}

}  // namespace
