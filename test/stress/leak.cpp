// Cycles of a program's whole use of a device, from context to release; the memory in use, the
// mappings, the open files and the threads stay the same from cycle to cycle.
//
//   leak [--cycles=<n>] [--builds=0|1] [--cache=0|1]
//
// With --cache=1 builds are kept in a folder of its own, and half of them are taken from there. A
// sanitizer with its own allocator reports leaks at the end of the process.

#include <dirent.h>
#include <malloc.h>
#include <stdlib.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "client.h"

namespace {

using namespace stress;

constexpr bool ownsMemory = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);

struct Usage {
  long heap = 0;  // bytes, of all arenas
  long mappings = 0, files = 0, threads = 0;
};

long entriesOf(const char *folder) {
  long count = 0;
  DIR *open = opendir(folder);
  while (open && readdir(open)) {
    ++count;
  }
  if (open) {
    closedir(open);
  }
  return count;
}

/// Threads end a little after the release of their objects.
void waitForThreads() {
  constexpr long alone = 3;  // with "." and ".."
  for (int i = 0; i < 10'000 && entriesOf("/proc/self/task") > alone; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

Usage measure() {
  waitForThreads();
  const auto info = mallinfo2();
  Usage usage;
  usage.heap = static_cast<long>(info.uordblks + info.hblkhd);
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    ++usage.mappings;
  }
  usage.files = entriesOf("/proc/self/fd");
  usage.threads = entriesOf("/proc/self/task");
  return usage;
}

void cycle(long index, bool builds) {
  const auto context = makeContext();
  const auto queue = makeQueue(context, index % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
  runAndCompare(context, queue, loadKernels(context), 3);
  if (builds) {
    const auto program = build(context, "kernel void f(global int *p) { p[get_global_id(0)] = " +
                                            std::to_string(100 + index % 80) + "; }");
    const auto kernel = makeKernel(program, "f");
    const auto buffer = makeBuffer(context, 400);
    setArguments(kernel, *buffer.address());
    const auto done = launch(queue, kernel, 100);
    check(clSetEventCallback(
              done, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr),
          "clSetEventCallback");
    check(clFinish(queue), "clFinish");
    require(!binaryOf(program).empty(), "a binary");
  }
}

/// A cache of builds, of this process alone.
class OwnCache {
 public:
  OwnCache() {
    char name[] = "/tmp/kiln-leak-XXXXXX";
    require(mkdtemp(name) != nullptr, "a temporary folder");
    folder_ = name;
    setenv("KILN_CACHE", "1", 1);
    setenv("KILN_CACHE_DIR", name, 1);
  }
  ~OwnCache() {
    const bool isUsed = !std::filesystem::is_empty(folder_);
    std::filesystem::remove_all(folder_);
    require(isUsed, "a cache with entries");
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace

int main(int argc, char **argv) {
  const long cycles = option(argc, argv, "cycles", 200);
  const bool builds = option(argc, argv, "builds", 1) != 0;
  std::optional<OwnCache> cache;
  if (option(argc, argv, "cache", 0) != 0) {
    cache.emplace();
  }
  const long warmUp = 50 + cycles / 10;
  for (long i = 0; i < warmUp; ++i) {
    cycle(i, builds);
  }
  const Usage before = measure();
  for (long i = 0; i < cycles; ++i) {
    cycle(i, builds);
  }
  const Usage after = measure();
  std::printf(
      "%ld cycles: heap %ld -> %ld bytes, mappings %ld -> %ld, files %ld -> %ld, "
      "threads %ld -> %ld\n",
      cycles, before.heap, after.heap, before.mappings, after.mappings, before.files, after.files,
      before.threads, after.threads);
  // The allocator's memory per thread varies by some pages; a leak in each cycle is more.
  require(!ownsMemory || after.heap - before.heap < (64 << 10) + 4 * cycles, "the heap is flat");
  require(!ownsMemory || after.mappings - before.mappings < 32, "mappings do not grow");
  require(after.files == before.files, "files do not stay open");
  require(after.threads == before.threads, "threads do not stay");
  return 0;
}
