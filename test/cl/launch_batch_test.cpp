// Launches that are recorded into a waiting command: their order, their arguments, their errors,
// and the events of other commands around them. One test of CTest sets KILN_MUX_TRACE, and counts
// the commands.

#include <cstdlib>
#include <numeric>
#include <thread>

#include "fixture.h"
#include "mux_trace.h"

namespace {

class LaunchBatch : public test::Fixture {
 protected:
  static constexpr size_t room = 2048;

  void SetUp() override {
    Fixture::SetUp();
    // log[0] counts the numbers behind it.
    program_ = build(
        "kernel void note(global int *log, int number) {\n"
        "  log[1 + log[0]] = number;\n"
        "  log[0] += 1;\n"
        "}\n"
        "kernel void twice(global int *log) { log[log[0]] *= 2; }\n"
        "kernel void count(volatile global int *log) { atomic_inc(log); }\n");
    note_ = makeKernel(program_, "note");
    log_ = makeBuffer(std::vector<int>(room, 0));
    setArguments(note_, log_.get());
    gate_ = makeGate();
  }
  test::OwnedEvent makeGate() {
    cl_int error = -1;
    test::OwnedEvent event = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return event;
  }
  cl_int launch(cl_kernel kernel, const cl_event *wait = nullptr, cl_event *event = nullptr) {
    const size_t one = 1;
    return clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, wait ? 1 : 0, wait,
                                  event);
  }
  void note(int number, const cl_event *wait = nullptr, cl_event *event = nullptr) {
    ASSERT_EQ(clSetKernelArg(note_, 1, sizeof number, &number), CL_SUCCESS);
    ASSERT_EQ(launch(note_, wait, event), CL_SUCCESS);
  }
  void open(cl_int status = CL_COMPLETE) {
    ASSERT_EQ(clSetUserEventStatus(gate_, status), CL_SUCCESS);
  }
  std::vector<int> noted() {
    auto all = read<int>(log_, room);
    return {all.begin() + 1, all.begin() + 1 + all[0]};
  }
  static std::vector<int> upTo(int end) {
    std::vector<int> numbers(static_cast<size_t>(end));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }
  static bool isTraced() { return test::isTraced(); }
  static size_t dispatches() { return test::tracedCalls("muxDispatch"); }

  test::OwnedProgram program_;
  test::OwnedKernel note_;
  test::OwnedMem log_;
  test::OwnedEvent gate_;
};

TEST_F(LaunchBatch, RunsInTheOrderOfTheEnqueues) {
  const size_t before = isTraced() ? dispatches() : 0;
  for (int i = 0; i < 500; ++i) {
    note(i, i == 0 ? gate_.address() : nullptr);
  }
  open();
  EXPECT_EQ(noted(), upTo(500));
  if (isTraced()) {
    EXPECT_LT(dispatches() - before, 20u) << "the launches were commands of their own";
  }
}

TEST_F(LaunchBatch, RunsInOrderWhileTheDeviceRuns) {
  for (int i = 0; i < 2000; ++i) {
    note(i);
  }
  EXPECT_EQ(noted(), upTo(2000));
}

TEST_F(LaunchBatch, KeepsThePlaceOfOtherCommands) {
  const auto twice = makeKernel(program_, "twice");
  setArguments(twice, log_.get());
  note(0, gate_.address());
  note(1);
  const int seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, log_, &seven, 4, 4, 4, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(twice), CL_SUCCESS);
  note(2);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch(twice), CL_SUCCESS);
  note(3);
  open();
  EXPECT_EQ(noted(), (std::vector<int>{7, 2, 4, 3}));
}

TEST_F(LaunchBatch, AnEventIsThatOfItsLaunchAlone) {
  test::OwnedEvent event;
  note(0);
  note(1, nullptr, event.out());
  note(2, gate_.address());
  note(3);
  EXPECT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS) << "it waits for the gate behind it";
  open();
  EXPECT_EQ(noted(), upTo(4));
}

TEST_F(LaunchBatch, AnErrorIsThatOfItsCallAlone) {
  const auto unset = makeKernel(program_, "note");
  note(0, gate_.address());
  note(1);
  const size_t one = 1, zero = 0;
  EXPECT_EQ(launch(unset), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, note_, 1, nullptr, &one, &zero, 0, nullptr, nullptr),
            CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, note_, 4, nullptr, &one, &one, 0, nullptr, nullptr),
            CL_INVALID_WORK_DIMENSION);
  note(2);
  open();
  EXPECT_EQ(noted(), upTo(3));
}

TEST_F(LaunchBatch, AFailedEventEndsTheLaunchesBehindIt) {
  note(0);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  note(1, gate_.address());
  note(2);
  open(-7);
  clFinish(queue);
  EXPECT_EQ(noted(), upTo(1));
  note(1);
  EXPECT_EQ(noted(), upTo(2));
}

TEST_F(LaunchBatch, KeepsWhatTheApplicationHasReleased) {
  note(0, gate_.address());
  {
    const auto other =
        build("kernel void copy(global int *to, global int *from) { to[9] = *from; }");
    const auto copy = makeKernel(other, "copy");
    for (int number = 1; number < 40; ++number) {
      const auto from = makeBuffer(std::vector<int>{number});
      setArguments(copy, log_.get(), from.get());
      ASSERT_EQ(launch(copy), CL_SUCCESS);
    }
  }
  open();
  EXPECT_EQ(read<int>(log_, 10)[9], 39);
}

TEST_F(LaunchBatch, TakesLaunchesOfSeveralThreads) {
  constexpr int threads = 4, launches = 500;
  const auto counters = makeBuffer(std::vector<int>(1, 0));
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&] {
      const auto count = makeKernel(program_, "count");
      setArguments(count, counters.get());
      for (int i = 0; i < launches; ++i) {
        EXPECT_EQ(launch(count), CL_SUCCESS);
        if (i % 50 == 0) {
          EXPECT_EQ(clFinish(queue), CL_SUCCESS);
        }
      }
    });
  }
  for (auto &thread : running) {
    thread.join();
  }
  EXPECT_EQ(read<int>(counters, 1), (std::vector<int>{threads * launches}));
}

/// A larger launch on another queue ends while short ones collect. From then on the times of short
/// launches are not known any more, but those in the command stay. The kernel is specialised for
/// its local size, so launches may get other code when they start.
TEST_F(LaunchBatch, LosesNoLaunchWhileTheirTimeBecomesUnknown) {
  const auto elsewhere = makeQueue(0);
  for (int round = 0; round < 24; ++round) {
    const auto program = build(
        "kernel void add(global int *out, local int *part) {\n"
        "  part[get_local_id(0)] = get_local_id(0);\n"
        "  barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  out[get_global_id(0)] += part[get_local_size(0) - 1 - get_local_id(0)] + 1 + 0 * "
        "ROUND;\n"
        "}\n",
        ("-DROUND=" + std::to_string(round)).c_str());
    const auto kernel = makeKernel(program, "add");
    constexpr size_t local = 16, large = 1 << 18;
    const auto own = makeBuffer(std::vector<int>(local, 0));
    const auto other = makeBuffer(std::vector<int>(large, 0));
    int count = 0;
    const auto add = [&](cl_command_queue to, const test::OwnedMem &out, size_t size,
                         const cl_event *wait) {
      ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.address()), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArg(kernel, 1, local * sizeof(int), nullptr), CL_SUCCESS);
      ASSERT_EQ(clEnqueueNDRangeKernel(to, kernel, 1, nullptr, &size, &local, wait ? 1 : 0, wait,
                                       nullptr),
                CL_SUCCESS);
      count += to == queue.get() ? 1 : 0;
    };
    for (int launch = 0; launch < 20; ++launch) {
      add(queue, own, local, nullptr);
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    }
    const auto gate = makeGate();
    add(queue, own, local, gate.address());
    add(elsewhere, other, 512 * static_cast<size_t>(round + 1), nullptr);
    ASSERT_EQ(clFlush(elsewhere), CL_SUCCESS);
    for (int launch = 0; launch < 60; ++launch) {
      add(queue, own, local, nullptr);
    }
    for (int launch = 0; launch < 150; ++launch) {
      add(elsewhere, other, large, nullptr);
      ASSERT_EQ(clFinish(elsewhere), CL_SUCCESS);
    }
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(read<int>(own, local)[local - 1], count) << round;
  }
}

}  // namespace
