// cl_kiln_performance_counters, on devices with counters and without.
#include "CL/cl_ext_kiln.h"
#include "fixture.h"

namespace {

class Counters : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    const cl_int error =
        clGetDeviceInfo(device, CL_DEVICE_PERFORMANCE_COUNTERS_KILN, 0, nullptr, &bytes_);
    isCounting_ = error == CL_SUCCESS;
    ASSERT_TRUE(isCounting_ || error == CL_INVALID_VALUE) << error;
    program_ = build("kernel void step(global int *p) { p[get_global_id(0)] *= 3; }\n");
    kernel_ = makeKernel(program_, "step");
    buffer_ = makeBuffer(std::vector<int>(64, 1));
    setArguments(kernel_, buffer_.get());
  }
  test::OwnedEvent launch(cl_command_queue queue, size_t items = 64,
                          std::vector<cl_event> waits = {}) {
    test::OwnedEvent event;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel_, 1, nullptr, &items, nullptr,
                                     static_cast<cl_uint>(waits.size()),
                                     waits.empty() ? nullptr : waits.data(), event.out()),
              CL_SUCCESS);
    return event;
  }
  static cl_int query(cl_event event, std::vector<cl_ulong> &values) {
    size_t size = 0;
    const cl_int error =
        clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COUNTERS_KILN, 0, nullptr, &size);
    if (error == CL_SUCCESS) {
      values.resize(size / sizeof(cl_ulong));
      EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COUNTERS_KILN, size,
                                        values.data(), nullptr),
                CL_SUCCESS);
    }
    return error;
  }
  /// The query's answer where the device counts, and where it does not.
  void expect(cl_event event, cl_int error) {
    std::vector<cl_ulong> values;
    EXPECT_EQ(query(event, values), isCounting_ ? error : CL_INVALID_VALUE);
  }

  bool isCounting_ = false;
  size_t bytes_ = 0;
  test::OwnedProgram program_;
  test::OwnedKernel kernel_;
  test::OwnedMem buffer_;
};

TEST_F(Counters, AreAnExtensionOfDevicesThatHaveThem) {
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), CL_SUCCESS);
  std::string extensions(size, '\0');
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, extensions.data(), nullptr),
            CL_SUCCESS);
  const bool isNamed = extensions.find("cl_kiln_performance_counters") != std::string::npos;
  EXPECT_EQ(isNamed, isCounting_);
}

TEST_F(Counters, HaveNamesAndDescriptions) {
  std::vector<cl_performance_counter_kiln> counters(bytes_ / sizeof(cl_performance_counter_kiln));
  EXPECT_EQ(counters.empty(), !isCounting_);
  if (!isCounting_) {
    return;
  }
  EXPECT_EQ(bytes_ % sizeof(cl_performance_counter_kiln), 0u);
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PERFORMANCE_COUNTERS_KILN, bytes_, counters.data(),
                            nullptr),
            CL_SUCCESS);
  for (const auto &counter : counters) {
    EXPECT_NE(counter.name[0], '\0');
    EXPECT_EQ(std::string(counter.name).find(' '), std::string::npos);
    EXPECT_NE(counter.description[0], '\0');
  }
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_PERFORMANCE_COUNTERS_KILN, bytes_ - 1,
                            counters.data(), nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Counters, AreEqualForEqualLaunches) {
  const auto profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  std::vector<cl_ulong> values[3];
  for (auto &counted : values) {
    const auto event = launch(profiling);
    ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
    EXPECT_EQ(query(event, counted), isCounting_ ? CL_SUCCESS : CL_INVALID_VALUE);
    EXPECT_EQ(counted.size(), bytes_ / sizeof(cl_performance_counter_kiln));
  }
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(values[0], values[2]);
  if (isCounting_) {
    EXPECT_GE(values[0][0], 64u);
    const auto half = launch(profiling, 32);
    ASSERT_EQ(clWaitForEvents(1, half.address()), CL_SUCCESS);
    std::vector<cl_ulong> fewer;
    EXPECT_EQ(query(half, fewer), CL_SUCCESS);
    EXPECT_LT(fewer[0], values[0][0]);
  }
}

TEST_F(Counters, AreOfOneLaunchEachInALongRow) {
  const auto profiling =
      makeQueue(CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<test::OwnedEvent> events;
  for (int i = 0; i < 100; ++i) {
    events.push_back(launch(profiling, i % 2 ? 64 : 16));
  }
  ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
  std::vector<cl_ulong> small, large, values;
  query(events[0], small);
  query(events[1], large);
  for (size_t i = 0; i < events.size() && isCounting_; ++i) {
    ASSERT_EQ(query(events[i], values), CL_SUCCESS);
    ASSERT_EQ(values, i % 2 ? large : small) << i;
  }
}

TEST_F(Counters, NeedAQueueThatProfiles) {
  const auto event = launch(queue);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  expect(event, CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(Counters, NeedACompleteLaunch) {
  const auto profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  const auto waiting = launch(profiling, 64, {gate.get()});
  expect(waiting, CL_PROFILING_INFO_NOT_AVAILABLE);
  std::vector<cl_ulong> values;
  EXPECT_EQ(query(gate, values), CL_PROFILING_INFO_NOT_AVAILABLE);
  ASSERT_EQ(clSetUserEventStatus(gate, -1), CL_SUCCESS);
  EXPECT_EQ(clFinish(profiling), CL_SUCCESS);
  expect(waiting, CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(Counters, BelongToKernels) {
  const auto profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  test::OwnedEvent event;
  const int pattern = 1;
  ASSERT_EQ(clEnqueueFillBuffer(profiling, buffer_, &pattern, 4, 0, 256, 0, nullptr, event.out()),
            CL_SUCCESS);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  expect(event, CL_PROFILING_INFO_NOT_AVAILABLE);
}

TEST_F(Counters, CheckTheSizeOfTheAnswer) {
  const auto profiling = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const auto event = launch(profiling);
  ASSERT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  cl_ulong value = 0;
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COUNTERS_KILN, sizeof value - 1,
                                    &value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_COUNTERS_KILN + 1, sizeof value,
                                    &value, nullptr),
            CL_INVALID_VALUE);
}

}  // namespace
