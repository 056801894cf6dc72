#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "fixture.h"

namespace {

/// The process of the only device of this process.
pid_t emulatorProcess() {
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fdinfo")) {
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);) {
      pid_t process = 0;
      std::istringstream words(line.starts_with("Pid:") ? line.substr(4) : "");
      if (words >> process && process > 0 && process != getpid()) {
        return process;
      }
    }
  }
  return -1;
}

using RiscvOpenCL = test::Fixture;

constexpr char source[] = R"(
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
kernel void wait_for(global volatile int *flag) {
  while (*flag == 0) {
  }
}
kernel void crash(global int *out) {
  *(volatile global int *)(size_t)64 = 1;
  out[0] = 1;
}
)";

constexpr size_t count = 1000;

std::vector<float> addOnDevice(cl_context context, cl_command_queue queue, cl_device_id device) {
  const char *text = source;
  test::OwnedProgram program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  test::OwnedKernel kernel = clCreateKernel(program, "add", nullptr);
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  test::OwnedMem buffers[3];
  for (cl_uint i = 0; i < 3; ++i) {
    buffers[i] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(float), values.data(),
                                nullptr);
    EXPECT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), buffers[i].address()), CL_SUCCESS);
  }
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, count * sizeof(float), values.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  return values;
}

class RiscvLoss : public RiscvOpenCL {
 protected:
  cl_int statusOf(cl_event event) {
    cl_int status = CL_QUEUED;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return status;
  }

  /// Enqueues the kernel and a fill behind it, lets `end` happen, and expects errors.
  template <class End>
  void expectErrors(const char *name, End end) {
    const char *text = source;
    test::OwnedProgram program = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    test::OwnedKernel kernel = clCreateKernel(program, name, nullptr);
    const test::OwnedMem buffer = makeBuffer(std::vector<int>(16));
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    const size_t size = 4;
    test::OwnedEvent running, behind;
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                                     running.out()),
              CL_SUCCESS);
    const int zero = 0;
    clEnqueueFillBuffer(queue, buffer, &zero, sizeof zero, 0, 64, 0, nullptr, behind.out());
    clFlush(queue);
    end();
    EXPECT_EQ(clWaitForEvents(1, running.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(statusOf(running), 0);
    if (behind) {
      EXPECT_NE(clWaitForEvents(1, behind.address()), CL_SUCCESS);
      EXPECT_LT(statusOf(behind), 0);
    }
    int value = 0;
    EXPECT_NE(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
              CL_SUCCESS);
  }

  void expectNewContextWorks() {
    cl_int error = -1;
    const test::OwnedContext fresh = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const test::OwnedQueue other =
        clCreateCommandQueueWithProperties(fresh, device, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const std::vector<float> sums = addOnDevice(fresh, other, device);
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(sums[i], 2.0f * static_cast<float>(i));
    }
  }
};

TEST_F(RiscvLoss, AKilledDeviceIsAnErrorOfItsEvents) {
  testing::internal::CaptureStderr();
  expectErrors("wait_for", [this] {
    const pid_t emulator = emulatorProcess();
    ASSERT_GT(emulator, 0);
    usleep(20000);
    kill(emulator, SIGKILL);
  });
  expectNewContextWorks();
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("riscv: the device has stopped"));
}

TEST_F(RiscvLoss, ACrashIsAnErrorOfItsEvents) {
  testing::internal::CaptureStderr();
  expectErrors("crash", [] {});
  expectNewContextWorks();
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              testing::HasSubstr("signal 11 at address 0x40"));
}

TEST_F(RiscvOpenCL, IsAnAcceleratorWithAMemoryOfItsOwn) {
  cl_device_type type = 0;
  cl_bool isUnified = CL_TRUE;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type & CL_DEVICE_TYPE_ACCELERATOR, CL_DEVICE_TYPE_ACCELERATOR);
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof isUnified, &isUnified, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(isUnified, static_cast<cl_bool>(CL_FALSE));
}

}  // namespace
