// Events: the properties behind the conformance tests of events and profiling.

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "fixture.h"

namespace {

using testing::ElementsAre;

/// The statuses passed to callbacks, in order.
class Recorder {
 public:
  static void CL_CALLBACK record(cl_event, cl_int status, void *user) {
    auto &self = *static_cast<Recorder *>(user);
    std::lock_guard guard(self.mutex_);
    self.statuses_.push_back(status);
  }
  /// Waits until there are `count`.
  std::vector<cl_int> wait(size_t count) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
      {
        std::lock_guard guard(mutex_);
        if (statuses_.size() >= count || std::chrono::steady_clock::now() > deadline) {
          return statuses_;
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  std::mutex mutex_;
  std::vector<cl_int> statuses_;
};

class ConformanceEvent : public test::Fixture {
 protected:
  test::OwnedEvent makeUserEvent() {
    cl_int error = -1;
    test::OwnedEvent made = clCreateUserEvent(context, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static void expectTimesInOrder(cl_event event, cl_ulong notBefore) {
    cl_ulong last = notBefore;
    for (cl_profiling_info name = CL_PROFILING_COMMAND_QUEUED;
         name <= CL_PROFILING_COMMAND_COMPLETE; ++name) {
      cl_ulong time = 0;
      EXPECT_EQ(clGetEventProfilingInfo(event, name, sizeof time, &time, nullptr), CL_SUCCESS);
      EXPECT_GE(time, last) << std::hex << name;
      last = time;
    }
  }
  static void expectType(cl_event event, cl_command_type expected) {
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(type, expected);
  }
};

TEST_F(ConformanceEvent, MayReplaceItselfInAWaitList) {
  const auto buffer = makeBuffer(4);
  const auto gate = makeUserEvent();
  const int written = 7;
  int value = 0;
  cl_event event = nullptr;
  ASSERT_EQ(
      clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &written, 1, gate.address(), &event),
      CL_SUCCESS);
  const test::OwnedEvent first = event;
  ASSERT_EQ(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, &event, &event),
            CL_SUCCESS);
  const test::OwnedEvent second = event;
  EXPECT_NE(first.get(), second.get());
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
  EXPECT_EQ(value, 7);
}

TEST_F(ConformanceEvent, AnUnsetUserEventThatIsReleasedFailsWhatWaits) {
  const auto buffer = makeBuffer(4);
  int value = 0;
  Recorder recorder;
  auto gate = makeUserEvent();
  ASSERT_EQ(clSetEventCallback(gate, CL_COMPLETE, &Recorder::record, &recorder), CL_SUCCESS);
  test::OwnedEvent read;
  ASSERT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, gate.address(), read.out()),
      CL_SUCCESS);
  gate.reset();
  EXPECT_EQ(clWaitForEvents(1, read.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_LT(statusOf(read), 0);
  EXPECT_THAT(recorder.wait(1), ElementsAre(testing::Lt(0)));
}

TEST_F(ConformanceEvent, CallbacksOfACommandComeInTheOrderOfItsStatuses) {
  const auto buffer = makeBuffer(4);
  const auto gate = makeUserEvent();
  int value = 0;
  Recorder recorder;
  test::OwnedEvent read;
  ASSERT_EQ(
      clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &value, 1, gate.address(), read.out()),
      CL_SUCCESS);
  for (cl_int type : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED}) {
    ASSERT_EQ(clSetEventCallback(read, type, &Recorder::record, &recorder), CL_SUCCESS);
  }
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_THAT(recorder.wait(3), ElementsAre(CL_SUBMITTED, CL_RUNNING, CL_COMPLETE));
}

TEST_F(ConformanceEvent, RejectsWrongCallbacksAndStatuses) {
  const auto event = makeUserEvent();
  Recorder recorder;
  EXPECT_EQ(clSetEventCallback(event, CL_QUEUED, &Recorder::record, &recorder), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, -1, &Recorder::record, &recorder), CL_INVALID_VALUE);
  EXPECT_EQ(clSetEventCallback(event, CL_COMPLETE, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_RUNNING), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_INVALID_OPERATION);
}

TEST_F(ConformanceEvent, EveryCommandHasItsTypeAndTimes) {
  const auto profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  const auto a = makeBuffer(64), b = makeBuffer(64);
  char host[64] = {};
  const size_t origin[3] = {}, region[3] = {4, 4, 1};
  std::vector<std::pair<cl_command_type, test::OwnedEvent>> events;
  const auto next = [&](cl_command_type type) {
    events.emplace_back(type, test::OwnedEvent());
    return events.back().second.out();
  };
  cl_ulong device = 0, timer = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(this->device, &device, &timer), CL_SUCCESS);
  clEnqueueReadBuffer(profiled, a, CL_TRUE, 0, 64, host, 0, nullptr, next(CL_COMMAND_READ_BUFFER));
  clEnqueueWriteBuffer(profiled, a, CL_TRUE, 0, 64, host, 0, nullptr,
                       next(CL_COMMAND_WRITE_BUFFER));
  clEnqueueCopyBuffer(profiled, a, b, 0, 0, 64, 0, nullptr, next(CL_COMMAND_COPY_BUFFER));
  clEnqueueFillBuffer(profiled, a, host, 4, 0, 64, 0, nullptr, next(CL_COMMAND_FILL_BUFFER));
  cl_int error = -1;
  void *mapped = clEnqueueMapBuffer(profiled, a, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr,
                                    next(CL_COMMAND_MAP_BUFFER), &error);
  clEnqueueUnmapMemObject(profiled, a, mapped, 0, nullptr, next(CL_COMMAND_UNMAP_MEM_OBJECT));
  clEnqueueReadBufferRect(profiled, a, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host, 0,
                          nullptr, next(CL_COMMAND_READ_BUFFER_RECT));
  clEnqueueWriteBufferRect(profiled, a, CL_TRUE, origin, origin, region, 0, 0, 0, 0, host, 0,
                           nullptr, next(CL_COMMAND_WRITE_BUFFER_RECT));
  clEnqueueCopyBufferRect(profiled, a, b, origin, origin, region, 0, 0, 0, 0, 0, nullptr,
                          next(CL_COMMAND_COPY_BUFFER_RECT));
  clEnqueueMigrateMemObjects(profiled, 1, a.address(), 0, 0, nullptr,
                             next(CL_COMMAND_MIGRATE_MEM_OBJECTS));
  clEnqueueMarkerWithWaitList(profiled, 0, nullptr, next(CL_COMMAND_MARKER));
  clEnqueueBarrierWithWaitList(profiled, 0, nullptr, next(CL_COMMAND_BARRIER));
  EXPECT_EQ(clFinish(profiled), CL_SUCCESS);
  for (const auto &[type, event] : events) {
    SCOPED_TRACE(testing::Message() << std::hex << type);
    expectType(event, type);
    expectTimesInOrder(event, device);
  }
}

TEST_F(ConformanceEvent, AMarkerWithAListWaitsForThatAlone) {
  const auto unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto buffer = makeBuffer(4);
  const auto gate = makeUserEvent();
  int values[3] = {};
  test::OwnedEvent held, freely, marker, all, later;
  clEnqueueReadBuffer(unordered, buffer, CL_FALSE, 0, 4, values, 1, gate.address(), held.out());
  clEnqueueReadBuffer(unordered, buffer, CL_FALSE, 0, 4, values + 1, 0, nullptr, freely.out());
  clEnqueueMarkerWithWaitList(unordered, 1, freely.address(), marker.out());
  EXPECT_EQ(clWaitForEvents(1, marker.address()), CL_SUCCESS);
  clEnqueueBarrierWithWaitList(unordered, 0, nullptr, all.out());
  clEnqueueReadBuffer(unordered, buffer, CL_FALSE, 0, 4, values + 2, 0, nullptr, later.out());
  EXPECT_GT(statusOf(all), CL_COMPLETE);
  EXPECT_GT(statusOf(later), CL_COMPLETE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, later.address()), CL_SUCCESS);
  EXPECT_EQ(statusOf(all), CL_COMPLETE);
}

TEST_F(ConformanceEvent, WaitingRejectsWrongLists) {
  cl_int error = -1;
  const test::OwnedContext other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const auto mine = makeUserEvent();
  const test::OwnedEvent foreign = clCreateUserEvent(other, &error);
  const cl_event mixed[] = {mine, foreign}, holed[] = {mine, nullptr};
  clSetUserEventStatus(mine, CL_COMPLETE);
  clSetUserEventStatus(foreign, CL_COMPLETE);
  EXPECT_EQ(clWaitForEvents(2, mixed), CL_INVALID_CONTEXT);
  EXPECT_EQ(clWaitForEvents(2, holed), CL_INVALID_EVENT);
  EXPECT_EQ(clWaitForEvents(0, mixed), CL_INVALID_VALUE);
  EXPECT_EQ(clWaitForEvents(1, nullptr), CL_INVALID_VALUE);
}

TEST_F(ConformanceEvent, AnotherThreadMayReleaseWhatIsWaitedFor) {
  for (int round = 0; round < 200; ++round) {
    cl_int error = -1;
    const cl_event event = clCreateUserEvent(context, &error);
    ASSERT_EQ(clRetainEvent(event), CL_SUCCESS);
    std::thread other([&] {
      clSetUserEventStatus(event, CL_COMPLETE);
      clReleaseEvent(event);
    });
    EXPECT_EQ(clWaitForEvents(1, &event), CL_SUCCESS);
    other.join();
    EXPECT_EQ(clReleaseEvent(event), CL_SUCCESS);
  }
}

}  // namespace
