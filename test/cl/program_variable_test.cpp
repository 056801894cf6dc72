// Variables of program scope: their initial values, their lifetimes, the queries about them.

#include "fixture.h"

namespace {

constexpr char source[] = R"(
typedef struct Node { int value; global struct Node *next; } Node;
typedef struct { char c; float4 f; short s[3]; } Mixed;
global int x = 5;
int implicitlyGlobal = 9;
global uchar big[1000];
global int array[4] = {1, 2, 3, 4};
global Mixed mixed = {7, (float4)(0.5f, 1.5f, 2.5f, 3.5f), {10, 20, 30}};
constant int fixed = 42;
global int *global last = &array[3];
global int *global *global toLast = &last;
constant int *toFixed = &fixed;
global void *self = &self;
global Node third = {3, 0}, second = {2, &third}, first = {1, &second};
global int *global table[] = {&x, &implicitlyGlobal, array, array + 2};
int called() { static global int calls = 100; return calls++; }
int digits(const global Node *n) { int r = 0; for (; n; n = n->next) r = r * 10 + n->value; return r; }

kernel void initial(global int *out) {
  out[0] = x; out[1] = implicitlyGlobal; out[2] = big[0] + big[999]; out[3] = array[1];
  out[4] = mixed.c; out[5] = (int)(mixed.f.w * 2); out[6] = mixed.s[2]; out[7] = *last;
  out[8] = **toLast; out[9] = *toFixed; out[10] = self == (global void *)&self;
  out[11] = digits(&first); out[12] = *table[1]; out[13] = *table[3];
}
kernel void count(global int *out) { out[0] = ++x; out[1] = called(); out[2] = ++*last; }
kernel void look(global int *out) { out[0] = x; out[1] = array[3]; out[2] = (int)sizeof(Mixed); }
)";
constexpr char options[] = "-cl-std=CL3.0";

class ProgramVariables : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    size_t size = 0;
    ASSERT_EQ(
        clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof size, &size, nullptr),
        CL_SUCCESS);
    if (size == 0) {
      GTEST_SKIP() << "the device has none";
    }
    EXPECT_GE(size, 64u * 1024);
  }
  std::vector<int> runOnce(cl_program program, const char *name, size_t count) {
    auto kernel = makeKernel(program, name);
    auto out = makeBuffer(count * sizeof(int));
    setArguments(kernel, out.get());
    run(kernel, 1);
    return read<int>(out, count);
  }
  size_t totalSize(cl_program program) {
    size_t size = 1;
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                    sizeof size, &size, nullptr),
              CL_SUCCESS);
    return size;
  }
};

TEST_F(ProgramVariables, BeginWithTheirInitialValues) {
  auto program = build(source, options);
  EXPECT_EQ(runOnce(program, "initial", 14),
            (std::vector<int>{5, 9, 0, 2, 7, 7, 30, 4, 4, 42, 1, 123, 9, 3}));
}

TEST_F(ProgramVariables, KeepTheirValuesBetweenLaunchesAndKernels) {
  auto program = build(source, options);
  for (int i = 1; i <= 3; ++i) {
    EXPECT_EQ(runOnce(program, "count", 3), (std::vector<int>{5 + i, 99 + i, 4 + i}));
  }
  const auto seen = runOnce(program, "look", 3);
  EXPECT_EQ(seen[0], 8);
  EXPECT_EQ(seen[1], 7);
}

TEST_F(ProgramVariables, BelongToTheirProgram) {
  auto program = build(source, options), other = build(source, options);
  EXPECT_EQ(runOnce(program, "count", 3)[0], 6);
  EXPECT_EQ(runOnce(other, "count", 3)[0], 6);
  // The variables of a new build begin anew.
  ASSERT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runOnce(program, "count", 3)[0], 6);
}

TEST_F(ProgramVariables, SurviveAsBinaries) {
  auto program = build(source, options);
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char *out = bytes.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof out, &out, nullptr), CL_SUCCESS);
  const unsigned char *in = bytes.data();
  cl_int error = -1;
  test::OwnedProgram loaded =
      clCreateProgramWithBinary(context, 1, &device, &size, &in, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(loaded, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runOnce(loaded, "initial", 14), runOnce(program, "initial", 14));
  EXPECT_EQ(totalSize(loaded), totalSize(program));
}

TEST_F(ProgramVariables, AreCounted) {
  EXPECT_EQ(totalSize(build("kernel void k() {}", options)), 0u);
  auto bytes =
      build("global char c[100] = {1}; kernel void k(global char *p) { *p = c[1]++; }", options);
  EXPECT_GE(totalSize(bytes), 100u);
  EXPECT_LT(totalSize(bytes), 256u);
  EXPECT_GE(totalSize(build(source, options)), 1000u + 4 * sizeof(int));
  auto unbuilt = makeProgram(source);
  EXPECT_EQ(totalSize(unbuilt), 0u);
}

TEST_F(ProgramVariables, MayHaveTheLargestSize) {
  auto program = build(
      "global uchar most[65536]; kernel void k(global int *out) {"
      " for (int i = 0; i < 65536; ++i) most[i] += i & 7;"
      " *out = most[65535]; }",
      options);
  for (int i = 1; i <= 2; ++i) {
    EXPECT_EQ(runOnce(program, "k", 1)[0], 7 * i);
  }
}

TEST_F(ProgramVariables, AreSharedByAllWorkItems) {
  auto program = build(
      "global atomic_int sum = ATOMIC_VAR_INIT(1000);"
      "kernel void add() { atomic_fetch_add_explicit(&sum, 1,"
      " memory_order_relaxed, memory_scope_device); }"
      "kernel void get(global int *out) { *out = atomic_load_explicit(&sum,"
      " memory_order_relaxed, memory_scope_device); }",
      options);
  auto add = makeKernel(program, "add");
  run(add, 10'000);
  EXPECT_EQ(runOnce(program, "get", 1)[0], 11'000);
}

}  // namespace
