// Cycles of everything that a program does with a device, from context to release; the memory in
// use, the mappings, the open files and the threads afterwards are those of the cycles before.
//
//   leak [--cycles=<n>] [--builds=0|1]

#include <dirent.h>
#include <malloc.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "client.h"

namespace {

using namespace stress;

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

Usage measure() {
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
                                            std::to_string(100 + index % 900) + "; }");
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

}  // namespace

int main(int argc, char **argv) {
  const long cycles = option(argc, argv, "cycles", 200);
  const bool builds = option(argc, argv, "builds", 1) != 0;
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
  // What the allocator keeps per thread varies by some pages; anything that is left of each
  // cycle is more than that.
  require(after.heap - before.heap < (64 << 10) + 4 * cycles, "the heap is flat");
  require(after.mappings - before.mappings < 16, "mappings do not grow");
  require(after.files == before.files, "files do not stay open");
  require(after.threads <= before.threads + 1, "threads do not stay");
  return 0;
}
