// cl_khr_command_buffer.

#include <CL/cl_ext.h>

#include <numeric>
#include <thread>

#include "command_buffer_functions.h"
#include "extension_fixture.h"

namespace {

using test::CommandBufferFunctions;
using test::Points;
using test::Properties;

constexpr size_t count = 1000;
constexpr size_t bytes = count * sizeof(cl_int);
constexpr const char *source = R"(
kernel void add(global int *x, int y) { x[get_global_id(0)] += y; }
kernel void say(int x) { if (get_global_id(0) == 0) printf("x is %d\n", x); }
)";

struct CommandBuffers : test::ExtensionFixture, CommandBufferFunctions {
  void SetUp() override {
    ExtensionFixture::SetUp();
    if (!has("cl_khr_command_buffer")) {
      GTEST_SKIP() << "the device does not have cl_khr_command_buffer";
    }
    find(platform);
    commands = makeCommands();
  }
  void TearDown() override {
    if (commands) {
      EXPECT_EQ(release(commands), CL_SUCCESS);
    }
    ExtensionFixture::TearDown();
  }

  cl_command_buffer_khr makeCommands() {
    cl_int error = -1;
    cl_command_buffer_khr made = create(1, queue.address(), nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  test::OwnedKernel makeKernel(const char *name) {
    const auto program = build(source);
    cl_int error = -1;
    test::OwnedKernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return kernel;
  }
  test::OwnedKernel adder(cl_mem buffer, cl_int value) {
    auto kernel = makeKernel("add");
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
    return kernel;
  }
  cl_int add(cl_kernel kernel, cl_sync_point_khr *point = nullptr) {
    return launch(commands, nullptr, nullptr, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                  point, nullptr);
  }
  cl_int replay(cl_event *event = nullptr) {
    return enqueue(0, nullptr, commands, 0, nullptr, event);
  }
  std::vector<cl_int> read(cl_mem buffer) {
    std::vector<cl_int> values(count);
    EXPECT_EQ(
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    return values;
  }
  template <class T>
  T query(cl_command_buffer_info_khr name) {
    T value = {};
    size_t size = 0;
    EXPECT_EQ(info(commands, name, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }

  cl_command_buffer_khr commands = nullptr;
};

TEST_F(CommandBuffers, TellWhatTheyAre) {
  EXPECT_EQ(versionOf("cl_khr_command_buffer"), cl_version{CL_MAKE_VERSION(0, 9, 8)});
  cl_bitfield capabilities = 0, required = 1, supported = 0;
  EXPECT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, 8, &capabilities, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(capabilities, cl_bitfield{CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                                      CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                                      CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR});
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR, 8,
                            &required, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(required, 0u);
  EXPECT_EQ(clGetDeviceInfo(device, 0x129A, 8, &supported, nullptr), CL_SUCCESS);
  EXPECT_EQ(supported,
            cl_bitfield{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});

  EXPECT_EQ(query<cl_uint>(CL_COMMAND_BUFFER_NUM_QUEUES_KHR), 1u);
  EXPECT_EQ(query<cl_command_queue>(CL_COMMAND_BUFFER_QUEUES_KHR), queue.get());
  EXPECT_EQ(query<cl_context>(0x1299), context.get());
  EXPECT_EQ(query<cl_uint>(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 1u);
  EXPECT_EQ(retain(commands), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR), 2u);
  EXPECT_EQ(release(commands), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(CL_COMMAND_BUFFER_STATE_KHR),
            cl_uint{CL_COMMAND_BUFFER_STATE_RECORDING_KHR});
  EXPECT_EQ(finalize(commands), CL_SUCCESS);
  EXPECT_EQ(query<cl_uint>(CL_COMMAND_BUFFER_STATE_KHR),
            cl_uint{CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR});
  size_t size = 1;
  EXPECT_EQ(info(commands, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(info(commands, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);

  const cl_command_buffer_properties_khr list[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                   CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_int error = -1;
  cl_command_buffer_khr other = create(1, queue.address(), list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_command_buffer_properties_khr copyOfList[3] = {};
  EXPECT_EQ(
      info(other, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof copyOfList, copyOfList, nullptr),
      CL_SUCCESS);
  EXPECT_TRUE(std::ranges::equal(list, copyOfList));
  EXPECT_EQ(release(other), CL_SUCCESS);
}

TEST_F(CommandBuffers, ReplayWhatWasRecorded) {
  auto x = makeBuffer(bytes), y = makeBuffer(bytes);
  const cl_int five = 5;
  cl_sync_point_khr points[4] = {};
  ASSERT_EQ(fill(commands, nullptr, nullptr, x, &five, sizeof five, 0, bytes, 0, nullptr,
                 &points[0], nullptr),
            CL_SUCCESS);
  auto kernel = adder(x, 37);
  ASSERT_EQ(add(kernel, &points[1]), CL_SUCCESS);
  ASSERT_EQ(barrier(commands, nullptr, nullptr, 2, points, &points[2], nullptr), CL_SUCCESS);
  ASSERT_EQ(copy(commands, nullptr, nullptr, x, y, 0, 0, bytes, 1, &points[2], &points[3], nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  // Later arguments of the kernel, and other references to the buffers, do not count.
  const cl_int other = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof other, &other), CL_SUCCESS);
  x.reset();
  for (int i = 0; i < 3; ++i) {
    const cl_int zero = 0;
    ASSERT_EQ(clEnqueueFillBuffer(queue, y, &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(replay(), CL_SUCCESS);
    EXPECT_EQ(read(y), std::vector<cl_int>(count, 42)) << i;
  }
}

TEST_F(CommandBuffers, ReplaysFollowEachOther) {
  auto x = makeBuffer(std::vector<cl_int>(count, 0));
  auto kernel = adder(x, 1);
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(add(kernel), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  auto other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue queues[] = {other};
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(replay(), CL_SUCCESS);
    ASSERT_EQ(enqueue(1, queues, commands, 0, nullptr, nullptr), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 2000));
}

TEST_F(CommandBuffers, ThreadsMayReplayThemAtOnce) {
  auto x = makeBuffer(std::vector<cl_int>(count, 0));
  auto kernel = adder(x, 1);
  ASSERT_EQ(add(kernel), CL_SUCCESS);
  ASSERT_EQ(add(kernel), CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      auto own = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      cl_command_queue queues[] = {own};
      for (int k = 0; k < 50; ++k) {
        EXPECT_EQ(enqueue(1, queues, commands, 0, nullptr, nullptr), CL_SUCCESS);
      }
      EXPECT_EQ(clFinish(own), CL_SUCCESS);
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 400));
}

TEST_F(CommandBuffers, HaveEventsWithTimes) {
  auto x = makeBuffer(std::vector<cl_int>(count, 0));
  auto kernel = adder(x, 1);
  ASSERT_EQ(add(kernel), CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  auto profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), done;
  cl_command_queue queues[] = {profiled};
  ASSERT_EQ(enqueue(1, queues, commands, 1, gate.address(), done.out()), CL_SUCCESS);
  cl_command_type type = 0;
  EXPECT_EQ(clGetEventInfo(done, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_command_type{CL_COMMAND_COMMAND_BUFFER_KHR});
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 0));
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  cl_ulong start = 0, end = 0;
  EXPECT_EQ(clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_START, 8, &start, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetEventProfilingInfo(done, CL_PROFILING_COMMAND_END, 8, &end, nullptr), CL_SUCCESS);
  EXPECT_GT(start, 0u);
  EXPECT_GE(end, start);
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 1));
}

TEST_F(CommandBuffers, PrintInEachReplay) {
  auto kernel = makeKernel("say");
  const cl_int seven = 7;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof seven, &seven), CL_SUCCESS);
  ASSERT_EQ(add(kernel), CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  testing::internal::CaptureStdout();
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(replay(), CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "x is 7\nx is 7\nx is 7\n");
}

TEST_F(CommandBuffers, LiveAsLongAsTheirReplays) {
  auto x = makeBuffer(std::vector<cl_int>(count, 0));
  {
    auto kernel = adder(x, 3);
    ASSERT_EQ(add(kernel), CL_SUCCESS);
  }
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), done;
  auto other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue queues[] = {other};
  ASSERT_EQ(enqueue(1, queues, commands, 1, gate.address(), done.out()), CL_SUCCESS);
  ASSERT_EQ(release(commands), CL_SUCCESS);
  commands = nullptr;
  queue.reset();
  other.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
  queue = makeQueue(0);
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 3));
}

TEST_F(CommandBuffers, CopyRectangles) {
  std::vector<cl_int> values(count);
  std::iota(values.begin(), values.end(), 0);
  auto x = makeBuffer(values), y = makeBuffer(std::vector<cl_int>(count, -1));
  const size_t from[] = {8, 2, 0}, to[] = {4, 1, 0}, region[] = {20, 3, 1};
  ASSERT_EQ(copyRect(commands, nullptr, nullptr, x, y, from, to, region, 100, 0, 80, 0, 0, nullptr,
                     nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  ASSERT_EQ(replay(), CL_SUCCESS);
  std::vector<cl_int> expected(count, -1);
  for (int row = 0; row < 3; ++row) {
    for (int i = 0; i < 5; ++i) {
      expected[(row + 1) * 20 + 1 + i] = (row + 2) * 25 + 2 + i;
    }
  }
  EXPECT_EQ(read(y), expected);
}

TEST_F(CommandBuffers, WorkOnImages) {
  if (!hasImages()) {
    GTEST_SKIP() << "the device has no images";
  }
  const cl_image_format format = {CL_RGBA, CL_SIGNED_INT32};
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = 10;
  shape.image_height = 25;  // 1000 numbers
  cl_int error = -1;
  test::OwnedMem a = clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &error);
  test::OwnedMem b = clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::vector<cl_int> values(count);
  std::iota(values.begin(), values.end(), 0);
  auto in = makeBuffer(values), out = makeBuffer(bytes);
  const size_t zero[] = {0, 0, 0}, all[] = {10, 25, 1}, row[] = {10, 1, 1};
  const cl_int color[] = {-1, -2, -3, -4};
  ASSERT_EQ(
      bufferToImage(commands, nullptr, nullptr, in, a, 0, zero, all, 0, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(
      fillImage(commands, nullptr, nullptr, a, color, zero, row, 0, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(
      copyImage(commands, nullptr, nullptr, a, b, zero, zero, all, 0, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(
      imageToBuffer(commands, nullptr, nullptr, b, out, zero, all, 0, 0, nullptr, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  ASSERT_EQ(replay(), CL_SUCCESS);
  for (int i = 0; i < 40; ++i) {
    values[i] = color[i % 4];
  }
  EXPECT_EQ(read(out), values);
}

TEST_F(CommandBuffers, WorkOnSharedMemory) {
  auto *x = static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * bytes, 0));
  if (!x) {
    GTEST_SKIP() << "the device has no shared virtual memory";
  }
  const cl_int nine = 9;
  ASSERT_EQ(svmFill(commands, nullptr, nullptr, x, &nine, sizeof nine, bytes, 0, nullptr, nullptr,
                    nullptr),
            CL_SUCCESS);
  ASSERT_EQ(svmCopy(commands, nullptr, nullptr, x + count, x, bytes, 0, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, x, 2 * bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::fill_n(x, 2 * count, 0);
    ASSERT_EQ(clEnqueueSVMUnmap(queue, x, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(replay(), CL_SUCCESS);
    ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, x, 2 * bytes, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_TRUE(std::all_of(x, x + 2 * count, [](cl_int each) { return each == 9; }));
    ASSERT_EQ(clEnqueueSVMUnmap(queue, x, 0, nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  clSVMFree(context, x);
}

TEST_F(CommandBuffers, RefuseWrongCreations) {
  cl_int error = 0;
  EXPECT_EQ(create(0, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(create(1, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  const cl_command_queue none[] = {nullptr};
  EXPECT_EQ(create(1, none, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_COMMAND_QUEUE);
  struct {
    cl_command_buffer_properties_khr list[5];
    cl_int error;
  } const wrong[] = {
      {{1, 0, 0}, CL_INVALID_VALUE},
      {{CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 20, 0}, CL_INVALID_VALUE},
      {{CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0}, CL_INVALID_VALUE},
      {{CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}, CL_INVALID_VALUE},
      {{CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1,
        CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0},
       CL_INVALID_VALUE}};
  for (const auto &each : wrong) {
    EXPECT_EQ(create(1, queue.address(), each.list, &error), nullptr);
    EXPECT_EQ(error, each.error);
  }
}

TEST_F(CommandBuffers, RefuseWrongCommands) {
  auto x = makeBuffer(bytes);
  const cl_int zero = 0;
  const auto filled = [&](cl_command_buffer_khr handle, cl_command_queue on,
                          const Properties *properties, size_t size, cl_uint number, Points list,
                          cl_mutable_command_khr *mutableHandle) {
    return fill(handle, on, properties, x, &zero, sizeof zero, 0, size, number, list, nullptr,
                mutableHandle);
  };
  const Properties none[] = {0}, some[] = {1, 2, 0};
  const cl_sync_point_khr first[] = {1}, zeroth[] = {0};
  cl_mutable_command_khr handle = nullptr;
  EXPECT_EQ(filled(nullptr, nullptr, nullptr, bytes, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_BUFFER_KHR);
  auto other = makeQueue(0);
  EXPECT_EQ(filled(commands, other, nullptr, bytes, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(filled(commands, nullptr, some, bytes, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 0, nullptr, &handle), CL_INVALID_VALUE);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes + 4, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 1, nullptr, nullptr),
            CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 0, first, nullptr),
            CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 1, first, nullptr),
            CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 1, zeroth, nullptr),
            CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  EXPECT_EQ(filled(commands, nullptr, none, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 1, first, nullptr), CL_SUCCESS);
  auto kernel = makeKernel("add");
  EXPECT_EQ(add(kernel), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(add(nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(replay(), CL_INVALID_OPERATION);
  EXPECT_EQ(finalize(commands), CL_SUCCESS);
  EXPECT_EQ(finalize(commands), CL_INVALID_OPERATION);
  EXPECT_EQ(filled(commands, nullptr, nullptr, bytes, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(replay(), CL_SUCCESS);
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 0));
}

TEST_F(CommandBuffers, RefuseWrongQueues) {
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_command_queue one[] = {queue}, none[] = {nullptr};
  EXPECT_EQ(enqueue(1, nullptr, commands, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(0, one, commands, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(2, one, commands, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueue(1, none, commands, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(enqueue(0, nullptr, nullptr, 0, nullptr, nullptr), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(enqueue(0, nullptr, commands, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  cl_int error = -1;
  test::OwnedContext elsewhere = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  test::OwnedQueue foreign = clCreateCommandQueueWithProperties(elsewhere, device, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_command_queue other[] = {foreign};
  EXPECT_EQ(enqueue(1, other, commands, 0, nullptr, nullptr), CL_INVALID_CONTEXT);
  EXPECT_EQ(enqueue(1, one, commands, 0, nullptr, nullptr), CL_SUCCESS);  // without a command
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(CommandBuffers, FailWithWhatTheyWaitFor) {
  auto x = makeBuffer(std::vector<cl_int>(count, 0));
  auto kernel = adder(x, 1);
  ASSERT_EQ(add(kernel), CL_SUCCESS);
  ASSERT_EQ(finalize(commands), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), failed;
  auto other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_command_queue queues[] = {other};
  ASSERT_EQ(enqueue(1, queues, commands, 1, gate.address(), failed.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, -7), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, failed.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  ASSERT_EQ(enqueue(1, queues, commands, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(read(x), std::vector<cl_int>(count, 1));
}

}  // namespace
