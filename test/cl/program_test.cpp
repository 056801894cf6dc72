// Programs: build, compile, link, binaries, logs.

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "fixture.h"

namespace {

constexpr char addOne[] =
    "kernel void addOne(global int *p) { p[get_global_id(0)] += 1; }\n"
    "kernel void addTwo(global int *p) { p[get_global_id(0)] += 2; }\n";

class Program : public test::Fixture {
 protected:
  template <class T>
  T buildInfo(cl_program program, cl_program_build_info name) {
    T value{};
    EXPECT_EQ(clGetProgramBuildInfo(program, device, name, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  }
  std::vector<unsigned char> binaryOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char *pointer = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  test::OwnedProgram load(const std::vector<unsigned char> &bytes, cl_int *error,
                          cl_int *status = nullptr) {
    const size_t size = bytes.size();
    const unsigned char *pointer = bytes.data();
    return clCreateProgramWithBinary(context, 1, &device, &size, &pointer, status, error);
  }
  test::OwnedProgram compile(const std::string &source, std::vector<cl_program> headers = {},
                             std::vector<const char *> names = {}) {
    auto program = makeProgram(source);
    EXPECT_EQ(clCompileProgram(program, 1, &device, "", static_cast<cl_uint>(headers.size()),
                               headers.empty() ? nullptr : headers.data(),
                               names.empty() ? nullptr : names.data(), nullptr, nullptr),
              CL_SUCCESS)
        << logOf(program);
    return program;
  }
  test::OwnedProgram link(std::vector<cl_program> inputs, const char *options, cl_int expected) {
    cl_int error = 1;
    test::OwnedProgram program =
        clLinkProgram(context, 1, &device, options, static_cast<cl_uint>(inputs.size()),
                      inputs.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected) << (program ? logOf(program) : "");
    return program;
  }
  int runOn(cl_program program, const char *name, int value) {
    const auto kernel = makeKernel(program, name);
    const auto buffer = makeBuffer(std::vector<int>{value});
    setArguments(kernel, buffer.get());
    run(kernel, 1);
    return read<int>(buffer, 1)[0];
  }
};

TEST_F(Program, BuildsAndRuns) {
  const auto program = build(addOne);
  EXPECT_EQ(runOn(program, "addOne", 41), 42);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE),
            static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  size_t kernels = 0;
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof kernels, &kernels, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(kernels, 2u);
  char names[64] = {};
  EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(names, "addOne;addTwo");
}

TEST_F(Program, TakesSourceInPieces) {
  const char *pieces[] = {"kernel void addOne(glo", "bal int *p) { *p += 1; } garbage", "\n"};
  const size_t lengths[] = {0, 24, 0};
  cl_int error = -1;
  const test::OwnedProgram program = clCreateProgramWithSource(context, 3, pieces, lengths, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS)
      << logOf(program);
  EXPECT_EQ(runOn(program, "addOne", 1), 2);
}

TEST_F(Program, ReportsWrongSource) {
  const auto program = makeProgram("kernel void broken(global int *p) { *p = undeclaredName; }");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_ERROR);
  EXPECT_NE(logOf(program).find("undeclaredName"), std::string::npos);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "broken", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
}

TEST_F(Program, RejectsWrongOptions) {
  const auto program = makeProgram(addOne);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-no-such-option", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  EXPECT_EQ(clCompileProgram(program, 1, &device, "-no-such-option", 0, nullptr, nullptr, nullptr,
                             nullptr),
            CL_INVALID_COMPILER_OPTIONS);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, &device), CL_INVALID_VALUE);
  EXPECT_EQ(clBuildProgram(program, 0, &device, "", nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Program, TakesDefinitions) {
  const auto program =
      build("kernel void addOne(global int *p) { *p += STEP; }", "-D STEP=10 -cl-std=CL1.2");
  EXPECT_EQ(runOn(program, "addOne", 1), 11);
}

TEST_F(Program, BuildsInTheBackground) {
  const auto program = makeProgram(addOne);
  std::atomic<bool> done = false;
  ASSERT_EQ(
      clBuildProgram(
          program, 1, &device, "",
          [](cl_program, void *user) { *static_cast<std::atomic<bool> *>(user) = true; }, &done),
      CL_SUCCESS);
  for (int i = 0; i < 20000 && !done; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(done);
  EXPECT_EQ(buildInfo<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS), CL_BUILD_SUCCESS);
  EXPECT_EQ(runOn(program, "addTwo", 1), 3);
}

TEST_F(Program, IsNotRebuiltWhileItHasKernels) {
  const auto program = build(addOne);
  {
    const auto kernel = makeKernel(program, "addOne");
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_INVALID_OPERATION);
  }
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Program, CompilesWithHeadersAndLinks) {
  const auto header = makeProgram("int helper(int x);\n");
  const auto body = compile("int helper(int x) { return x * 3; }\n");
  const auto main =
      compile("#include \"helper.h\"\nkernel void triple(global int *p) { *p = helper(*p); }\n",
              {header}, {"helper.h"});
  EXPECT_EQ(buildInfo<cl_program_binary_type>(main, CL_PROGRAM_BINARY_TYPE),
            static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT));
  const auto whole = link({main, body}, "", CL_SUCCESS);
  ASSERT_TRUE(whole.get());
  EXPECT_EQ(runOn(whole, "triple", 5), 15);
  link({main}, "", CL_LINK_PROGRAM_FAILURE);
}

TEST_F(Program, LinksWithLibraries) {
  const auto body = compile("int helper(int x) { return x * 5; }\n");
  const auto library = link({body}, "-create-library", CL_SUCCESS);
  EXPECT_EQ(buildInfo<cl_program_binary_type>(library, CL_PROGRAM_BINARY_TYPE),
            static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_LIBRARY));
  const auto main =
      compile("int helper(int);\nkernel void five(global int *p) { *p = helper(*p); }\n");
  const auto whole = link({main, library}, "", CL_SUCCESS);
  EXPECT_EQ(runOn(whole, "five", 5), 25);
  // Compiled objects and libraries travel as binaries, too.
  cl_int error = -1;
  const auto again = load(binaryOf(library), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const auto mainAgain = load(binaryOf(main), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(runOn(link({mainAgain, again}, "", CL_SUCCESS), "five", 6), 30);
}

TEST_F(Program, RejectsLinkingWhatIsNotCompiled) {
  const auto program = makeProgram(addOne);
  const cl_program input = program;
  cl_int error = 0;
  EXPECT_EQ(clLinkProgram(context, 1, &device, "", 1, &input, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(clLinkProgram(context, 1, &device, "", 0, nullptr, nullptr, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Program, RunsFromItsBinary) {
  const auto bytes = binaryOf(build(addOne));
  ASSERT_FALSE(bytes.empty());
  cl_int error = -1, status = -1;
  const auto program = load(bytes, &error, &status);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runOn(program, "addTwo", 40), 42);
  EXPECT_EQ(binaryOf(program), bytes);
}

TEST_F(Program, RejectsDamagedBinaries) {
  const auto bytes = binaryOf(build(addOne));
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    auto damaged = bytes;
    if (round % 3 == 0) {
      damaged.resize(random() % bytes.size());
    } else {
      damaged[random() % damaged.size()] ^= static_cast<unsigned char>(1 + random() % 255);
    }
    cl_int error = 0, status = 0;
    const auto program = load(damaged, &error, &status);
    EXPECT_EQ(program.get(), nullptr);
    EXPECT_EQ(error, damaged.empty() ? CL_INVALID_VALUE : CL_INVALID_BINARY);
    EXPECT_EQ(status, error);
  }
}

TEST_F(Program, EachOfManyGivesItsOwnResult) {
  const char *scale = std::getenv("KILN_TEST_PROGRAMS");
  const int count = scale ? std::atoi(scale) : 200;
  for (int i = 0; i < count; ++i) {
    const auto program =
        build("kernel void step(global int *p) { *p = *p * 3 + " + std::to_string(i) + "; }");
    ASSERT_EQ(runOn(program, "step", i), i * 3 + i);
    ASSERT_EQ(clBuildProgram(program, 1, &device, "-cl-opt-disable", nullptr, nullptr), CL_SUCCESS);
    ASSERT_EQ(runOn(program, "step", i + 1), (i + 1) * 3 + i);
  }
}

}  // namespace
