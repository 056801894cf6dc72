// Builds with a callback at their end, and builds for several devices at once.

#include <chrono>
#include <future>
#include <memory>

#include "fixture.h"
#include "several_devices.h"

namespace {

constexpr auto patience = std::chrono::seconds(120);

/// The callback reports its call, and waits until it is let go. A callback may
/// still run when its test is over, so both keep what they share.
struct Gate {
  struct State {
    std::promise<cl_program> called;
    std::promise<void> open;
  };
  std::shared_ptr<State> state = std::make_shared<State>();
  State *operator->() const { return state.get(); }

  /// For `pass`, once.
  void *user() const { return new std::shared_ptr<State>(state); }
  static void CL_CALLBACK pass(cl_program program, void *user) {
    const std::unique_ptr<std::shared_ptr<State>> own(static_cast<std::shared_ptr<State> *>(user));
    (*own)->called.set_value(program);
    EXPECT_EQ((*own)->open.get_future().wait_for(patience), std::future_status::ready);
  }
};

class AsyncBuild : public test::Fixture {
 protected:
  static std::string sourceOf(int value) {
    return "kernel void k(global int *p) { p[get_global_id(0)] = " + std::to_string(value) +
           "; }\n";
  }
  int resultOf(cl_program program) {
    const auto kernel = makeKernel(program, "k");
    const auto buffer = makeBuffer(std::vector<int>{0});
    setArguments(kernel, buffer.get());
    run(kernel, 1);
    return read<int>(buffer, 1)[0];
  }
};

// If a call waited for its callback, or one thread did all builds, this would not end.
TEST_F(AsyncBuild, ReturnsBeforeItsCallbackAndOthersGoOn) {
  Gate gates[3];
  std::vector<test::OwnedProgram> programs;
  for (int i = 0; i < 3; ++i) {
    programs.push_back(makeProgram(sourceOf(i)));
    ASSERT_EQ(clBuildProgram(programs.back(), 1, &device, "", Gate::pass, gates[i].user()),
              CL_SUCCESS);
  }
  for (int i = 2; i >= 0; --i) {
    auto called = gates[i]->called.get_future();
    ASSERT_EQ(called.wait_for(patience), std::future_status::ready);
    EXPECT_EQ(called.get(), programs[static_cast<size_t>(i)].get());
    EXPECT_EQ(resultOf(programs[static_cast<size_t>(i)]), i);  // in spite of its callback
  }
  for (Gate &gate : gates) {
    gate->open.set_value();
  }
}

/// The specification wants applications to wait; many drivers put up with those that do not.
TEST_F(AsyncBuild, KernelsWaitForTheBuild) {
  for (int round = 0; round < 8; ++round) {
    Gate gate;
    const auto program = makeProgram(sourceOf(round));
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", Gate::pass, gate.user()), CL_SUCCESS);
    EXPECT_EQ(resultOf(program), round);  // while the callback may not return
    cl_kernel kernels[2] = {};
    cl_uint count = 0;
    EXPECT_EQ(clCreateKernelsInProgram(program, 2, kernels, &count), CL_SUCCESS);
    ASSERT_EQ(count, 1u);
    EXPECT_EQ(clReleaseKernel(kernels[0]), CL_SUCCESS);
    gate->open.set_value();
  }
}

TEST_F(AsyncBuild, KernelsOfAFailedBuildAreErrors) {
  Gate gate;
  gate->open.set_value();
  const auto program = makeProgram("kernel void k(global int *p) { *p = undeclaredName; }\n");
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", Gate::pass, gate.user()), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(AsyncBuild, TellsOfFailures) {
  Gate gate;
  gate->open.set_value();
  const auto program = makeProgram("kernel void k(global int *p) { *p = undeclaredName; }\n");
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", Gate::pass, gate.user()), CL_SUCCESS);
  ASSERT_EQ(gate->called.get_future().wait_for(patience), std::future_status::ready);
  cl_build_status status = CL_BUILD_NONE;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
  EXPECT_EQ(status, CL_BUILD_ERROR);
  EXPECT_NE(logOf(program).find("undeclaredName"), std::string::npos);
}

TEST_F(AsyncBuild, ProgramMayGoMeanwhile) {
  Gate gate;
  gate->open.set_value();
  auto program = makeProgram(sourceOf(1));
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", Gate::pass, gate.user()), CL_SUCCESS);
  program.reset();
  EXPECT_EQ(gate->called.get_future().wait_for(patience), std::future_status::ready);
}

class AsyncBuildOfSeveral : public test::SeveralDevices {};

TEST_P(AsyncBuildOfSeveral, EachDeviceHasItsOwnResult) {
  const char *source =
      "#ifdef WRONG\n#error wrong for all\n#endif\n"
      "kernel void k(global int *p) { *p = 5; }\n";
  cl_int error = -1;
  const test::OwnedProgram program =
      clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-DWRONG", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE);
    for (cl_device_id device : devices) {
      char log[1000] = {};
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
      EXPECT_NE(std::string(log).find("wrong for all"), std::string::npos);
    }
    Gate gate;
    gate->open.set_value();
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", Gate::pass, gate.user()), CL_SUCCESS);
    ASSERT_EQ(gate->called.get_future().wait_for(patience), std::future_status::ready);
    const auto kernel = makeKernel(program, "k");
    for (cl_command_queue queue : {queues[0].get(), queues[1].get()}) {
      const test::OwnedMem buffer = clCreateBuffer(context, 0, sizeof(int), nullptr, &error);
      setArguments(kernel, buffer.get());
      launch(queue, kernel, 1);
      EXPECT_EQ(read<int>(queue, buffer, 1)[0], 5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Order, AsyncBuildOfSeveral, testing::Values(0, 1));

}  // namespace
