// Threads doing everything at once, at random, for a while: commands on queues of their own and
// on shared ones, programs from binaries and from source, contexts, callbacks, failures; and
// release their objects in any order, also while it is in use. Every result is compared.
//
//   stress [--seconds=<n>] [--threads=<n>] [--builds=0|1] [--seed=<n>]
//
// It is for the sanitizers and for long runs; a short one is in the tests.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>

#include "client.h"

namespace {

using namespace stress;

constexpr cl_command_queue_properties outOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;

/// The objects used by all threads at the same time.
struct Shared {
  Context context = makeContext();
  Queue queues[3] = {makeQueue(context), makeQueue(context, outOfOrder),
                     makeQueue(context, outOfOrder | CL_QUEUE_PROFILING_ENABLE)};
  Program program = loadKernels(context);
  Memory counter = makeBuffer(context, sizeof(cl_uint));
  std::atomic<cl_uint> counted = 0;  // work-items of `count` that have been enqueued
  std::atomic<long> callbacks = 0, called = 0;

  std::mutex mutex;
  std::vector<Event> events;  // left by one thread for another; guarded by mutex
};

class Worker {
 public:
  Worker(Shared &shared, unsigned seed, bool builds)
      : shared_(shared), random_(seed), builds_(builds) {}

  void act() {
    using Action = void (Worker::*)();
    static constexpr Action actions[] = {
        &Worker::runOnShared, &Worker::runOnOwn,    &Worker::leaveQueueBehind, &Worker::count,
        &Worker::passEvents,  &Worker::callBack,    &Worker::failCommands,     &Worker::map,
        &Worker::ownContext,  &Worker::buildAndRun,
    };
    (this->*actions[below(std::size(actions))])();
    ++actions_;
  }
  long actions() const { return actions_; }

 private:
  size_t below(size_t end) { return random_() % end; }
  cl_command_queue sharedQueue() { return shared_.queues[below(std::size(shared_.queues))]; }

  void runOnShared() {
    runAndCompare(shared_.context, sharedQueue(), shared_.program, 1 + below(1000));
  }
  void runOnOwn() {
    const auto queue = makeQueue(shared_.context, below(2) ? outOfOrder : 0);
    runAndCompare(shared_.context, queue, shared_.program, 1 + below(1000));
  }
  void leaveQueueBehind();
  void count();
  void passEvents();
  void callBack();
  void failCommands();
  void map();
  void ownContext();
  void buildAndRun();

  Shared &shared_;
  std::mt19937 random_;
  bool builds_;
  long actions_ = 0;
};

/// Releases all objects of commands in flight, in a random order, then lets them run.
void Worker::leaveQueueBehind() {
  auto gate = makeUserEvent(shared_.context);
  {
    auto buffer = makeBuffer(shared_.context, 4096);
    auto program = loadKernels(shared_.context);
    auto kernel = makeKernel(program, "scale");
    auto queue = makeQueue(shared_.context, below(2) ? outOfOrder : 0);
    setArguments(kernel, *buffer.address(), cl_uint{3});
    auto first = launch(queue, kernel, 1024, 0, {gate});
    auto second = launch(queue, kernel, 1024, 0, {first});
    switch (below(4)) {
      case 0:
        queue = Queue();
        break;
      case 1:
        second = Event();
        program = Program();
        break;
      case 2:
        buffer = Memory();
        kernel = Kernel();
        break;
      default:
        check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
        return;
    }
  }
  check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
}

void Worker::count() {
  const auto kernel = makeKernel(shared_.program, "count");
  const cl_uint items = 1 + below(5000);
  setArguments(kernel, *shared_.counter.address());
  shared_.counted += items;
  const auto done = launch(sharedQueue(), kernel, items);
  if (below(2)) {
    check(clWaitForEvents(1, done.address()), "clWaitForEvents");
  }
}

void Worker::passEvents() {
  Event mine, theirs;
  check(clEnqueueMarkerWithWaitList(sharedQueue(), 0, nullptr, mine.out()), "marker");
  {
    std::lock_guard guard(shared_.mutex);
    auto &events = shared_.events;
    events.push_back(std::move(mine));
    std::swap(events[below(events.size())], events.back());
    if (events.size() > 16) {
      theirs = std::move(events.back());
      events.pop_back();
    }
  }
  if (theirs) {
    cl_int status = 0;
    check(
        clGetEventInfo(theirs, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        "CL_EVENT_COMMAND_EXECUTION_STATUS");
    check(clEnqueueBarrierWithWaitList(sharedQueue(), 1, theirs.address(), nullptr), "barrier");
    check(below(2) ? clWaitForEvents(1, theirs.address()) : clFinish(sharedQueue()), "wait");
  }
}

/// The callback enqueues on a shared queue, and sometimes waits.
void Worker::callBack() {
  const auto queue = makeQueue(shared_.context);
  Event event;
  check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), "marker");
  ++shared_.callbacks;
  const auto callback = [](cl_event, cl_int status, void *user) {
    auto &shared = *static_cast<Shared *>(user);
    require(status == CL_COMPLETE, "a callback's status");
    Event marker;
    check(clEnqueueMarkerWithWaitList(shared.queues[1], 0, nullptr, marker.out()), "marker");
    if (++shared.called % 4 == 0) {
      check(clWaitForEvents(1, marker.address()), "clWaitForEvents");
    }
  };
  check(clSetEventCallback(event, CL_COMPLETE, callback, &shared_), "clSetEventCallback");
}

void Worker::failCommands() {
  const auto gate = makeUserEvent(shared_.context);
  const auto queue = makeQueue(shared_.context, outOfOrder);
  const auto buffer = makeBuffer(shared_.context, 64);
  const int value = 1;
  Event filled, after;
  check(clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 1, gate.address(), filled.out()),
        "clEnqueueFillBuffer");
  check(clEnqueueMarkerWithWaitList(queue, 1, filled.address(), after.out()), "marker");
  check(clSetUserEventStatus(gate, -77), "clSetUserEventStatus");
  require(clWaitForEvents(1, after.address()) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
          "the error of a failed event");
}

void Worker::map() {
  const auto queue = makeQueue(shared_.context);
  const auto buffer = makeBuffer(shared_.context, 4096);
  cl_int error = -1;
  void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, nullptr,
                                    nullptr, &error);
  check(error, "clEnqueueMapBuffer");
  static_cast<cl_uint *>(mapped)[5] = 17;
  check(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), "unmap");
  cl_uint value = 0;
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 20, 4, &value, 0, nullptr, nullptr), "read");
  require(value == 17, "what was written to mapped memory");
}

void Worker::ownContext() {
  const auto context = makeContext();
  const auto queue = makeQueue(context, below(2) ? outOfOrder : 0);
  runAndCompare(context, queue, loadKernels(context), 1 + below(1000));
}

void Worker::buildAndRun() {
  if (!builds_ || below(4) != 0) {
    return;
  }
  const cl_uint addend = below(1000);
  const auto program = build(
      shared_.context, "kernel void f(global uint *p) { p[get_global_id(0)] = get_global_id(0) + " +
                           std::to_string(addend) + "; }");
  const auto kernel = makeKernel(program, "f");
  const auto buffer = makeBuffer(shared_.context, 400);
  setArguments(kernel, *buffer.address());
  cl_command_queue queue = sharedQueue();
  const auto done = launch(queue, kernel, 100);
  cl_uint value = 0;
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 99 * 4, 4, &value, 1, done.address(), nullptr),
        "clEnqueueReadBuffer");
  require(value == 99 + addend, "the result of a kernel that has just been built");
}

}  // namespace

int main(int argc, char **argv) {
  const long seconds = option(argc, argv, "seconds", 5);
  const long count = option(argc, argv, "threads", 8);
  const unsigned seed = static_cast<unsigned>(option(argc, argv, "seed", 1));
  const bool builds = option(argc, argv, "builds", 0) != 0;
  Shared shared;
  const cl_uint zero = 0;
  check(clEnqueueWriteBuffer(shared.queues[0], shared.counter, CL_TRUE, 0, 4, &zero, 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  std::atomic<long> actions = 0;
  std::vector<std::thread> threads;
  for (long i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      Worker worker(shared, seed * 1000 + static_cast<unsigned>(i), builds);
      while (std::chrono::steady_clock::now() < end) {
        worker.act();
      }
      actions += worker.actions();
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  for (const Queue &queue : shared.queues) {
    check(clFinish(queue), "clFinish");
  }
  while (shared.called != shared.callbacks) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  cl_uint counted = 0;
  check(clEnqueueReadBuffer(shared.queues[0], shared.counter, CL_TRUE, 0, 4, &counted, 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  require(counted == shared.counted, "the work-items that were counted");
  std::printf("%ld actions, %ld callbacks, %u work-items counted\n", actions.load(),
              shared.called.load(), counted);
  return 0;
}
