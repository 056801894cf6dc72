// Launches ask for no memory once queue and kernel have been used. Allocations are counted: times
// would say the same only on a calm machine.
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string_view>

#include "../fixture.h"

namespace {

std::atomic<size_t> allocations = 0;

/// The compiler's threads go on for a while in a process that has built something.
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

  /// Makes a kernel whose code is there: nothing is compiled beside its launches.
  auto makeReadyKernel(cl_program program) {
    auto kernel = makeKernel(program, "f");
    size_t size = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size,
                                       &size, nullptr),
              CL_SUCCESS);
    return kernel;
  }

  /// Of 1,000 launches that wait for an event of the user, and for each other: each a command of
  /// its own, or many in one.
  size_t enqueueBehindGate(cl_kernel kernel, bool haveEvents) {
    cl_int error = -1;
    const test::OwnedEvent gate = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clEnqueueBarrierWithWaitList(queue, 1, gate.address(), nullptr), CL_SUCCESS);
    const size_t before = allocations;
    const size_t items = 64;
    for (int i = 0; i < 1000; ++i) {
      cl_event event = nullptr;
      EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                       haveEvents ? &event : nullptr),
                CL_SUCCESS);
      EXPECT_EQ(haveEvents ? clReleaseEvent(event) : CL_SUCCESS, CL_SUCCESS);
    }
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return allocations - before;
  }

  void expectNone(const char *source, const size_t *local) {
    const auto program = build(source);
    const auto kernel = makeReadyKernel(program);
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

// Commands stay in the pool, with their buffers and dependants. The commands of the first round are
// all there at once.
TEST_F(LaunchCost, NorDoLaunchesThatWaitForEachOther) {
  const auto program = build("kernel void f(global int *out) { out[get_global_id(0)] += 1; }");
  const auto kernel = makeReadyKernel(program);
  const auto buffer = makeBuffer(std::vector<int>(64, 0));
  setArguments(kernel, buffer.get());
  enqueueBehindGate(kernel, true);
  EXPECT_LT(enqueueBehindGate(kernel, true), 100u);
  enqueueBehindGate(kernel, false);
  EXPECT_LT(enqueueBehindGate(kernel, false), 100u);
  EXPECT_EQ(read<int>(buffer, 1)[0], 4000);
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
