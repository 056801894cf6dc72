// cl_khr_initialize_memory.

#include <fstream>
#include <iterator>

#include "core/base/newer_enumerants.h"
#include "extension_fixture.h"

namespace {

constexpr size_t items = 256, groupSize = 16;
constexpr cl_context_properties both =
    CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR | CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;

/// `litter` leaves other numbers than 0 where the other kernels look.
constexpr const char *source = R"(
kernel void litter(global int *out, local int *argument) {
  local int shared[300];
  int many[400];
  const int id = get_local_id(0);
  for (int i = id; i < 300; i += get_local_size(0)) shared[i] = argument[i] = -1;
  for (int i = 0; i < 400; ++i) many[(i * 7 + id) % 400] = -id - 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared[out[id] & 255] + many[out[id] & 255];
}
kernel void read_local(global int *out, int from) {
  local int shared[300];
  int sum = 0;
  for (int i = from; i < 300; ++i) sum |= shared[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < 300; i += get_local_size(0)) shared[i] = -1;
  out[get_global_id(0)] = sum;
}
kernel void read_argument(global int *out, local int *argument, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum |= argument[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_local_id(0); i < count; i += get_local_size(0)) argument[i] = -1;
  out[get_global_id(0)] = sum;
}
kernel void read_array(global int *out, int from) {
  int few[16], many[400];
  int sum = 0;
  for (int i = from; i < 400; ++i) sum |= many[i] | few[i & 15];
  for (int i = from; i < 400; ++i) many[i] = few[i & 15] = i + sum + 1;
  out[get_global_id(0)] = sum ? -1 : many[from + 17] + few[0] - 403;
}
typedef struct { char tag; float4 value; double number; } record;
kernel void read_values(global int *out, int never) {
  int one; float4 four; record whole; int sum = 0;
  if (never) { one = 1; four = 1; whole.tag = 1; whole.value = 2; whole.number = 3; }
  for (int i = 0; i < 5; ++i) {
    int inner[3];
    if (never == i + 1) inner[i % 3] = 1;
    sum |= inner[0] | inner[1] | inner[2];
  }
  out[get_global_id(0)] = sum | one | any(four != 0) | whole.tag | any(whole.value != 0) |
                          (whole.number != 0);
}
kernel void across_barriers(global int *out, int never) {
  int many[100], one;
  if (never) one = many[never] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int sum = one;
  for (int i = never; i < 100; ++i) sum |= many[i];
  many[get_local_id(0)] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = sum + many[get_local_id(0)] - 1;
}
int called(int never) { int value; if (never) value = never; return value; }
kernel void in_function(global int *out, int never) { out[get_global_id(0)] = called(never); }
)";

struct InitializeMemory : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_khr_initialize_memory"));
    plain = std::move(context);
    open(both);
  }
  void open(cl_context_properties memory) {
    const cl_context_properties list[] = {CL_CONTEXT_MEMORY_INITIALIZE_KHR, memory, 0};
    cl_int error = -1;
    queue.reset();
    context = clCreateContext(list, 1, &device, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    queue = makeQueue(0);
  }
  test::OwnedProgram made(cl_context in, const char *options) {
    const char *text = source;
    cl_int error = -1;
    test::OwnedProgram program = clCreateProgramWithSource(in, 1, &text, nullptr, &error);
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }
  std::vector<unsigned char> binaryOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char *list[] = {bytes.data()};
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof list, list, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  test::OwnedProgram load(cl_context in, const std::vector<unsigned char> &bytes) {
    const unsigned char *data = bytes.data();
    const size_t size = bytes.size();
    cl_int error = -1;
    test::OwnedProgram program =
        clCreateProgramWithBinary(in, 1, &device, &size, &data, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  void launch(cl_kernel kernel) {
    const size_t global = items, local = groupSize;
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        CL_SUCCESS);
  }
  /// Runs the kernel after `litter`, the second argument being 0.
  void expectZeros(cl_program program, std::initializer_list<const char *> names) {
    auto out = makeBuffer(std::vector<cl_int>(items, 1));
    auto litter = makeKernel(program, "litter");
    setArguments(litter, out.get());
    EXPECT_EQ(clSetKernelArg(litter, 1, 300 * sizeof(cl_int), nullptr), CL_SUCCESS);
    for (const char *name : names) {
      auto kernel = makeKernel(program, name);
      setArguments(kernel, out.get(), cl_int{0});
      for (int i = 0; i < 3; ++i) {
        launch(litter);
        launch(kernel);
        EXPECT_EQ(read<cl_int>(out, items), std::vector<cl_int>(items, 0)) << name;
      }
    }
  }
  void expectZeroArgument(cl_program program) {
    auto out = makeBuffer(std::vector<cl_int>(items, 1));
    auto kernel = makeKernel(program, "read_argument");
    const cl_mem memory = out;
    const cl_int count = 500;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, count * sizeof(cl_int), nullptr), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof count, &count), CL_SUCCESS);
    for (int i = 0; i < 2; ++i) {
      launch(kernel);
      EXPECT_EQ(read<cl_int>(out, items), std::vector<cl_int>(items, 0));
    }
  }
  void expectAll(cl_program program) {
    expectZeros(program,
                {"read_local", "read_array", "read_values", "across_barriers", "in_function"});
    expectZeroArgument(program);
  }

  test::OwnedContext plain;
};

TEST_F(InitializeMemory, ZeroesLocalAndPrivateMemory) {
  for (const char *options : {"", "-cl-kiln-vectorize=always", "-cl-kiln-vectorize=never",
                              "-cl-opt-disable", "-cl-std=CL3.0 -cl-fast-relaxed-math"}) {
    SCOPED_TRACE(options);
    expectAll(made(context, options));
  }
}

TEST_F(InitializeMemory, ZeroesOneKind) {
  open(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR);
  const auto local = made(context, "");
  expectZeros(local, {"read_local"});
  expectZeroArgument(local);
  open(CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR);
  expectZeros(made(context, ""), {"read_array", "read_values", "across_barriers", "in_function"});
}

TEST_F(InitializeMemory, IsNoOtherContextsBuild) {
  for (int i = 0; i < 2; ++i) {
    const auto other = made(plain, "-cl-mad-enable");
    expectAll(made(context, "-cl-mad-enable"));
  }
  size_t size = 0;
  const auto program = made(context, "-cl-mad-enable");
  EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, 0, nullptr, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof "-cl-mad-enable");
}

TEST_F(InitializeMemory, IsInLinkedPrograms) {
  auto unit = makeProgram(source);
  ASSERT_EQ(clCompileProgram(unit, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  const cl_program inputs[] = {unit};
  cl_int error = -1;
  test::OwnedProgram linked =
      clLinkProgram(context, 1, &device, "", 1, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  expectAll(linked);
}

TEST_F(InitializeMemory, IsInIntermediateLanguage) {
  std::ifstream file(KILN_TEST_PARTS "uninitialized.spv", std::ios::binary);
  const std::vector<char> words{std::istreambuf_iterator<char>(file), {}};
  cl_int error = -1;
  test::OwnedProgram program = clCreateProgramWithIL(context, words.data(), words.size(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  const auto others = made(context, "");
  auto out = makeBuffer(std::vector<cl_int>(items, 1));
  auto litter = makeKernel(others, "litter"), sum = makeKernel(program, "sum");
  setArguments(litter, out.get());
  ASSERT_EQ(clSetKernelArg(litter, 1, 300 * sizeof(cl_int), nullptr), CL_SUCCESS);
  setArguments(sum, out.get(), cl_int{0});
  launch(litter);
  launch(sum);
  EXPECT_EQ(read<cl_int>(out, items), std::vector<cl_int>(items, 0));
}

TEST_F(InitializeMemory, IsAskedOfBinaries) {
  const auto ready = binaryOf(made(context, "")), other = binaryOf(made(plain, ""));
  auto program = load(context, ready);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  expectAll(program);
  auto elsewhere = load(plain, ready);
  EXPECT_EQ(clBuildProgram(elsewhere, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  auto refused = load(context, other);
  EXPECT_EQ(clBuildProgram(refused, 1, &device, "", nullptr, nullptr), CL_INVALID_BINARY);
  EXPECT_NE(logOf(refused).find("CL_CONTEXT_MEMORY_INITIALIZE_KHR"), std::string::npos);
  EXPECT_EQ(clBuildProgram(refused, 1, &device, "-cl-mad-enable", nullptr, nullptr),
            CL_INVALID_BINARY);
  // One kind is not the other, and the options of a build are enough.
  auto asked = load(context, binaryOf(made(plain, "-cl-kiln-zero-private-memory")));
  EXPECT_EQ(clBuildProgram(asked, 1, &device, "", nullptr, nullptr), CL_INVALID_BINARY);
  asked = load(context, binaryOf(made(plain,
                                      "-cl-kiln-zero-private-memory "
                                      "-cl-kiln-zero-local-memory")));
  ASSERT_EQ(clBuildProgram(asked, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  expectAll(asked);
}

TEST_F(InitializeMemory, EmbeddedProgramsAreCompiledForIt) {
  auto program = load(context, binaryOf(made(plain, "-cl-kiln-portable")));
  for (const char *options : {"", "-cl-mad-enable"}) {
    ASSERT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    expectAll(program);
  }
}

TEST_F(InitializeMemory, ObjectsAreZeroedWhenTheyAreLinked) {
  const char *text = source;
  cl_int error = -1;
  test::OwnedProgram unit = clCreateProgramWithSource(plain, 1, &text, nullptr, &error);
  ASSERT_EQ(clCompileProgram(unit, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  auto program = load(context, binaryOf(unit));
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  expectAll(program);
}

TEST_F(InitializeMemory, IsAPropertyOfContexts) {
  cl_context_properties reported[3] = {};
  EXPECT_EQ(clGetContextInfo(context, CL_CONTEXT_PROPERTIES, sizeof reported, reported, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(reported[0], CL_CONTEXT_MEMORY_INITIALIZE_KHR);
  EXPECT_EQ(reported[1], both);
  for (const cl_context_properties wrong : {cl_context_properties{4}, cl_context_properties{-1}}) {
    const cl_context_properties list[] = {CL_CONTEXT_PLATFORM,
                                          reinterpret_cast<cl_context_properties>(platform),
                                          CL_CONTEXT_MEMORY_INITIALIZE_KHR, wrong, 0};
    cl_int error = 0;
    EXPECT_EQ(clCreateContext(list, 1, &device, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
    EXPECT_EQ(clCreateContextFromType(list, CL_DEVICE_TYPE_ALL, nullptr, nullptr, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_PROPERTY);
  }
  open(0);
  EXPECT_EQ(clBuildProgram(makeProgram("kernel void f() {}"), 1, &device, "", nullptr, nullptr),
            CL_SUCCESS);
}

}  // namespace
