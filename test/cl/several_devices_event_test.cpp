// Events across queues of several devices, programs and printf of both.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "several_devices.h"

namespace {

using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStdout;

class DevicesEvent : public test::SeveralDevices {};

TEST_P(DevicesEvent, OrderCommandsOfBothQueues) {
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<test::OwnedEvent> events;
  unsigned expected = 1;
  for (int i = 0; i < 30; ++i) {
    setArguments(kernel, buffer.get(), i);
    const cl_event before = i == 0 ? gate.get() : events.back().get();
    events.push_back(launch(queues[i % 2], kernel, 64, std::span(&before, 1)));
    expected = expected * 3 + static_cast<unsigned>(i);
  }
  for (const auto &event : events) {
    EXPECT_GT(statusOf(event), CL_COMPLETE);
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[0]), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
  for (const auto &event : events) {
    EXPECT_EQ(statusOf(event), CL_COMPLETE);
  }
  EXPECT_EQ(read<unsigned>(queues[0], buffer, 64), std::vector<unsigned>(64, expected));
}

TEST_P(DevicesEvent, PassErrorsOnToTheOtherDevice) {
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  setArguments(kernel, buffer.get(), 0);
  const auto independent = makeQueue(1, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto first = launch(queues[0], kernel, 64, std::span(gate.address(), 1));
  const auto second = launch(independent, kernel, 64, std::span(first.address(), 1));
  const auto unrelated = launch(queues[1], kernel, 64);
  ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
  EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
  EXPECT_EQ(clFinish(independent), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, second.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(first), 0);
  EXPECT_LT(statusOf(second), 0);
  EXPECT_EQ(clWaitForEvents(1, unrelated.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(queues[1], buffer, 64), std::vector<int>(64, 3));
}

TEST_P(DevicesEvent, MarkersAndBarriersWaitForTheOtherDevice) {
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  const auto independent = makeQueue(1, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  setArguments(kernel, buffer.get(), 1);
  const auto first = launch(queues[0], kernel, 64, std::span(gate.address(), 1));
  test::OwnedEvent marker, barrier;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(queues[1], 1, first.address(), marker.out()), CL_SUCCESS);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(independent, 1, first.address(), barrier.out()),
            CL_SUCCESS);
  const auto behind = launch(independent, kernel, 64);
  EXPECT_GT(statusOf(marker), CL_COMPLETE);
  EXPECT_GT(statusOf(behind), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, behind.address()), CL_SUCCESS);
  EXPECT_EQ(statusOf(first), CL_COMPLETE);
  EXPECT_EQ(statusOf(barrier), CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(1, marker.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(queues[0], buffer, 64), std::vector<int>(64, 13));
}

TEST_P(DevicesEvent, CallbacksComeWhenAMigratingCommandIsComplete) {
  struct Calls {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<cl_int> statuses;
  } calls;
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  setArguments(kernel, buffer.get(), 1);
  launch(queues[0], kernel, 64);
  ASSERT_EQ(clFinish(queues[0]), CL_SUCCESS);
  const auto done = launch(queues[1], kernel, 64);
  ASSERT_EQ(clSetEventCallback(
                done, CL_COMPLETE,
                [](cl_event, cl_int status, void *user) {
                  auto *calls = static_cast<Calls *>(user);
                  std::lock_guard guard(calls->mutex);
                  calls->statuses.push_back(status);
                  calls->changed.notify_all();
                },
                &calls),
            CL_SUCCESS);
  std::unique_lock lock(calls.mutex);
  calls.changed.wait(lock, [&] { return !calls.statuses.empty(); });
  EXPECT_EQ(calls.statuses, std::vector<cl_int>{CL_COMPLETE});
}

TEST_P(DevicesEvent, ObjectsMayGoBeforeTheirCommandsRun) {
  auto program = build(test::stepSource);
  auto kernel = makeKernel(program, "step");
  auto buffer = makeBuffer(std::vector<int>(64, 1));
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error);
  setArguments(kernel, buffer.get(), 1);
  auto first = launch(queues[0], kernel, 64, std::span(gate.address(), 1));
  auto second = launch(queues[1], kernel, 64, std::span(first.address(), 1));
  kernel.reset();
  program.reset();
  buffer.reset();
  first.reset();
  for (auto &queue : queues) {
    queue.reset();
  }
  context.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, second.address()), CL_SUCCESS);
}

TEST_P(DevicesEvent, KernelsPrintOnBoth) {
  const auto program =
      build("kernel void hello(int n) { printf(\"%d of %s %.1f\\n\", n, \"kiln\", n / 2.0f); }\n");
  const auto kernel = makeKernel(program, "hello");
  std::string expected;
  CaptureStdout();
  test::OwnedEvent last;
  for (int i = 0; i < 6; ++i) {
    setArguments(kernel, i);
    last = launch(queues[i % 2], kernel, 1, std::span(last.address(), last ? 1 : 0));
    expected += std::to_string(i) + " of kiln " + std::to_string(i / 2) + (i % 2 ? ".5\n" : ".0\n");
  }
  EXPECT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
  EXPECT_EQ(GetCapturedStdout(), expected);
}

TEST_P(DevicesEvent, ProgramsBuiltForOneRunOnThatOne) {
  cl_int error = -1;
  const char *source = test::stepSource;
  const test::OwnedProgram program =
      clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 1, &devices[1], "", nullptr, nullptr), CL_SUCCESS);
  const auto kernel = makeKernel(program, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  setArguments(kernel, buffer.get(), 1);
  const size_t items = 64;
  EXPECT_EQ(
      clEnqueueNDRangeKernel(queues[0], kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
      CL_INVALID_PROGRAM_EXECUTABLE);
  const auto done = launch(queues[1], kernel, 64);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(queues[0], buffer, 64), std::vector<int>(64, 4));
  // Built once more, for the other: the kernel of the first build holds the program.
  EXPECT_EQ(clBuildProgram(program, 1, &devices[0], "", nullptr, nullptr), CL_INVALID_OPERATION);
}

TEST_P(DevicesEvent, BinariesOfBothMakeAProgramOfBoth) {
  const auto program = build(test::stepSource);
  size_t sizes[2] = {};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> binaries[] = {std::vector<unsigned char>(sizes[0]),
                                           std::vector<unsigned char>(sizes[1])};
  unsigned char *pointers[] = {binaries[0].data(), binaries[1].data()};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointers, pointers, nullptr),
            CL_SUCCESS);
  const unsigned char *constants[] = {pointers[0], pointers[1]};
  cl_int error = -1, statuses[2] = {-1, -1};
  const test::OwnedProgram loaded =
      clCreateProgramWithBinary(context, 2, devices, sizes, constants, statuses, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(statuses[0], CL_SUCCESS);
  EXPECT_EQ(statuses[1], CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const auto kernel = makeKernel(loaded, "step");
  const auto buffer = makeBuffer(std::vector<int>(64, 1));
  setArguments(kernel, buffer.get(), 1);
  for (const auto &queue : queues) {
    const auto done = launch(queue, kernel, 64);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  }
  EXPECT_EQ(read<int>(queues[0], buffer, 64), std::vector<int>(64, 13));
}

TEST_P(DevicesEvent, ThreadsMayUseBothDevices) {
  constexpr size_t items = 4096;
  const auto program = build(test::stepSource);
  const auto shared = makeBuffer(std::vector<int>(items, 0));
  for (int round = 0; round < 5; ++round) {
    // All threads need it at once, on both devices; it is on one.
    write(queues[round % 2], shared, std::vector<int>(items, round));
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; ++number) {
      threads.emplace_back([&, number] {
        const auto kernel = makeKernel(program, "sum");
        auto from = makeBuffer(std::vector<int>(items, number));
        auto to = makeBuffer(std::vector<int>(items, 0));
        test::OwnedEvent last;
        for (int i = 0; i < 10; ++i) {
          setArguments(kernel, shared.get(), from.get(), to.get());
          const std::span<const cl_event> waits(last.address(), last ? 1 : 0);
          last = launch(queues[(i + number) % 2], kernel, items, waits);
          std::swap(from, to);
        }
        EXPECT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
        EXPECT_EQ(read<int>(queues[0], from, items), std::vector<int>(items, number + 10 * round));
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Order, DevicesEvent, testing::Values(0, 1));

}  // namespace
