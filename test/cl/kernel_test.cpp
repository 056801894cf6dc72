// Kernels: arguments, queries, launches, printf.

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "CL/cl_ext_kiln.h"
#include "fixture.h"

namespace {

constexpr char source[] = R"(
struct Pair { int a; float b; };
kernel void everything(global int *out, constant int *in, local int *scratch, int x,
                       struct Pair pair, float4 v) {
  int i = get_local_id(0);
  scratch[i] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[get_local_size(0) - 1 - i] + x + pair.a + (int)pair.b + (int)v.w;
}
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixedSize(global int *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0);
}
kernel void ids(global uint *out) {
  size_t index = (get_global_id(2) - get_global_offset(2)) * get_global_size(1) * get_global_size(0)
               + (get_global_id(1) - get_global_offset(1)) * get_global_size(0)
               + (get_global_id(0) - get_global_offset(0));
  out[index] = get_global_id(0) + 100 * get_global_id(1) + 10000 * get_global_id(2);
}
kernel void sizes(global uint *out) { out[get_global_id(0)] = get_local_size(0); }
kernel void null(global int *p, global int *out) { *out = p == 0; }
kernel void print(int x) { printf("value %d %s\n", x, "text"); }
kernel void empty() {}
)";

class Kernel : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    program = build(source);
  }
  void TearDown() override { program.reset(); }
  cl_int enqueue(cl_kernel kernel, cl_uint dimensions, const size_t *global, const size_t *local,
                 const size_t *offset = nullptr) {
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, nullptr,
                                  nullptr);
  }
  test::OwnedProgram program;
};

class Launch : public Kernel {};
class Printf : public Kernel {};

TEST_F(Kernel, TakesEveryKindOfArgument) {
  const auto kernel = makeKernel(program, "everything");
  std::vector<int> in = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto input = makeBuffer(in);
  const auto output = makeBuffer(8 * sizeof(int));
  struct {
    int a;
    float b;
  } pair = {10, 20};
  const cl_float4 vector = {{0, 0, 0, 1000}};
  const int x = 100;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), output.address()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), input.address()), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 4 * sizeof(int), nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof x, &x), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 4, sizeof pair, &pair), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 5, sizeof vector, &vector), CL_SUCCESS);
  const size_t global = 8, local = 4;
  ASSERT_EQ(enqueue(kernel, 1, &global, &local), CL_SUCCESS);
  EXPECT_EQ(read<int>(output, 8),
            (std::vector<int>{1134, 1133, 1132, 1131, 1138, 1137, 1136, 1135}));
  // A clone has the arguments, and keeps them when the original's change.
  cl_int error = -1;
  const test::OwnedKernel clone = clCloneKernel(kernel, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const int y = 0;
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof y, &y), CL_SUCCESS);
  ASSERT_EQ(enqueue(clone, 1, &global, &local), CL_SUCCESS);
  EXPECT_EQ(read<int>(output, 1)[0], 1134);
}

TEST_F(Kernel, RejectsWrongArguments) {
  const auto kernel = makeKernel(program, "everything");
  const auto buffer = makeBuffer(64);
  const int value = 0;
  const auto set = [&](cl_uint index, size_t size, const void *pointer) {
    return clSetKernelArg(kernel, index, size, pointer);
  };
  const cl_mem notMemory = reinterpret_cast<cl_mem>(context.get());
  EXPECT_EQ(set(6, 4, &value), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set(0, 4, buffer.address()), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(0, sizeof notMemory, &notMemory), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(2, 0, nullptr), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(2, 16, &value), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(3, 4, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(3, 8, &value), CL_INVALID_ARG_SIZE);
  const size_t one = 1;
  EXPECT_EQ(enqueue(kernel, 1, &one, nullptr), CL_INVALID_KERNEL_ARGS);
}

TEST_F(Kernel, KnowsItsNames) {
  const auto kernel = makeKernel(program, "everything");
  char text[64] = {};
  EXPECT_EQ(clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof text, text, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(text, "everything");
  struct Case {
    cl_uint index;
    const char *name, *type;
    cl_kernel_arg_address_qualifier space;
  } const cases[] = {{0, "out", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL},
                     {1, "in", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT},
                     {2, "scratch", "int*", CL_KERNEL_ARG_ADDRESS_LOCAL},
                     {3, "x", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE},
                     {5, "v", "float4", CL_KERNEL_ARG_ADDRESS_PRIVATE}};
  for (const Case &entry : cases) {
    EXPECT_EQ(
        clGetKernelArgInfo(kernel, entry.index, CL_KERNEL_ARG_NAME, sizeof text, text, nullptr),
        CL_SUCCESS);
    EXPECT_STREQ(text, entry.name);
    clGetKernelArgInfo(kernel, entry.index, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, nullptr);
    EXPECT_STREQ(text, entry.type);
    cl_kernel_arg_address_qualifier space = 0;
    clGetKernelArgInfo(kernel, entry.index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
                       nullptr);
    EXPECT_EQ(space, entry.space);
  }
  EXPECT_EQ(clGetKernelArgInfo(kernel, 9, CL_KERNEL_ARG_NAME, sizeof text, text, nullptr),
            CL_INVALID_ARG_INDEX);
}

TEST_F(Kernel, AnswersWorkGroupQueries) {
  const auto kernel = makeKernel(program, "fixedSize");
  size_t required[3] = {}, most = 0, multiple = 0;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, nullptr, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                     sizeof required, required, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(required[0] * 100 + required[1] * 10 + required[2], 421u);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most,
                                     nullptr),
            CL_SUCCESS);
  EXPECT_GE(most, 8u);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                     sizeof multiple, &multiple, nullptr),
            CL_SUCCESS);
  cl_uint width = 0, dimension = 9;
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VECTOR_WIDTH_KILN, sizeof width,
                                     &width, nullptr),
            CL_SUCCESS);
  EXPECT_GE(width, 1u);
  EXPECT_EQ(multiple, width);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VECTOR_DIMENSION_KILN,
                                     sizeof dimension, &dimension, nullptr),
            CL_SUCCESS);
  EXPECT_LE(dimension, cl_uint{CL_VECTOR_DIMENSION_LINEAR_KILN});
  EXPECT_EQ(
      clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VECTOR_WIDTH_KILN, 3, &width, nullptr),
      CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof required,
                                     required, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Kernel, SubGroupQueries) {
  const char *source =
      "kernel void a(global int *p) { p[get_global_id(0)] = sub_group_reduce_add(1); }\n"
      "kernel __attribute__((reqd_work_group_size(4, 2, 1))) void b(global int *p) { *p = 1; }";
  const auto own = build(source, "-cl-std=CL3.0");
  const auto a = makeKernel(own, "a");
  const auto b = makeKernel(own, "b");
  auto query = [&](cl_kernel kernel, cl_kernel_sub_group_info name, std::vector<size_t> input,
                   std::vector<size_t> &out) {
    size_t size = 0;
    const cl_int code =
        clGetKernelSubGroupInfo(kernel, device, name, input.size() * sizeof(size_t), input.data(),
                                out.size() * sizeof(size_t), out.data(), &size);
    EXPECT_TRUE(code != CL_SUCCESS || size == out.size() * sizeof(size_t));
    return code;
  };
  std::vector<size_t> one(1), three(3), most(1);
  ASSERT_EQ(query(a, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}, one), CL_SUCCESS);
  const size_t size = one[0];
  EXPECT_GE(size, 1u);
  ASSERT_EQ(query(a, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {3, 5, 7}, one), CL_SUCCESS);
  EXPECT_EQ(one[0], (105 + size - 1) / size);
  ASSERT_EQ(query(a, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {3}, three), CL_SUCCESS);
  EXPECT_EQ(three, (std::vector<size_t>{3 * size, 1, 1}));
  ASSERT_EQ(query(a, CL_KERNEL_MAX_NUM_SUB_GROUPS, {}, most), CL_SUCCESS);
  EXPECT_GE(most[0], 1u);
  for (const size_t count : {most[0] + 1, size_t{0}, ~size_t{0}}) {
    ASSERT_EQ(query(a, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {count}, three), CL_SUCCESS);
    EXPECT_EQ(three, (std::vector<size_t>{0, 0, 0})) << count;
  }
  ASSERT_EQ(query(a, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}, one), CL_SUCCESS);
  EXPECT_EQ(one[0], 0u);
  // The size is the kernel's own.
  ASSERT_EQ(query(b, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {4, 2, 1}, one), CL_SUCCESS);
  ASSERT_EQ(query(b, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {one[0]}, three), CL_SUCCESS);
  EXPECT_EQ(three, (std::vector<size_t>{4, 2, 1}));
  for (const auto &wrong : {std::vector<size_t>{}, {1, 1, 1, 1}, {~size_t{0}, 2}}) {
    EXPECT_EQ(query(a, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, wrong, one), CL_INVALID_VALUE);
  }
  EXPECT_EQ(query(a, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {1, 1}, three), CL_INVALID_VALUE);
  EXPECT_EQ(query(a, CL_KERNEL_WORK_GROUP_SIZE, {1}, one), CL_INVALID_VALUE);
}

TEST_F(Kernel, AreAsWideAsTheBuildOptionsSay) {
  const char *source = "kernel void k(global float *a) { a[get_global_id(0)] *= 2.0f; }";
  struct Case {
    const char *options;
    cl_uint width;
    const char *log;
  };
  for (const Case &known : {Case{"-cl-kiln-vectorize=never -cl-kiln-remarks", 1, "not vectorised"},
                            Case{"-cl-kiln-vectorize=4", 4, ""},
                            Case{"-cl-kiln-vectorize=16 -cl-kiln-remarks", 16,
                                 "is vectorised: 16 work-items along dimension 0"}}) {
    const auto built = makeProgram(source);
    ASSERT_EQ(clBuildProgram(built, 0, nullptr, known.options, nullptr, nullptr), CL_SUCCESS);
    const auto kernel = makeKernel(built, "k");
    cl_uint width = 0;
    size_t multiple = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_VECTOR_WIDTH_KILN, sizeof width,
                                       &width, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof multiple, &multiple, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(width, known.width) << known.options;
    size_t ofDevice = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof ofDevice,
                              &ofDevice, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(multiple, known.width > 1 ? known.width : ofDevice) << known.options;
    EXPECT_NE(logOf(built).find(known.log), std::string::npos) << logOf(built);
    EXPECT_EQ(logOf(built).empty(), *known.log == '\0') << logOf(built);
  }
  const auto wrong = makeProgram(source);
  EXPECT_EQ(clBuildProgram(wrong, 0, nullptr, "-cl-kiln-vectorize=65", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
  EXPECT_NE(logOf(wrong).find("a power of 2 from 2 to 64"), std::string::npos) << logOf(wrong);
}

TEST_F(Kernel, AreCreatedAllAtOnce) {
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program, 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, 7u);
  std::vector<cl_kernel> kernels(count);
  EXPECT_EQ(clCreateKernelsInProgram(program, count - 1, kernels.data(), nullptr),
            CL_INVALID_VALUE);
  ASSERT_EQ(clCreateKernelsInProgram(program, count, kernels.data(), nullptr), CL_SUCCESS);
  for (cl_kernel kernel : kernels) {
    EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
  }
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "missing", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(clCreateKernel(program, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Kernel, ABufferThatIsGoneIsAnError) {
  const auto kernel = makeKernel(program, "sizes");
  auto buffer = makeBuffer(64);
  setArguments(kernel, buffer.get());
  buffer.reset();
  const size_t one = 1;
  EXPECT_EQ(enqueue(kernel, 1, &one, nullptr), CL_INVALID_KERNEL_ARGS);
}

TEST_F(Kernel, TakesNullBuffers) {
  const auto kernel = makeKernel(program, "null");
  const auto out = makeBuffer(std::vector<int>{0});
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), out.address()), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read<int>(out, 1)[0], 1);
}

TEST_F(Launch, GivesEveryItemItsIds) {
  const auto kernel = makeKernel(program, "ids");
  const size_t global[] = {6, 4, 3}, offset[] = {5, 7, 2};
  const size_t locals[][3] = {{1, 1, 1}, {2, 2, 1}, {6, 4, 3}, {3, 1, 3}, {4, 3, 2}};
  for (cl_uint dimensions = 1; dimensions <= 3; ++dimensions) {
    for (size_t i = 0; i <= std::size(locals); ++i) {
      const auto out = makeBuffer(std::vector<cl_uint>(72));
      setArguments(kernel, out.get());
      ASSERT_EQ(
          enqueue(kernel, dimensions, global, i < std::size(locals) ? locals[i] : nullptr, offset),
          i == 4 ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS);
      const auto data = read<cl_uint>(out, 72);
      const size_t y = dimensions > 1 ? 4 : 1, z = dimensions > 2 ? 3 : 1;
      for (size_t item = 0; i != 4 && item < 6 * y * z; ++item) {
        const size_t expected = item % 6 + 5 + 100 * (item / 6 % y + (dimensions > 1 ? 7 : 0)) +
                                10000 * (item / 6 / y + (dimensions > 2 ? 2 : 0));
        ASSERT_EQ(data[item], expected) << dimensions << " " << i << " " << item;
      }
    }
  }
}

TEST_F(Launch, WorkItemsPassALockOn) {
  // A bound on the attempts, so that a lock never released ends the test.
  const auto own = build(
      "kernel void k(global atomic_flag *lock, global int *sum) {\n"
      "  bool done = false;\n"
      "  for (int i = 0; i < 100000 && !done; ++i) {\n"
      "    if (!atomic_flag_test_and_set_explicit(lock, memory_order_acquire,\n"
      "                                           memory_scope_device)) {\n"
      "      *sum += 1;\n"
      "      atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);\n"
      "      done = true;\n"
      "    }\n"
      "  }\n"
      "}\n",
      "-cl-std=CL3.0");
  const auto kernel = makeKernel(own, "k");
  const auto lock = makeBuffer(std::vector<int>(1)), sum = makeBuffer(std::vector<int>(1));
  setArguments(kernel, lock.get(), sum.get());
  const size_t global = 256, local = 64;
  ASSERT_EQ(enqueue(kernel, 1, &global, &local), CL_SUCCESS);
  EXPECT_EQ(read<int>(sum, 1)[0], 256);
}

TEST_F(Launch, ChecksSizes) {
  const auto kernel = makeKernel(program, "fixedSize");
  const auto out = makeBuffer(std::vector<int>(64));
  setArguments(kernel, out.get());
  const size_t global[] = {8, 4, 1}, right[] = {4, 2, 1}, wrong[] = {2, 2, 1}, zero[] = {0, 2, 1};
  EXPECT_EQ(enqueue(kernel, 2, global, right), CL_SUCCESS);
  EXPECT_EQ(enqueue(kernel, 2, global, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(kernel, 2, global, wrong), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(kernel, 2, global, zero), CL_INVALID_WORK_GROUP_SIZE);
  // One dimension has no room for the kernel's two.
  EXPECT_EQ(enqueue(kernel, 1, global, nullptr), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(kernel, 0, global, right), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(enqueue(kernel, 4, global, right), CL_INVALID_WORK_DIMENSION);
  const size_t farOffset[] = {SIZE_MAX, 0, 0};
  EXPECT_EQ(enqueue(kernel, 2, global, right, farOffset), CL_INVALID_GLOBAL_OFFSET);
  const auto free = makeKernel(program, "sizes");
  setArguments(free, out.get());
  const size_t many = 1 << 20;
  EXPECT_EQ(enqueue(free, 1, &many, &many), CL_INVALID_WORK_ITEM_SIZE);
  const size_t none = 0;
  EXPECT_EQ(enqueue(free, 1, &none, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Launch, PartialGroupsDependOnTheLanguageVersion) {
  const size_t global = 10, local = 4;
  for (const char *options :
       {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-uniform-work-group-size", "-cl-std=CL1.2"}) {
    const auto built = build(source, options);
    const auto kernel = makeKernel(built, "sizes");
    const auto out = makeBuffer(std::vector<cl_uint>(10));
    setArguments(kernel, out.get());
    const bool allowed = std::strcmp(options, "-cl-std=CL3.0") == 0;
    ASSERT_EQ(enqueue(kernel, 1, &global, &local),
              allowed ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE)
        << options;
    if (allowed) {
      EXPECT_EQ(read<cl_uint>(out, 10), (std::vector<cl_uint>{4, 4, 4, 4, 4, 4, 4, 4, 2, 2}));
    }
    EXPECT_EQ(enqueue(kernel, 1, &global, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(Launch, CapturesArgumentsAtTheEnqueue) {
  const auto simple = build("kernel void store(global int *p, int x, int i) { p[i] = x; }");
  const auto kernel = makeKernel(simple, "store");
  const auto out = makeBuffer(std::vector<int>(100));
  const size_t one = 1;
  std::vector<int> expected;
  for (int i = 0; i < 100; ++i) {
    setArguments(kernel, out.get(), i * i, i);
    ASSERT_EQ(enqueue(kernel, 1, &one, nullptr), CL_SUCCESS);
    expected.push_back(i * i);
  }
  EXPECT_EQ(read<int>(out, 100), expected);
}

TEST_F(Launch, TasksRunOneItem) {
  const auto kernel = makeKernel(program, "sizes");
  const auto out = makeBuffer(std::vector<cl_uint>{7, 7});
  setArguments(kernel, out.get());
  test::OwnedEvent event;
  ASSERT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, event.out()), CL_SUCCESS);
  EXPECT_EQ(read<cl_uint>(out, 2), (std::vector<cl_uint>{1, 7}));
  cl_command_type type = 0;
  EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, static_cast<cl_command_type>(CL_COMMAND_TASK));
}

TEST_F(Printf, WritesToStandardOutputInOrder) {
  const auto kernel = makeKernel(program, "print");
  testing::internal::CaptureStdout();
  for (int i = 0; i < 5; ++i) {
    setArguments(kernel, i);
    const size_t one = 1;
    ASSERT_EQ(enqueue(kernel, 1, &one, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "value 0 text\nvalue 1 text\nvalue 2 text\nvalue 3 text\nvalue 4 text\n");
}

/// A launch that fills its buffer, or part of it, leaves nothing to the next one.
TEST_F(Printf, LaunchesPrintTheirOwnAlone) {
  const auto kernel = makeKernel(program, "print");
  size_t full = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof full, &full, nullptr),
            CL_SUCCESS);
  for (const size_t lines : {size_t{3}, full / 16, size_t{1}, size_t{5}, size_t{2}}) {
    setArguments(kernel, static_cast<int>(lines));
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    ASSERT_EQ(enqueue(kernel, 1, &lines, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    const std::string output = testing::internal::GetCapturedStdout();
    const std::string line = "value " + std::to_string(lines) + " text\n";
    EXPECT_EQ(output.size() % line.size(), 0u);
    EXPECT_TRUE(output.starts_with(line) && output.ends_with(line));
    const bool isLost = !testing::internal::GetCapturedStderr().empty();
    EXPECT_EQ(isLost, lines == full / 16);
    EXPECT_EQ(output.size() == lines * line.size(), !isLost);
  }
}

/// A kernel that calls another needs its local memory; the program's other kernels do not.
TEST_F(Kernel, CountsTheLocalMemoryThatItReaches) {
  cl_ulong most = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, nullptr),
            CL_SUCCESS);
  const std::string size = std::to_string(most * 6 / 10 / sizeof(cl_int));
  const auto program = build(
      "kernel void none(global int *out, int v) { *out = v; }"
      "kernel void first(global int *out, int v) {"
      "  local int x[" +
      size +
      "]; x[0] = v; x[1] = v * 2; *out = x[0] + x[1]; }"
      "kernel void caller(global int *out, int v) { first(out, v); *out += 1; }"
      "kernel void second(global int *out, int v) {"
      "  local int y[" +
      size + "]; y[0] = v; y[1] = v * 3; *out = y[0] + y[1]; }");
  struct {
    const char *name;
    bool isLarge;
    int result;
  } const expected[] = {
      {"none", false, 5}, {"first", true, 15}, {"caller", true, 16}, {"second", true, 20}};
  for (const auto &each : expected) {
    const auto kernel = makeKernel(program, each.name);
    cl_ulong local = 1;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local,
                                       &local, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(local > most / 2, each.isLarge) << each.name;
    EXPECT_LE(local, most) << each.name;
    auto out = makeBuffer(sizeof(cl_int));
    const cl_int five = 5;
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.address()), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof five, &five), CL_SUCCESS);
    run(kernel, 1);
    EXPECT_EQ(read<cl_int>(out, 1)[0], each.result) << each.name;
  }
}

}  // namespace
