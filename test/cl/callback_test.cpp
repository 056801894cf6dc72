// Callbacks other than events': of builds, of contexts, of destroyed memory objects and of
// clEnqueueSVMFree. Some run on the device's own threads and release the last reference to objects
// still in use by these threads.

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "fixture.h"

namespace {

using namespace std::chrono_literals;

constexpr const char *source = "kernel void f(global int *p) { *p += 1; }";

/// The handle without its owner.
template <class Owned>
auto handOver(Owned &owned) {
  return std::exchange(*owned.out(), nullptr);
}

class Callback : public test::Fixture {
 protected:
  /// False after a minute: no working driver needs it.
  static bool eventually(const std::atomic<bool> &condition) {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (!condition && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(1ms);
    }
    return condition;
  }
  test::OwnedEvent makeUserEvent() {
    cl_int error = -1;
    test::OwnedEvent event = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
};

/// The data of a callback; it owns a reference to each of the handles that are not null.
struct State {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr, other = nullptr;
  cl_mem memory = nullptr;
  cl_program program = nullptr;
  cl_event gate = nullptr;
  std::atomic<int> errors = 0;
  std::atomic<bool> hasBegun = false, done = false;

  void check(cl_int error) { errors += error != CL_SUCCESS; }
  /// Makes, uses and releases a context and a queue; does not wait.
  void useOwnContext() {
    cl_int error = -1;
    const auto own = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error);
    const auto on = clCreateCommandQueueWithProperties(own, device, nullptr, &error);
    check(error);
    check(clEnqueueMarkerWithWaitList(on, 0, nullptr, nullptr));
    check(clReleaseContext(own));
    check(clReleaseCommandQueue(on));
  }
  void releaseAll() {
    if (gate) {
      check(clSetUserEventStatus(gate, CL_COMPLETE));
      check(clReleaseEvent(gate));
    }
    if (other) {
      check(clEnqueueMarkerWithWaitList(other, 0, nullptr, nullptr));
      check(clReleaseCommandQueue(other));
    }
    if (memory) {
      check(clReleaseMemObject(memory));
    }
    if (program) {
      check(clReleaseProgram(program));
    }
    if (queue) {
      check(clReleaseCommandQueue(queue));
    }
    if (context) {
      check(clReleaseContext(context));
    }
    done = true;
  }
};

TEST_F(Callback, OfABuildMayBuildAndReleaseTheProgram) {
  State state;
  state.device = device;
  state.context = context;
  ASSERT_EQ(clRetainContext(context), CL_SUCCESS);
  auto program = makeProgram(source);
  const auto whenBuilt = [](cl_program built, void *user) {
    auto &s = *static_cast<State *>(user);
    cl_int error = -1;
    const char *text = source;
    const auto another = clCreateProgramWithSource(s.context, 1, &text, nullptr, &error);
    s.check(error);
    s.check(clBuildProgram(another, 0, nullptr, "-DA=1", nullptr, nullptr));
    s.check(clReleaseProgram(another));
    s.useOwnContext();
    s.check(clReleaseProgram(built));
    s.releaseAll();
  };
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", whenBuilt, &state), CL_SUCCESS);
  handOver(program);  // the callback has it now, and the context's last references
  queue.reset();
  context.reset();
  EXPECT_TRUE(eventually(state.done));
  EXPECT_EQ(state.errors, 0);
}

/// A failed command may take others with it, the marker too: then the callback is called again,
/// while it waits or after the test.
TEST_F(Callback, OfAContextMayWaitAndReleaseTheContext) {
  static std::vector<std::unique_ptr<State>> states;
  State &state = *states.emplace_back(std::make_unique<State>());
  state.device = device;
  cl_int error = -1;
  const auto onError = [](const char *message, const void *, size_t, void *user) {
    auto &s = *static_cast<State *>(user);
    s.errors += message == nullptr;
    if (!s.hasBegun.exchange(true)) {
      s.check(clEnqueueMarkerWithWaitList(s.queue, 0, nullptr, nullptr));
      s.check(clFinish(s.queue));
      s.useOwnContext();
      s.releaseAll();
    }
  };
  test::OwnedContext own = clCreateContext(nullptr, 1, &device, onError, &state, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::swap(own, context);
  state.context = context;
  auto on = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  state.queue = on;
  ASSERT_EQ(clRetainCommandQueue(on), CL_SUCCESS);
  ASSERT_EQ(clRetainContext(context), CL_SUCCESS);
  {
    const auto buffer = makeBuffer(64);
    const auto gate = makeUserEvent();
    const int value = 1;
    ASSERT_EQ(clEnqueueFillBuffer(on, buffer, &value, 4, 0, 64, 1, gate.address(), nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  }
  on.reset();
  std::swap(own, context);
  own.reset();
  EXPECT_TRUE(eventually(state.done));
  EXPECT_EQ(state.errors, 0);
}

/// The application's data may go with the context.
TEST_F(Callback, OfAContextHasEndedWhenTheContextIsReleased) {
  for (int round = 0; round < 20; ++round) {
    auto ended = std::make_unique<std::atomic<int>>(0);
    const auto onError = [](const char *, const void *, size_t, void *user) {
      std::this_thread::sleep_for(5ms);
      ++*static_cast<std::atomic<int> *>(user);
    };
    cl_int error = -1;
    test::OwnedContext own = clCreateContext(nullptr, 1, &device, onError, ended.get(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    // Each reports an invalid program to the context.
    for (int wrong = 0; wrong < 3; ++wrong) {
      const unsigned char bytes[] = "nothing";
      const unsigned char *pointer = bytes;
      const size_t size = sizeof bytes;
      EXPECT_EQ(clCreateProgramWithBinary(own, 1, &device, &size, &pointer, nullptr, &error),
                nullptr);
    }
    own.reset();
    EXPECT_EQ(*ended, 3);
    ended.reset();
  }
}

/// The last use of the buffer is a command's, so its destructor is called at the command's end.
TEST_F(Callback, OfAMemoryObjectMayReleaseAllThatItsLastCommandUsed) {
  for (const bool leaves : {false, true}) {
    State state;
    state.device = device;
    const auto gate = makeUserEvent();
    auto buffer = makeBuffer(64), another = makeBuffer(64);
    auto program = build(source);
    auto kernel = makeKernel(program, "f");
    const auto destroyed = [](cl_mem, void *user) {
      auto &s = *static_cast<State *>(user);
      s.useOwnContext();
      s.releaseAll();
    };
    ASSERT_EQ(clSetMemObjectDestructorCallback(buffer, destroyed, &state), CL_SUCCESS);
    setArguments(kernel, buffer.get());
    auto on = makeQueue(0);
    const size_t one = 1;
    test::OwnedEvent ran;
    ASSERT_EQ(clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &one, nullptr, 1, gate.address(),
                                     leaves ? nullptr : ran.out()),
              CL_SUCCESS);
    cl_int error = -1;
    state.gate = clCreateUserEvent(context, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    state.memory = handOver(another);
    state.program = handOver(program);
    state.queue = handOver(on);
    ASSERT_EQ(clRetainCommandQueue(queue), CL_SUCCESS);
    state.other = queue;
    ASSERT_EQ(clRetainContext(context), CL_SUCCESS);
    state.context = context;
    kernel.reset();
    buffer.reset();
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    if (!leaves) {
      EXPECT_EQ(clWaitForEvents(1, ran.address()), CL_SUCCESS);
      ran.reset();
    }
    EXPECT_TRUE(eventually(state.done));
    EXPECT_EQ(state.errors, 0);
  }
}

TEST_F(Callback, OfSharedMemoryMayReleaseItsQueue) {
  State state;
  state.device = device;
  void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  if (!shared) {
    GTEST_SKIP() << "the device does not share memory with the process";
  }
  auto buffer = makeBuffer(64);
  state.memory = handOver(buffer);
  ASSERT_EQ(clRetainContext(context), CL_SUCCESS);
  state.context = context;
  state.queue = queue;
  const auto freed = [](cl_command_queue, cl_uint count, void *pointers[], void *user) {
    auto &s = *static_cast<State *>(user);
    for (cl_uint i = 0; i < count; ++i) {
      clSVMFree(s.context, pointers[i]);
    }
    s.useOwnContext();
    s.releaseAll();
  };
  ASSERT_EQ(clEnqueueSVMFree(queue, 1, &shared, freed, &state, 0, nullptr, nullptr), CL_SUCCESS);
  handOver(queue);
  context.reset();
  EXPECT_TRUE(eventually(state.done));
  EXPECT_EQ(state.errors, 0);
}

}  // namespace
