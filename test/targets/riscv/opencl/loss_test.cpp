// The device's process is killed or hangs while a kernel runs.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "device.h"
#include "processes.h"

namespace riscv::test {
namespace {

using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

size_t openFiles() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

/// Mappings of memory files, shared by devices with this process.
int sharedMappings() {
  std::ifstream file("/proc/self/maps");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    count += line.find("memfd:") != std::string::npos;
  }
  return count;
}

volatile sig_atomic_t childSignals = 0;

class RiscvLossInOpenCL : public testing::Test {
 protected:
  void SetUp() override {
    riscv = riscvDevice();
    ASSERT_NE(riscv, nullptr);
    action_.sa_handler = [](int) { childSignals = childSignals + 1; };
    sigaction(SIGCHLD, &action_, &before_);
    childSignals = 0;
    CaptureStderr();
  }
  /// The application has noticed no process.
  void TearDown() override {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    EXPECT_EQ(childSignals, 0);
    sigaction(SIGCHLD, &before_, nullptr);
    const std::string output = GetCapturedStderr();
    EXPECT_NE(output.find("kiln: riscv: "), std::string::npos) << output;
    EXPECT_TRUE(eventually([] { return emulatorProcesses().empty(); }));
  }

  cl_device_id riscv = nullptr;

 private:
  struct sigaction action_ = {}, before_ = {};
};

/// Commands depending on a lost launch fail, nothing waits for ever, and later commands fail.
void expectEverythingFails(const Session &session, cl_command_queue queue, cl_event lost,
                           std::initializer_list<cl_event> dependants) {
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &lost), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(Session::statusOf(lost), CL_OUT_OF_RESOURCES);
  for (cl_event dependant : dependants) {
    EXPECT_EQ(clWaitForEvents(1, &dependant), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(Session::statusOf(dependant), 0);
  }
  cl_int error = -1;
  const OwnedMem other = clCreateBuffer(session.context, 0, 64, nullptr, &error);
  EXPECT_EQ(error, CL_OUT_OF_RESOURCES);
}

TEST_F(RiscvLossInOpenCL, AKilledDeviceFailsWhatRunsAndWhatDependsOnIt) {
  Session session({riscv});
  const OwnedQueue first = session.queue(0), second = session.queue(0);
  const OwnedMem words = session.buffer({0, 0}), other = session.buffer({1});
  const OwnedEvent running = session.startSpinning(first, second, words);
  OwnedEvent behind, dependant, read;
  int value = 0;
  ASSERT_EQ(Session::launch(first, session.step, other, 1, &behind), CL_SUCCESS);
  ASSERT_EQ(Session::launch(second, session.step, other, 1, &dependant, running), CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(second, other, CL_FALSE, 0, 4, &value, 1, dependant.address(),
                                read.out()),
            CL_SUCCESS);
  const pid_t process = emulatorProcess();
  ASSERT_GT(process, 0);
  kill(process, SIGKILL);
  expectEverythingFails(session, first, running, {behind, dependant, read});
  EXPECT_EQ(clFinish(second), CL_SUCCESS);
  EXPECT_NE(Session::read(second, other, &value), CL_SUCCESS);
  // While the old context is still there.
  Session({riscv}).expectWorks(0);
}

TEST_F(RiscvLossInOpenCL, ACrashFailsWhatRunsAndWhatIsBehindIt) {
  Session session({riscv});
  const OwnedQueue queue = session.queue(0);
  const OwnedMem words = session.buffer({0, 0});
  const char *text = "kernel void crash(global int *out) { *(volatile global int *)64 = *out; }\n";
  cl_int error = -1;
  const OwnedProgram program =
      clCreateProgramWithSource(session.context, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const OwnedKernel crash = clCreateKernel(program, "crash", &error);
  OwnedEvent running, behind;
  ASSERT_EQ(Session::launch(queue, crash, words, 1, &running), CL_SUCCESS);
  if (Session::launch(queue, session.step, words, 2, &behind) == CL_SUCCESS) {
    expectEverythingFails(session, queue, running, {behind});
  } else {
    expectEverythingFails(session, queue, running, {});
  }
  Session({riscv}).expectWorks(0);
}

TEST_F(RiscvLossInOpenCL, AHangEndsTheDevice) {  // after KILN_RISCV_TIMEOUT, see CMakeLists.txt
  Session session({riscv});
  const OwnedQueue queue = session.queue(0);
  const OwnedMem words = session.buffer({0, 0});
  OwnedEvent running, behind;
  ASSERT_EQ(Session::launch(queue, session.spin, words, 1, &running), CL_SUCCESS);
  ASSERT_EQ(Session::launch(queue, session.step, words, 2, &behind), CL_SUCCESS);
  expectEverythingFails(session, queue, running, {behind});
  Session({riscv}).expectWorks(0);
}

TEST_F(RiscvLossInOpenCL, ADeviceThatIsKilledWhenIdleFailsTheNextCommand) {
  Session session({riscv});
  session.expectWorks(0);
  const OwnedQueue queue = session.queue(0);
  const OwnedMem buffer = session.buffer({1});
  kill(emulatorProcess(), SIGKILL);
  OwnedEvent event;
  if (Session::launch(queue, session.step, buffer, 1, &event) == CL_SUCCESS) {
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_LT(Session::statusOf(event), 0);
  }
  Session({riscv}).expectWorks(0);
}

TEST_F(RiscvLossInOpenCL, ANewContextDoesNotGetADeviceThatWasKilledWhenIdle) {
  Session old({riscv});
  old.expectWorks(0);
  const pid_t process = emulatorProcess();
  kill(process, SIGKILL);
  ASSERT_TRUE(eventually([&] { return emulatorProcesses().empty(); }));
  Session({riscv}).expectWorks(0);
}

TEST_F(RiscvLossInOpenCL, LeavesNothingBehind) {
  Session({riscv}).expectWorks(0);
  ASSERT_TRUE(eventually([] { return emulatorProcesses().empty(); }));
  const size_t files = openFiles();
  const int mappings = sharedMappings();
  for (int i = 0; i < 3; ++i) {
    Session session({riscv});
    const OwnedQueue first = session.queue(0), second = session.queue(0);
    const OwnedMem words = session.buffer({0, 0});
    const OwnedEvent running = session.startSpinning(first, second, words);
    EXPECT_GT(sharedMappings(), mappings);
    kill(emulatorProcess(), SIGKILL);
    EXPECT_EQ(clFinish(first), CL_SUCCESS);
  }
  // The background may have had a file of the cache open at the first count. Three devices would
  // leave more behind.
  EXPECT_TRUE(eventually([&] { return openFiles() <= files && sharedMappings() <= mappings; }));
}

TEST_F(RiscvLossInOpenCL, ObjectsMayBeReleasedWhileTheDeviceEnds) {
  for (int i = 0; i < 3; ++i) {
    pid_t process = -1;
    {
      Session session({riscv});
      const OwnedQueue first = session.queue(0), second = session.queue(0);
      const OwnedMem words = session.buffer({0, 0});
      const OwnedEvent running = session.startSpinning(first, second, words);
      ASSERT_EQ(Session::launch(first, session.step, words, 2), CL_SUCCESS);
      process = emulatorProcess();
      kill(process, SIGKILL);
    }
    EXPECT_TRUE(eventually([&] { return !isRunning(process) && emulatorProcesses().empty(); }));
  }
}

class RiscvLossBesideAnother : public RiscvLossInOpenCL {
 protected:
  void SetUp() override {
    host = deviceOf(CL_DEVICE_TYPE_CPU);
    if (!host) {
      GTEST_SKIP() << "the platform has one device";
    }
    RiscvLossInOpenCL::SetUp();
  }
  void TearDown() override {
    if (host) {
      RiscvLossInOpenCL::TearDown();
    }
  }

  cl_device_id host = nullptr;
};

TEST_F(RiscvLossBesideAnother, OtherDevicesOfTheContextGoOn) {
  for (const auto &devices : {std::vector{riscv, host}, std::vector{host, riscv}}) {
    const size_t lost = devices[0] == riscv ? 0 : 1, left = 1 - lost;
    Session session(devices);
    const OwnedQueue first = session.queue(lost), second = session.queue(lost);
    const OwnedQueue good = session.queue(left);
    const OwnedMem words = session.buffer({0, 0}), kept = session.buffer({10});
    const OwnedMem written = session.buffer({20}), shared = session.buffer({30});
    int value = 0;
    // `written` is on the device alone, the contents of `shared` on both.
    ASSERT_EQ(Session::launch(first, session.step, written, 1), CL_SUCCESS);
    ASSERT_EQ(Session::launch(first, session.step, shared, 1), CL_SUCCESS);
    ASSERT_EQ(clFinish(first), CL_SUCCESS);
    ASSERT_EQ(Session::read(good, shared, &value), CL_SUCCESS);
    ASSERT_EQ(Session::launch(good, session.step, kept, 1), CL_SUCCESS);
    ASSERT_EQ(clFinish(good), CL_SUCCESS);

    const OwnedEvent running = session.startSpinning(first, second, words);
    OwnedEvent dependant, independent;
    ASSERT_EQ(Session::launch(good, session.step, kept, 1, &independent), CL_SUCCESS);
    const OwnedQueue waiting = session.queue(left);
    ASSERT_EQ(Session::launch(waiting, session.step, shared, 1, &dependant, running), CL_SUCCESS);
    kill(emulatorProcess(), SIGKILL);
    EXPECT_EQ(clFinish(first), CL_SUCCESS);
    EXPECT_EQ(Session::statusOf(running), CL_OUT_OF_RESOURCES);
    EXPECT_EQ(clFinish(waiting), CL_SUCCESS);
    EXPECT_LT(Session::statusOf(dependant), 0);
    EXPECT_EQ(clWaitForEvents(1, independent.address()), CL_SUCCESS);

    EXPECT_EQ(Session::read(good, kept, &value), CL_SUCCESS);
    EXPECT_EQ(value, 12);
    EXPECT_EQ(Session::read(good, shared, &value), CL_SUCCESS);
    EXPECT_EQ(value, 31);
    EXPECT_NE(Session::read(good, written, &value), CL_SUCCESS) << "it is gone with the device";
    const int fresh = 5;
    EXPECT_EQ(clEnqueueWriteBuffer(good, written, CL_TRUE, 0, 4, &fresh, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(Session::read(good, written, &value), CL_SUCCESS);
    EXPECT_EQ(value, 5);
    session.expectWorks(left);
    Session(devices).expectWorks(lost);
  }
}

// The chain goes to and fro between the devices; the loss comes somewhere in it.
TEST_F(RiscvLossBesideAnother, BuffersMayBeOnTheirWay) {
  for (int round = 0; round < 10; ++round) {
    Session session({host, riscv});
    const OwnedQueue queues[] = {session.queue(0), session.queue(1)};
    const OwnedMem buffer = session.buffer(std::vector<int>(1 << 16, 0));
    constexpr int length = 60;
    std::vector<OwnedEvent> events(length);
    for (int i = 0; i < length; ++i) {
      const cl_event before = i == 0 ? nullptr : events[i - 1].get();
      if (Session::launch(queues[i % 2], session.step, buffer, 1 << 16, &events[i], before) !=
          CL_SUCCESS) {
        break;  // the loss is known already
      }
      if (i == 6 * round) {
        kill(emulatorProcess(), SIGKILL);
      }
    }
    EXPECT_EQ(clFinish(queues[0]), CL_SUCCESS);
    EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
    bool hasFailed = false;
    for (int i = 0; i < length && events[i]; ++i) {
      const cl_int status = Session::statusOf(events[i]);
      EXPECT_TRUE(status == CL_COMPLETE ? !hasFailed : status < 0) << i << ": " << status;
      hasFailed |= status < 0;
    }
    session.expectWorks(0);
  }
}

}  // namespace
}  // namespace riscv::test
