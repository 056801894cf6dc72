// Access to program-scope variables by their names (cl_intel_global_variable_access).

#include <cstring>
#include <numeric>

#include "extension_fixture.h"
#include "extension_function.h"
#include "several_devices.h"

namespace {

using Read = cl_int(CL_API_CALL *)(cl_command_queue, cl_program, const char *, cl_bool, size_t,
                                   size_t, void *, cl_uint, const cl_event *, cl_event *);
using Write = cl_int(CL_API_CALL *)(cl_command_queue, cl_program, const char *, cl_bool, size_t,
                                    size_t, const void *, cl_uint, const cl_event *, cl_event *);
using GetPointer = cl_int(CL_API_CALL *)(cl_device_id, cl_program, const char *, size_t *, void **);

constexpr cl_command_type readType = 0x418E, writeType = 0x418F;

constexpr char source[] = R"(
typedef struct { char c; float4 f; short s[3]; } Mixed;
global int x = 5;
int implicitlyGlobal = 9;
global uchar bytes[1000] = {1, 2, 3};
global Mixed mixed = {7, (float4)(0.5f, 1.5f, 2.5f, 3.5f), {10, 20, 30}};
global const int table[4] = {10, 20, 30, 40};
constant int fixed = 42;
static global int hidden = 6;
global int unused = 8;

kernel void add(int by, global int *out) {
  x += by;
  implicitlyGlobal *= 2;
  bytes[999] = bytes[2] + hidden + fixed;
  mixed.s[1] += table[3];
  *out = x;
}
)";
constexpr char options[] = "-cl-std=CL3.0";

class GlobalVariables : public test::ExtensionFixture {
 protected:
  void SetUp() override {
    ExtensionFixture::SetUp();
    const test::ExtensionFunctions find(platform);
    find(readVariable, "clEnqueueReadGlobalVariableINTEL");
    find(writeVariable, "clEnqueueWriteGlobalVariableINTEL");
    find(getPointer, "clGetDeviceGlobalVariablePointerINTEL");
    NEEDS_EXTENSION("cl_intel_global_variable_access");
  }
  template <class T>
  T get(cl_program program, const char *name, size_t offset = 0) {
    T value = {};
    EXPECT_EQ(readVariable(queue, program, name, CL_TRUE, sizeof value, offset, &value, 0, nullptr,
                           nullptr),
              CL_SUCCESS)
        << name;
    return value;
  }
  template <class T>
  void set(cl_program program, const char *name, const T &value, size_t offset = 0) {
    EXPECT_EQ(writeVariable(queue, program, name, CL_TRUE, sizeof value, offset, &value, 0, nullptr,
                            nullptr),
              CL_SUCCESS)
        << name;
  }
  int add(cl_program program, int by) {
    const auto kernel = makeKernel(program, "add");
    const auto out = makeBuffer(sizeof(int));
    setArguments(kernel, by, out.get());
    run(kernel, 1);
    return read<int>(out, 1)[0];
  }
  cl_int readError(cl_program program, const char *name, size_t size, size_t offset) {
    char bytes[2000];
    return readVariable(queue, program, name, CL_TRUE, size, offset, bytes, 0, nullptr, nullptr);
  }
  static cl_command_type typeOf(cl_event event) {
    cl_command_type type = 0;
    clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    return type;
  }

  Read readVariable = nullptr;
  Write writeVariable = nullptr;
  GetPointer getPointer = nullptr;
};

TEST_F(GlobalVariables, AreRead) {
  const auto program = build(source, options);
  EXPECT_EQ(get<int>(program, "x"), 5);
  EXPECT_EQ(get<int>(program, "implicitlyGlobal"), 9);
  EXPECT_EQ(get<int>(program, "unused"), 8);
  EXPECT_EQ(get<cl_uchar>(program, "bytes", 2), 3);
  EXPECT_EQ(get<cl_uchar>(program, "bytes", 999), 0);
  EXPECT_EQ(get<cl_float>(program, "mixed", 24), 2.5f);
  EXPECT_EQ(get<cl_short>(program, "mixed", 36), 30);
  EXPECT_EQ(get<int>(program, "table", 8), 30);
  EXPECT_EQ(add(program, 10), 15);
  EXPECT_EQ(get<int>(program, "x"), 15);
  EXPECT_EQ(get<int>(program, "implicitlyGlobal"), 18);
  EXPECT_EQ(get<cl_uchar>(program, "bytes", 999), 3 + 6 + 42);
  EXPECT_EQ(get<cl_short>(program, "mixed", 34), 60);
}

TEST_F(GlobalVariables, AreWritten) {
  const auto program = build(source, options);
  set(program, "x", 100);
  set(program, "bytes", cl_uchar{50}, 2);
  set(program, "mixed", cl_short{-5}, 34);
  EXPECT_EQ(add(program, 1), 101);
  EXPECT_EQ(get<cl_uchar>(program, "bytes", 999), 50 + 6 + 42);
  EXPECT_EQ(get<cl_uchar>(program, "bytes", 1), 2);
  EXPECT_EQ(get<cl_short>(program, "mixed", 34), 35);
  EXPECT_EQ(get<cl_short>(program, "mixed", 36), 30);
}

/// A kernel alone never writes `limit`, but the host does.
TEST_F(GlobalVariables, AreNotTakenForConstants) {
  const auto program = build(
      "global int limit = 3;"
      "kernel void k(global int *out) { for (int i = 0; i < limit; ++i) out[i] = i + 1; }",
      options);
  set(program, "limit", 5);
  const auto kernel = makeKernel(program, "k");
  const auto out = makeBuffer(std::vector<int>(6));
  setArguments(kernel, out.get());
  run(kernel, 1);
  EXPECT_EQ(read<int>(out, 6), (std::vector<int>{1, 2, 3, 4, 5, 0}));
}

TEST_F(GlobalVariables, OfAnySizeAndOffset) {
  const auto program = build(
      "global uint big[16384]; kernel void k() { big[get_global_id(0)] = get_global_id(0) * 3; }",
      options);
  const auto kernel = makeKernel(program, "k");
  run(kernel, 16384);
  std::vector<cl_uint> all(16384);
  ASSERT_EQ(readVariable(queue, program, "big", CL_TRUE, 65536, 0, all.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  for (cl_uint i = 0; i < 16384; ++i) {
    ASSERT_EQ(all[i], i * 3);
  }
  // At odd places and of odd sizes, also in the host's memory.
  auto *bytes = reinterpret_cast<unsigned char *>(all.data());
  std::vector<unsigned char> part(1001);
  std::iota(part.begin(), part.end(), 1);
  ASSERT_EQ(writeVariable(queue, program, "big", CL_TRUE, 999, 4321, &part[1], 0, nullptr, nullptr),
            CL_SUCCESS);
  std::memcpy(bytes + 4321, &part[1], 999);
  std::vector<unsigned char> got(20001);
  ASSERT_EQ(readVariable(queue, program, "big", CL_TRUE, 20000, 1237, &got[1], 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(std::memcmp(&got[1], bytes + 1237, 20000), 0);
  EXPECT_EQ(got[0], 0);
}

TEST_F(GlobalVariables, KeepTheOrderOfTheQueue) {
  const auto program = build(source, options);
  const auto kernel = makeKernel(program, "add");
  const auto out = makeBuffer(sizeof(int));
  setArguments(kernel, 1, out.get());
  const size_t one = 1;
  int seen[20] = {};
  const int written[20] = {1000, 2000, 3000, 4000};
  for (int i = 0; i < 20; ++i) {
    if (i % 5 == 0) {
      ASSERT_EQ(writeVariable(queue, program, "x", CL_FALSE, sizeof(int), 0, &written[i / 5], 0,
                              nullptr, nullptr),
                CL_SUCCESS);
    }
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(
        readVariable(queue, program, "x", CL_FALSE, sizeof(int), 0, &seen[i], 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(seen[i], (i / 5 + 1) * 1000 + i % 5 + 1);
  }
}

TEST_F(GlobalVariables, WaitForEventsAndHaveTimes) {
  const auto program = build(source, options);
  auto other = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error), written, seen, empty;
  const int value = 77;
  int got = 0;
  ASSERT_EQ(writeVariable(other, program, "x", CL_FALSE, sizeof value, 0, &value, 1, gate.address(),
                          written.out()),
            CL_SUCCESS);
  ASSERT_EQ(readVariable(other, program, "x", CL_FALSE, sizeof got, 0, &got, 1, written.address(),
                         seen.out()),
            CL_SUCCESS);
  ASSERT_EQ(readVariable(other, program, "x", CL_FALSE, 0, 4, &got, 1, seen.address(), empty.out()),
            CL_SUCCESS);
  EXPECT_EQ(typeOf(written), writeType);
  EXPECT_EQ(typeOf(seen), readType);
  cl_int status = 0;
  clGetEventInfo(seen, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  EXPECT_GT(status, CL_COMPLETE);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(got, 77);
  for (cl_event event : {written.get(), seen.get()}) {
    cl_ulong times[4] = {};
    for (cl_uint i = 0; i < 4; ++i) {
      ASSERT_EQ(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof times[i],
                                        &times[i], nullptr),
                CL_SUCCESS);
    }
    EXPECT_TRUE(std::is_sorted(times, times + 4));
    EXPECT_GT(times[3], 0u);
  }
}

TEST_F(GlobalVariables, FailWithTheEventsTheyWaitFor) {
  const auto program = build(source, options);
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  int got = 3;
  EXPECT_EQ(
      readVariable(queue, program, "x", CL_TRUE, sizeof got, 0, &got, 1, gate.address(), nullptr),
      CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(got, 3);
}

TEST_F(GlobalVariables, OfTheLastBuild) {
  const auto program = build(source, options);
  set(program, "x", 50);
  ASSERT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(get<int>(program, "x"), 5);
}

TEST_F(GlobalVariables, OfBinariesAndLinkedPrograms) {
  const auto program = build(source, options);
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char *out = bytes.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof out, &out, nullptr), CL_SUCCESS);
  const unsigned char *in = bytes.data();
  cl_int error = -1;
  const test::OwnedProgram loaded =
      clCreateProgramWithBinary(context, 1, &device, &size, &in, nullptr, &error);
  EXPECT_EQ(readError(loaded, "x", 4, 0), CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(clBuildProgram(loaded, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
  set(loaded, "x", 70);
  EXPECT_EQ(add(loaded, 2), 72);
  EXPECT_EQ(get<int>(program, "x"), 5);

  const auto first = makeProgram("global int shared = 4; int next() { return ++shared; }"),
             second = makeProgram(
                 "int next(); extern global int shared;"
                 "kernel void add(int by, global int *out) { *out = next() + by + shared; }");
  const cl_program parts[] = {first, second};
  for (cl_program part : parts) {
    ASSERT_EQ(clCompileProgram(part, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(readError(part, "shared", 4, 0), CL_INVALID_PROGRAM_EXECUTABLE);
  }
  const test::OwnedProgram linked =
      clLinkProgram(context, 1, &device, "", 2, parts, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  set(linked, "shared", 20);
  EXPECT_EQ(add(linked, 100), 21 + 100 + 21);
  EXPECT_EQ(get<int>(linked, "shared"), 21);
}

TEST_F(GlobalVariables, AddNoKernelThatApplicationsSee) {
  const auto program = build(source, options);
  size_t count = 0;
  char names[100];
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(names, "add");
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "kiln.access_variables", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
}

TEST_F(GlobalVariables, Errors) {
  const auto program = build(source, options);
  const auto without = build("kernel void k() {}", options);
  // Unknown names; a constant and a static variable have no name for the host.
  for (const char *name : {"", "y", "X", "add", "fixed", "hidden", "kiln.variable_table"}) {
    EXPECT_EQ(readError(program, name, 4, 0), CL_INVALID_ARG_VALUE) << name;
  }
  EXPECT_EQ(readError(without, "x", 4, 0), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(readError(makeProgram(source), "x", 4, 0), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(readError(program, nullptr, 4, 0), CL_INVALID_VALUE);
  EXPECT_EQ(readVariable(queue, program, "x", CL_TRUE, 4, 0, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(writeVariable(queue, program, "x", CL_TRUE, 4, 0, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  // Ranges.
  EXPECT_EQ(readError(program, "bytes", 1000, 0), CL_SUCCESS);
  EXPECT_EQ(readError(program, "bytes", 0, 1000), CL_SUCCESS);
  EXPECT_EQ(readError(program, "bytes", 1001, 0), CL_INVALID_VALUE);
  EXPECT_EQ(readError(program, "bytes", 1000, 1), CL_INVALID_VALUE);
  EXPECT_EQ(readError(program, "bytes", 0, 1001), CL_INVALID_VALUE);
  EXPECT_EQ(readError(program, "bytes", 2, SIZE_MAX), CL_INVALID_VALUE);
  EXPECT_EQ(readError(program, "bytes", SIZE_MAX, 2), CL_INVALID_VALUE);
  // A constant.
  const int value = 1;
  EXPECT_EQ(writeVariable(queue, program, "table", CL_TRUE, 4, 0, &value, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  // Handles and wait lists.
  int got = 0;
  EXPECT_EQ(readVariable(nullptr, program, "x", CL_TRUE, 4, 0, &got, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(readVariable(queue, nullptr, "x", CL_TRUE, 4, 0, &got, 0, nullptr, nullptr),
            CL_INVALID_PROGRAM);
  EXPECT_EQ(readVariable(queue, program, "x", CL_TRUE, 4, 0, &got, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  cl_int error = -1;
  const test::OwnedContext foreign = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const test::OwnedQueue foreignQueue =
      clCreateCommandQueueWithProperties(foreign, device, nullptr, &error);
  EXPECT_EQ(readVariable(foreignQueue, program, "x", CL_TRUE, 4, 0, &got, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  const test::OwnedEvent event = clCreateUserEvent(foreign, &error);
  ASSERT_EQ(clSetUserEventStatus(event, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(writeVariable(queue, program, "x", CL_TRUE, 4, 0, &got, 1, event.address(), nullptr),
            CL_INVALID_CONTEXT);
}

TEST_F(GlobalVariables, HavePointers) {
  const auto program = build(source, options);
  size_t size = 0;
  void *pointer = nullptr;
  EXPECT_EQ(getPointer(nullptr, program, "x", &size, &pointer), CL_INVALID_DEVICE);
  EXPECT_EQ(getPointer(device, nullptr, "x", &size, &pointer), CL_INVALID_PROGRAM);
  EXPECT_EQ(getPointer(device, program, "y", &size, &pointer), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(getPointer(device, program, nullptr, &size, &pointer), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(getPointer(device, program, "x", &size, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(getPointer(device, makeProgram(source), "x", &size, &pointer),
            CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(pointer, nullptr);
  ASSERT_EQ(getPointer(device, program, "bytes", &size, &pointer), CL_SUCCESS);
  EXPECT_EQ(size, 1000u);
  ASSERT_EQ(getPointer(device, program, "x", nullptr, &pointer), CL_SUCCESS);
  // Kernels see the variable at this address.
  const auto user = build("kernel void k(ulong at) { *(global int *)at += 1; }", options);
  const auto kernel = makeKernel(user, "k");
  setArguments(kernel, static_cast<cl_ulong>(reinterpret_cast<uintptr_t>(pointer)));
  run(kernel, 1);
  EXPECT_EQ(get<int>(program, "x"), 6);
  cl_device_svm_capabilities shared = 0;
  clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof shared, &shared, nullptr);
  if (shared != 0) {
    EXPECT_EQ(*static_cast<int *>(pointer), 6);
  }
}

TEST_F(GlobalVariables, AreNotAskedOfOtherDevices) {
  const auto program = build(source, options);
  for (cl_device_id other : allDevices()) {
    void *pointer = nullptr;
    if (other != device) {
      EXPECT_EQ(getPointer(other, program, "x", nullptr, &pointer), CL_INVALID_DEVICE);
    }
  }
}

class GlobalVariablesOfSeveralDevices : public test::SeveralDevices {};

TEST_P(GlobalVariablesOfSeveralDevices, AreOnePerDevice) {
  Read readVariable = nullptr;
  Write writeVariable = nullptr;
  const test::ExtensionFunctions find(platform);
  find(readVariable, "clEnqueueReadGlobalVariableINTEL");
  find(writeVariable, "clEnqueueWriteGlobalVariableINTEL");
  const char *text = "global int x = 5; kernel void k() { x += 1; }";
  cl_int error = -1;
  const test::OwnedProgram program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 2, devices, options, nullptr, nullptr), CL_SUCCESS);
  const int values[] = {10, 20};
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(writeVariable(queues[i], program, "x", CL_TRUE, sizeof(int), 0, &values[i], 0,
                            nullptr, nullptr),
              CL_SUCCESS);
  }
  const test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
  const size_t one = 1;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queues[i], kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    int got = 0;
    ASSERT_EQ(
        readVariable(queues[i], program, "x", CL_TRUE, sizeof got, 0, &got, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(got, values[i] + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(FirstDevice, GlobalVariablesOfSeveralDevices, testing::Values(0, 1));

}  // namespace
