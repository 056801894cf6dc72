// Applications forking, or killed, while the device runs a kernel of theirs.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "device.h"
#include "processes.h"

namespace riscv::test {
namespace {

/// The child's part of a fork: the exit code is 0 if `body()` is true.
template <class Body>
pid_t inChild(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(body() && !testing::Test::HasFailure() ? 0 : 1);
  }
  return child;
}

TEST(RiscvOpenCLDevice, IsAnAcceleratorWithAMemoryOfItsOwn) {
  const cl_device_id device = riscvDevice();
  ASSERT_NE(device, nullptr);
  cl_bool isUnified = CL_TRUE;
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof isUnified, &isUnified, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(isUnified, static_cast<cl_bool>(CL_FALSE));
}

TEST(RiscvOpenCLProcess, AKilledApplicationLeavesNoDevice) {
  for (const bool isBusy : {false, true}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const pid_t application = inChild([&] {
      Session session({riscvDevice()});
      const OwnedQueue first = session.queue(0), second = session.queue(0);
      const OwnedMem words = session.buffer({0, 0});
      OwnedEvent running;
      if (isBusy) {
        running = session.startSpinning(first, second, words);
      }
      const pid_t process = emulatorProcess();
      return write(ends[1], &process, sizeof process) == sizeof process && pause();
    });
    pid_t process = -1;
    ASSERT_EQ(read(ends[0], &process, sizeof process), static_cast<ssize_t>(sizeof process));
    EXPECT_TRUE(isRunning(process));
    kill(application, SIGKILL);
    EXPECT_EQ(waitpid(application, nullptr, 0), application);
    for (int i = 0; i < 1000 && isRunning(process); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_FALSE(isRunning(process));
    close(ends[0]);
    close(ends[1]);
  }
}

TEST(RiscvOpenCLProcess, AForkedChildHasADeviceOfItsOwnOnly) {
  Session session({riscvDevice()});
  const OwnedQueue first = session.queue(0), second = session.queue(0);
  const OwnedMem words = session.buffer({0, 0});
  const OwnedEvent running = session.startSpinning(first, second, words);
  const pid_t device = emulatorProcess();
  const pid_t child = inChild([&] {
    int value = 0;
    const bool isDead = Session::read(second, words, &value) != CL_SUCCESS &&
                        Session::launch(second, session.step, words, 1) != CL_SUCCESS &&
                        clFinish(first) != CL_SUCCESS;
    Session({riscvDevice()}).expectWorks(0);
    return isDead;
  });
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(isRunning(device));
  const int go = 1;
  EXPECT_EQ(clEnqueueWriteBuffer(second, words, CL_TRUE, 4, 4, &go, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, running.address()), CL_SUCCESS);
  session.expectWorks(0);
}

}  // namespace
}  // namespace riscv::test
