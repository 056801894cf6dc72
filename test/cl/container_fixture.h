// Helpers of the tests of program containers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "compiler/container.h"
#include "fixture.h"

namespace test {

inline constexpr char addOne[] =
    "kernel void addOne(global int *p) { p[get_global_id(0)] += 1; }\n";

class ContainerFixture : public Fixture {
 protected:
  static void CL_CALLBACK notify(const char *text, const void *, size_t, void *user) {
    auto *self = static_cast<ContainerFixture *>(user);
    std::lock_guard guard(self->mutex_);
    self->messages_.append(text).append("\n");
    self->arrived_.notify_all();
  }
  void SetUp() override {
    Fixture::SetUp();
    cl_int error = -1;
    queue.reset();
    context = clCreateContext(nullptr, 1, &device, notify, this, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = makeQueue(0);
  }
  void TearDown() override {
    queue.reset();
    context.reset();
  }
  /// The context's last message; waits for it.
  std::string message() {
    std::unique_lock lock(mutex_);
    arrived_.wait_for(lock, std::chrono::seconds(60), [this] { return !messages_.empty(); });
    return std::exchange(messages_, {});
  }

  compiler::Bytes binaryOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    compiler::Bytes bytes(size);
    std::byte *pointer = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  std::vector<compiler::ContainerEntry> read(const compiler::Bytes &bytes) {
    auto entries = compiler::readContainer(bytes);
    EXPECT_TRUE(entries) << entries.error().message;
    return entries ? *entries : std::vector<compiler::ContainerEntry>();
  }
  OwnedProgram load(const compiler::Bytes &bytes, cl_int expected) {
    const size_t size = bytes.size();
    const auto *pointer = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int error = 1, status = 1;
    OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &pointer, &status, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(status, expected);
    return program;
  }
  int runAddOne(cl_program program, int value) {
    const auto kernel = makeKernel(program, "addOne");
    const auto buffer = makeBuffer(std::vector<int>{value});
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    run(kernel, 1);
    return Fixture::read<int>(buffer, 1)[0];
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::string messages_;
};

}  // namespace test
