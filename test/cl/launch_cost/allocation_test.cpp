// What a launch may not do once queue and kernel have been used: ask for memory. Counted, as times
// would say the same only on a calm machine.
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string_view>

#include "../fixture.h"

namespace {

std::atomic<size_t> allocations = 0;

/// What compiles goes on for a while in a process that has built something.
bool isOfCompiler() {
  char name[16] = {};
  pthread_getname_np(pthread_self(), name, sizeof name);
  return std::string_view(name).starts_with("kiln-compile");
}

class LaunchCost : public test::Fixture {
 protected:
  /// Of `launches`, each waited for, by whichever thread.
  size_t allocationsOf(cl_kernel kernel, int launches, const size_t *local) {
    const size_t before = allocations;
    for (int i = 0; i < launches; ++i) {
      run(kernel, 64, local);
    }
    return allocations - before;
  }

  void expectNone(const char *source, const size_t *local) {
    const auto program = build(source);
    const auto kernel = makeKernel(program, "f");
    const auto buffer = makeBuffer(4 * 64);
    setArguments(kernel, buffer.get(), 3);
    allocationsOf(kernel, 10, local);
    // Another command where a worker has not given the last one back yet; few are ever needed.
    EXPECT_LT(allocationsOf(kernel, 1000, local), 100u);
  }
};

TEST_F(LaunchCost, ALaunchAsksForNoMemory) {
  expectNone("kernel void f(global int *out, int x) { out[get_global_id(0)] = x; }", nullptr);
}

TEST_F(LaunchCost, NorDoesOneWithALocalSizeAndBarriers) {
  const size_t local = 16;
  expectNone(
      "kernel void f(global int *out, int x) {"
      "  local int shared[16];"
      "  shared[get_local_id(0)] = x;"
      "  barrier(CLK_LOCAL_MEM_FENCE);"
      "  out[get_global_id(0)] = shared[15 - get_local_id(0)];"
      "}",
      &local);
}

TEST_F(LaunchCost, NorDoLaunchesThatWaitForEachOther) {
  const auto program = build("kernel void f(global int *out) { out[get_global_id(0)] += 1; }");
  const auto kernel = makeKernel(program, "f");
  const auto buffer = makeBuffer(std::vector<int>(64, 0));
  setArguments(kernel, buffer.get());
  size_t before = 0;
  for (int round = 0; round < 2; ++round) {
    before = allocations;
    for (int i = 0; i < 5000; ++i) {
      const size_t items = 64;
      ASSERT_EQ(
          clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          CL_SUCCESS);
    }
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  // As many commands as were ever there at once stay in the pool, with their buffers.
  EXPECT_LT(allocations - before, 500u);
  EXPECT_EQ(read<int>(buffer, 1)[0], 10000);
}

TEST_F(LaunchCost, AllocationsAreCountedInTheDriverToo) {
  const size_t before = allocations;
  const auto queue = makeQueue(0);
  EXPECT_GT(allocations, before);
}

}  // namespace

void *operator new(size_t size) {
  allocations += !isOfCompiler();
  if (void *memory = std::malloc(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, size_t) noexcept {
  std::free(memory);
}
