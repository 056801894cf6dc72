// cl_khr_command_buffer_multi_device.

#include "command_buffer_functions.h"
#include "extension_fixture.h"
#include "several_devices.h"

namespace {

constexpr size_t count = 1000;
constexpr size_t bytes = count * sizeof(cl_int);
constexpr const char *source = R"(
kernel void add(global int *x, int y) { x[get_global_id(0)] += y; }
kernel void step(global int *x, int y) { size_t i = get_global_id(0); x[i] = x[i] * 3 + y; }
)";

struct CommandBufferQueues : test::ExtensionFixture, test::CommandBufferFunctions {
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_khr_command_buffer_multi_device"));
    find(platform);
    second = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    both[0] = queue;
    both[1] = second;
    program = build(source);
    x = makeBuffer(std::vector<cl_int>(count, 1));
    commands = makeCommands(both);
  }
  void TearDown() override {
    EXPECT_EQ(release(commands), CL_SUCCESS);
    ExtensionFixture::TearDown();
  }

  cl_command_buffer_khr makeCommands(std::span<const cl_command_queue> queues,
                                     cl_command_buffer_flags_khr flags = 0) {
    const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = -1;
    cl_command_buffer_khr made =
        create(static_cast<cl_uint>(queues.size()), queues.data(), list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  test::OwnedKernel makeStep(cl_int value) {
    auto kernel = makeKernel(program, "step");
    setArguments(kernel, x.get(), value);
    return kernel;
  }
  cl_sync_point_khr step(cl_command_queue on, cl_int value,
                         std::vector<cl_sync_point_khr> waits = {}) {
    auto kernel = makeStep(value);
    cl_sync_point_khr point = 0;
    EXPECT_EQ(launch(commands, on, nullptr, kernel, 1, nullptr, &count, nullptr,
                     static_cast<cl_uint>(waits.size()), waits.empty() ? nullptr : waits.data(),
                     &point, nullptr),
              CL_SUCCESS);
    return point;
  }
  /// Steps one after the other, on the queues by turns.
  cl_int chain(int length) {
    cl_int value = 1;
    std::vector<cl_sync_point_khr> last;
    for (int i = 0; i < length; ++i) {
      last = {step(both[i % 2], i, last)};
      value = value * 3 + i;
    }
    return value;
  }
  std::vector<cl_int> values() { return read<cl_int>(x, count); }
  static std::vector<cl_int> all(cl_int value) { return std::vector<cl_int>(count, value); }

  test::OwnedQueue second;
  cl_command_queue both[2];
  test::OwnedProgram program;
  test::OwnedMem x;
  cl_command_buffer_khr commands = nullptr;
};

TEST_F(CommandBufferQueues, AreTold) {
  EXPECT_EQ(versionOf("cl_khr_command_buffer_multi_device"), cl_version{CL_MAKE_VERSION(0, 9, 2)});
  cl_bitfield capabilities = 0;
  EXPECT_EQ(clGetPlatformInfo(platform, CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR, 8,
                              &capabilities, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(capabilities, 7u);
  for (cl_device_id each : allDevices()) {
    cl_uint number = 1;
    size_t size = 1;
    EXPECT_EQ(clGetDeviceInfo(each, CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR, sizeof number,
                              &number, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(number, 0u);
    EXPECT_EQ(clGetDeviceInfo(each, CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR, 0, nullptr, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, 0u);
  }
  cl_uint number = 0;
  EXPECT_EQ(info(commands, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof number, &number, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(number, 2u);
  cl_command_queue reported[2] = {};
  EXPECT_EQ(info(commands, CL_COMMAND_BUFFER_QUEUES_KHR, sizeof reported, reported, nullptr),
            CL_SUCCESS);
  EXPECT_TRUE(std::ranges::equal(reported, both));
}

TEST_F(CommandBufferQueues, KeepTheOrderOfSyncPoints) {
  const cl_int once = chain(9);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  test::OwnedEvent done;
  ASSERT_EQ(enqueue(0, nullptr, commands, 0, nullptr, done.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(values(), all(once));
}

TEST_F(CommandBufferQueues, KeepTheOrderOfBarriers) {
  const cl_int four = 4;
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(fill(commands, both[i % 2], nullptr, x, &four, sizeof four, 0, bytes, 0, nullptr,
                   nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(barrier(commands, both[0], nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  step(both[1], 7);
  ASSERT_EQ(barrier(commands, both[1], nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
  step(both[0], 8);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(enqueue(0, nullptr, commands, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    ASSERT_EQ(clFinish(second), CL_SUCCESS);
    EXPECT_EQ(values(), all((4 * 3 + 7) * 3 + 8));
  }
}

TEST_F(CommandBufferQueues, ReplayOnGivenQueues) {
  const cl_int once = chain(4);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  auto a = makeQueue(CL_QUEUE_PROFILING_ENABLE), b = makeQueue(0);
  cl_command_queue given[] = {b, a};
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), done;
  ASSERT_EQ(enqueue(2, given, commands, 1, gate.address(), done.out()), CL_SUCCESS);
  EXPECT_EQ(statusOf(done), CL_QUEUED);
  cl_command_queue reported = queue;
  EXPECT_EQ(clGetEventInfo(done, CL_EVENT_COMMAND_QUEUE, sizeof reported, &reported, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(reported, nullptr);
  EXPECT_EQ(values(), all(1));
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  EXPECT_EQ(values(), all(once));
  cl_ulong times[5] = {};
  for (cl_uint i = 0; i < 5; ++i) {
    EXPECT_EQ(clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_QUEUED + i, 8, &times[i], nullptr),
              CL_SUCCESS);
  }
  EXPECT_GT(times[0], 0u);
  EXPECT_TRUE(std::is_sorted(times, times + 5));
}

TEST_F(CommandBufferQueues, TellTimesInTheirOrderThoughPartsStartAtOnce) {
  chain(4);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  auto a = makeQueue(CL_QUEUE_PROFILING_ENABLE), b = makeQueue(0);
  cl_command_queue given[] = {a, b};
  for (int round = 0; round < 20; ++round) {
    test::OwnedEvent done;
    ASSERT_EQ(enqueue(2, given, commands, 0, nullptr, done.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
    cl_ulong times[5] = {};
    for (cl_uint i = 0; i < 5; ++i) {
      EXPECT_EQ(
          clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_QUEUED + i, 8, &times[i], nullptr),
          CL_SUCCESS);
    }
    EXPECT_GT(times[0], 0u);
    EXPECT_TRUE(std::is_sorted(times, times + 5));
  }
}

TEST_F(CommandBufferQueues, FollowWhatTheirQueuesHave) {
  auto a = makeQueue(0), b = makeQueue(0);
  cl_command_queue given[] = {a, b};
  step(both[0], 1);
  auto y = makeBuffer(bytes);
  ASSERT_EQ(copy(commands, both[1], nullptr, x, y, 0, 0, bytes, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error);
  auto kernel = makeKernel(program, "add");
  setArguments(kernel, y.get(), 100);
  const cl_int zero = 0;
  ASSERT_EQ(clEnqueueFillBuffer(b, x, &zero, sizeof zero, 0, bytes, 1, gate.address(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueBarrierWithWaitList(a, 1, gate.address(), nullptr), CL_SUCCESS);
  ASSERT_EQ(enqueue(2, given, commands, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(b, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(b), CL_SUCCESS);
  ASSERT_EQ(clFinish(a), CL_SUCCESS);
  const cl_int got = read<cl_int>(y, count)[5];
  EXPECT_TRUE(got == 100 || got == 101 || got == 104) << got;  // the copy comes before the kernel
}

TEST_F(CommandBufferQueues, FailWithWhatTheyWaitFor) {
  chain(4);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  auto a = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue given[] = {a, a};
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), done;
  ASSERT_EQ(enqueue(2, given, commands, 1, gate.address(), done.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(values(), all(1));
}

TEST_F(CommandBufferQueues, MayBeEmpty) {
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), done;
  ASSERT_EQ(enqueue(0, nullptr, commands, 1, gate.address(), done.out()), CL_SUCCESS);
  EXPECT_GT(statusOf(done), CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
}

TEST_F(CommandBufferQueues, LiveAsLongAsTheirReplays) {
  const cl_int once = chain(4);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), done;
  ASSERT_EQ(enqueue(0, nullptr, commands, 1, gate.address(), done.out()), CL_SUCCESS);
  ASSERT_EQ(release(commands), CL_SUCCESS);
  second.reset();
  queue.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  queue = makeQueue(0);
  EXPECT_EQ(values(), all(once));
  commands = makeCommands({queue.address(), 1});
}

TEST_F(CommandBufferQueues, AreRemapped) {
  const cl_int once = chain(5);
  for (const bool isFinalized : {false, true}) {
    if (isFinalized) {
      ASSERT_EQ(finalize(commands), CL_SUCCESS);
    }
    for (const cl_bool automatic : {CL_FALSE, CL_TRUE}) {
      auto a = makeQueue(0), b = makeQueue(CL_QUEUE_PROFILING_ENABLE);
      const cl_command_queue given[] = {a, b};
      cl_int error = -1;
      const auto copy =
          remap(commands, automatic, automatic ? 1 : 2, given, 0, nullptr, nullptr, &error);
      ASSERT_EQ(error, CL_SUCCESS);
      if (!isFinalized) {
        EXPECT_EQ(enqueue(0, nullptr, copy, 0, nullptr, nullptr), CL_INVALID_OPERATION);
        ASSERT_EQ(finalize(copy), CL_SUCCESS);
      }
      const cl_int one = 1;
      ASSERT_EQ(clEnqueueFillBuffer(queue, x, &one, sizeof one, 0, bytes, 0, nullptr, nullptr),
                CL_SUCCESS);
      ASSERT_EQ(clFinish(queue), CL_SUCCESS);
      test::OwnedEvent done;
      ASSERT_EQ(enqueue(0, nullptr, copy, 0, nullptr, done.out()), CL_SUCCESS);
      ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
      EXPECT_EQ(values(), all(once));
      EXPECT_EQ(release(copy), CL_SUCCESS);
    }
  }
}

TEST_F(CommandBufferQueues, AreRemappedWithTheirHandles) {
  release(commands);
  commands = makeCommands(both, CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr handles[2] = {}, copied[2] = {};
  auto kernel = makeStep(1);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(launch(commands, both[i], nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                     nullptr, &handles[i]),
              CL_SUCCESS);
    ASSERT_EQ(barrier(commands, both[i], nullptr, 0, nullptr, nullptr, nullptr), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_int error = -1;
  cl_mutable_command_khr swapped[] = {handles[1], handles[0]};
  const auto copy = remap(commands, CL_FALSE, 2, both, 2, swapped, copied, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    cl_command_buffer_khr owner = nullptr;
    cl_command_queue on = nullptr;
    EXPECT_EQ(commandInfo(copied[i], CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, sizeof owner, &owner,
                          nullptr),
              CL_SUCCESS);
    EXPECT_EQ(owner, copy);
    EXPECT_EQ(commandInfo(copied[i], CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, sizeof on, &on, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(on, both[1 - i]);
  }
  const cl_int ten = 10;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof ten, &ten};
  const test::LaunchUpdate changed = {.command = copied[0], .num_args = 1, .arg_list = &argument};
  const cl_uint types[] = {0};
  const void *configs[] = {&changed};
  EXPECT_EQ(update(commands, 1, types, configs), CL_INVALID_MUTABLE_COMMAND_KHR);
  ASSERT_EQ(update(copy, 1, types, configs), CL_SUCCESS);
  test::OwnedEvent done, last;
  ASSERT_EQ(enqueue(0, nullptr, copy, 0, nullptr, done.out()), CL_SUCCESS);
  ASSERT_EQ(enqueue(0, nullptr, commands, 1, done.address(), last.out()), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
  EXPECT_EQ(values(), all((((1 * 3 + 1) * 3 + 10) * 3 + 1) * 3 + 1));
  EXPECT_EQ(release(copy), CL_SUCCESS);
}

TEST_F(CommandBufferQueues, RefuseWrongUse) {
  cl_int error = 0;
  test::OwnedContext elsewhere = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  test::OwnedQueue foreign = clCreateCommandQueueWithProperties(elsewhere, device, nullptr, &error);
  const cl_command_queue mixed[] = {queue, foreign}, none[] = {queue, nullptr};
  EXPECT_EQ(create(2, mixed, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(create(2, none, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_COMMAND_QUEUE);
  const cl_command_buffer_properties_khr native[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                     CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR, 0};
  EXPECT_EQ(create(2, both, native, &error), nullptr);
  EXPECT_EQ(error, CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  const auto one = create(1, both, native, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(release(one), CL_SUCCESS);

  auto other = makeQueue(0);
  const auto on = [&](cl_command_queue each) {
    return barrier(commands, each, nullptr, 0, nullptr, nullptr, nullptr);
  };
  EXPECT_EQ(on(nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(on(other), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(on(foreign), CL_INVALID_CONTEXT);
  auto kernel = makeStep(1);
  EXPECT_EQ(launch(commands, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(on(second), CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_command_queue three[] = {queue, queue, queue}, abroad[] = {queue, foreign};
  EXPECT_EQ(enqueue(1, three, commands, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(3, three, commands, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(2, abroad, commands, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
}

TEST_F(CommandBufferQueues, RefuseWrongRemaps) {
  auto kernel = makeStep(1);
  cl_mutable_command_khr handle = nullptr, returned = nullptr;
  ASSERT_EQ(launch(commands, queue, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                   nullptr, &handle),
            CL_SUCCESS);
  cl_int error = 0;
  test::OwnedContext elsewhere = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  test::OwnedQueue foreign = clCreateCommandQueueWithProperties(elsewhere, device, nullptr, &error);
  const cl_command_queue abroad[] = {foreign, foreign}, none[] = {queue, nullptr};
  const auto wrong = [&](cl_command_buffer_khr from, cl_bool automatic, cl_uint number,
                         const cl_command_queue *queues, cl_uint handles,
                         const cl_mutable_command_khr *list, cl_mutable_command_khr *to) {
    cl_int code = 0;
    EXPECT_EQ(remap(from, automatic, number, queues, handles, list, to, &code), nullptr);
    return code;
  };
  EXPECT_EQ(wrong(nullptr, CL_FALSE, 2, both, 0, nullptr, nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(wrong(commands, CL_FALSE, 0, both, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(wrong(commands, CL_TRUE, 2, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(wrong(commands, CL_FALSE, 1, both, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(wrong(commands, CL_FALSE, 2, none, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(wrong(commands, CL_FALSE, 2, abroad, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(wrong(commands, CL_FALSE, 2, both, 1, nullptr, &returned), CL_INVALID_VALUE);
  EXPECT_EQ(wrong(commands, CL_FALSE, 2, both, 1, &handle, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(wrong(commands, CL_FALSE, 2, both, 0, &handle, nullptr), CL_INVALID_VALUE);
  const cl_mutable_command_khr bad[] = {handle, nullptr};
  cl_mutable_command_khr untouched[2] = {};
  EXPECT_EQ(wrong(commands, CL_FALSE, 2, both, 2, bad, untouched), CL_INVALID_VALUE);
  EXPECT_EQ(untouched[0], nullptr);
}

struct CommandBufferDevices : test::SeveralDevices, test::CommandBufferFunctions {
  void SetUp() override {
    SeveralDevices::SetUp();
    if (!IsSkipped()) {
      find(platform);
    }
  }
};
INSTANTIATE_TEST_SUITE_P(BothOrders, CommandBufferDevices, testing::Values(0, 1));

TEST_P(CommandBufferDevices, WorkTogether) {
  const auto program = build(test::stepSource);
  auto kernel = makeKernel(program, "step");
  auto x = makeBuffer(std::vector<int>(count, 1));
  const cl_command_queue both[] = {queues[0], queues[1]};
  cl_int error = -1;
  cl_command_buffer_khr commands = create(2, both, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  int expected = 1;
  cl_sync_point_khr last = 0;
  for (int i = 0; i < 6; ++i) {
    setArguments(kernel, x.get(), i);
    ASSERT_EQ(
        CommandBufferFunctions::launch(commands, both[i % 2], nullptr, kernel, 1, nullptr, &count,
                                       nullptr, i ? 1 : 0, i ? &last : nullptr, &last, nullptr),
        CL_SUCCESS);
    expected = expected * 3 + i;
  }
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_command_queue swapped[] = {queues[1], queues[0]};
  EXPECT_EQ(enqueue(2, swapped, commands, 0, nullptr, nullptr), CL_INVALID_DEVICE);
  for (int i = 0; i < 3; ++i) {
    write(queues[0], x, std::vector<int>(count, 1));
    test::OwnedEvent done;
    ASSERT_EQ(enqueue(0, nullptr, commands, 0, nullptr, done.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
    EXPECT_EQ(read<int>(queues[i % 2], x, count), std::vector<int>(count, expected));
  }
  // To the other devices, and to one of them.
  for (const cl_uint number : {2u, 1u}) {
    const auto copy = remap(commands, number == 1, number, swapped, 0, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    write(queues[0], x, std::vector<int>(count, 1));
    test::OwnedEvent done;
    ASSERT_EQ(enqueue(0, nullptr, copy, 0, nullptr, done.out()), CL_SUCCESS);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
    EXPECT_EQ(read<int>(queues[0], x, count), std::vector<int>(count, expected));
    EXPECT_EQ(release(copy), CL_SUCCESS);
  }
  EXPECT_EQ(release(commands), CL_SUCCESS);
}

}  // namespace
