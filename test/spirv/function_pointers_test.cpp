// Calls through function pointers (SPV_INTEL_function_pointers), and pointers for the host.

#include <CL/cl_ext.h>

#include <algorithm>
#include <numeric>

#include "module_fixture.h"

namespace {

using GetPointer = cl_int(CL_API_CALL *)(cl_device_id, cl_program, const char *, cl_ulong *);

class FunctionPointers : public test::Modules {
 protected:
  static constexpr size_t items = 64 * 5;
  static constexpr size_t groupSize = 64;

  void SetUp() override {
    Modules::SetUp();
    getPointer = reinterpret_cast<GetPointer>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetDeviceFunctionPointerINTEL"));
    ASSERT_NE(getPointer, nullptr);
  }
  static constexpr const char *allOptions[] = {"", "-cl-kiln-vectorize=always",
                                               "-cl-kiln-vectorize=never", "-cl-opt-disable"};

  test::OwnedProgram buildWith(const char *options, const char *name) {
    auto program = load(name);
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }
  cl_ulong pointerTo(cl_program program, const char *name) {
    cl_ulong pointer = 0;
    EXPECT_EQ(getPointer(device, program, name, &pointer), CL_SUCCESS) << name;
    EXPECT_NE(pointer, 0u) << name;
    return pointer;
  }
  /// Runs the kernel on a buffer with the numbers 7, 8, …, and expects these results of the numbers
  /// and the ids of their work-items.
  template <class Expected, class... Arguments>
  void expect(cl_program program, const char *name, Expected expected,
              const Arguments &...arguments) {
    std::vector<cl_uint> data(items);
    std::iota(data.begin(), data.end(), 7);
    const auto buffer = makeBuffer(data);
    const auto kernel = makeKernel(program, name);
    setArguments(kernel, buffer.get(), arguments...);
    run(kernel, items, &groupSize);
    const auto got = read<cl_uint>(buffer, items);
    for (cl_uint i = 0; i < items; ++i) {
      ASSERT_EQ(got[i], expected(data[i], i)) << name << " " << i;
    }
  }
  void expectNumbers(cl_program program);
  void expectExchanges(cl_program program);

  GetPointer getPointer = nullptr;
};

void FunctionPointers::expectNumbers(cl_program program) {
  const auto pointers = makeBuffer(2 * sizeof(cl_ulong));
  const auto fill = makeKernel(program, "fill");
  setArguments(fill, pointers.get());
  run(fill, 1);
  expect(
      program, "throughBuffer", [](cl_uint x, cl_uint i) { return i % 2 == 0 ? x + i : x * x; },
      pointers.get());
  expect(
      program, "fromHost", [](cl_uint x, cl_uint) { return x * x; }, pointerTo(program, "square"));
  expect(
      program, "fromHost", [](cl_uint x, cl_uint) { return 3 * x; }, pointerTo(program, "triple"));
}

/// Numbers are exchanged in a group, or summed up in a sub-group. Those of a group begin with x -
/// l, for the work-item l.
void FunctionPointers::expectExchanges(cl_program program) {
  size_t size = 0;
  ASSERT_EQ(clGetKernelSubGroupInfo(makeKernel(program, "withBarriers"), device,
                                    CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof groupSize,
                                    &groupSize, sizeof size, &size, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(groupSize % size, 0u);
  const auto width = static_cast<cl_uint>(size);
  expect(program, "withBarriers", [width](cl_uint x, cl_uint i) {
    const cl_uint l = i % 64, first = x - l, sum = width * (first + l / width * width);
    return i / 64 % 3 == 0   ? first + (l + 1) % 64
           : i / 64 % 3 == 1 ? first + 63 - l
                             : sum + width * (width - 1) / 2;
  });
}

TEST_F(FunctionPointers, AreCalled) {
  for (const char *options : allOptions) {
    SCOPED_TRACE(options);
    const auto tables = buildWith(options, "function_tables");
    expect(tables, "throughTable", [](cl_uint x, cl_uint i) {
      return i % 3 == 0 ? 2 * x : i % 3 == 1 ? x * x : x + i;
    });
    expect(tables, "compare", [](cl_uint, cl_uint i) {
      return i % 3 == 0 ? 0u : i % 3 == 1 ? 3u : 2u;
    });
    expect(buildWith(options, "virtual_functions"), "virtual",
           [](cl_uint x, cl_uint i) { return i % 2 == 0 ? 5 * x : 5 + x; });
    expectExchanges(buildWith(options, "functions_with_barriers"));
    expectNumbers(buildWith(options, "host_function_pointers"));
  }
}

TEST_F(FunctionPointers, SurviveInBinaries) {
  const auto program = buildWith("", "host_function_pointers");
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char *pointer = bytes.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
            CL_SUCCESS);
  const unsigned char *binary = bytes.data();
  cl_int error = 1;
  const test::OwnedProgram loaded =
      clCreateProgramWithBinary(context, 1, &device, &size, &binary, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(loaded, 1, &device, "", nullptr, nullptr), CL_SUCCESS) << logOf(loaded);
  EXPECT_EQ(pointerTo(loaded, "square"), pointerTo(program, "square"));
  expectNumbers(loaded);
}

TEST_F(FunctionPointers, CrossModules) {
  const auto library = load("host_function_pointers"), user = load("uses_function_pointers");
  for (const cl_program program : {library.get(), user.get()}) {
    ASSERT_EQ(clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << logOf(program);
  }
  cl_int error = 1;
  const cl_program inputs[] = {user.get(), library.get()};
  const test::OwnedProgram linked =
      clLinkProgram(context, 1, &device, "", 2, inputs, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS) << logOf(linked);
  const auto set = makeKernel(linked, "set"), call = makeKernel(linked, "call");
  for (const auto &[choice, expected] : {std::pair<cl_uint, cl_uint>{0, 81}, {1, 10}, {0, 81}}) {
    const auto out = makeBuffer(std::vector<cl_uint>{9});
    setArguments(set, choice);
    setArguments(call, out.get());
    run(set, 1);
    run(call, 1);
    EXPECT_EQ(read<cl_uint>(out, 1)[0], expected);
  }
  pointerTo(linked, "plusOne");
  // SYCL programs are split into several, and objects of one come to another.
  const auto other = buildWith("", "host_function_pointers");
  EXPECT_EQ(pointerTo(linked, "square"), pointerTo(other, "square"));
  expectNumbers(linked);
}

TEST_F(FunctionPointers, AreThereForFunctionsThatAreCalledThroughThem) {
  const auto program = buildWith("", "host_function_pointers");
  EXPECT_NE(pointerTo(program, "square"), pointerTo(program, "triple"));
  cl_ulong pointer = 77;
  // Without an address in the program; internal; a kernel; unknown.
  for (const char *name : {"called", "addId", "fromHost", "nothing", ""}) {
    EXPECT_EQ(getPointer(device, program, name, &pointer), CL_INVALID_ARG_VALUE) << name;
  }
  EXPECT_EQ(getPointer(device, program, nullptr, &pointer), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(getPointer(device, program, "square", nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(getPointer(device, nullptr, "square", &pointer), CL_INVALID_PROGRAM);
  EXPECT_EQ(getPointer(nullptr, program, "square", &pointer), CL_INVALID_DEVICE);
  EXPECT_EQ(getPointer(device, load("host_function_pointers"), "square", &pointer),
            CL_INVALID_PROGRAM_EXECUTABLE);
  // A part of the device is not among those of the program.
  const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  if (clCreateSubDevices(device, parts, 0, nullptr, &count) == CL_SUCCESS) {
    std::vector<cl_device_id> ids(count);
    ASSERT_EQ(clCreateSubDevices(device, parts, count, ids.data(), nullptr), CL_SUCCESS);
    EXPECT_EQ(getPointer(ids[0], program, "square", &pointer), CL_INVALID_DEVICE);
    std::ranges::for_each(ids, clReleaseDevice);
  }
  EXPECT_EQ(pointer, 77u);
}

/// What Clang makes of C: pointers are generic, and functions with barriers are among the targets
/// of divergent calls.
TEST_F(FunctionPointers, OfCompilersAreCalled) {
  const auto twice = [](cl_uint x, cl_uint) { return 2 * x; };
  const auto plusId = [](cl_uint x, cl_uint i) { return x + i; };
  const auto inLoops = [&](cl_uint, cl_uint i) {
    cl_uint sum = 0;
    for (cl_uint k = 0; k < i % 7; ++k) {
      sum += (i + k) % 2 == 0 ? twice(k, i) : plusId(k, i);
    }
    return sum;
  };
  for (const char *options : allOptions) {
    SCOPED_TRACE(options);
    for (const char *name : {"indirect_calls-khronos", "indirect_calls-llvm"}) {
      SCOPED_TRACE(name);
      const auto program = buildWith(options, name);
      expect(program, "divergent",
             [&](cl_uint, cl_uint i) { return i % 2 == 0 ? twice(i, i) : plusId(i, i); });
      expect(program, "inLoops", inLoops);
      expect(program, "uniformChoice", [&](cl_uint, cl_uint i) { return twice(i, i); }, cl_int{0});
      expect(
          program, "uniformChoice", [](cl_uint, cl_uint i) { return i / 64 * 64 + 63; }, cl_int{2});
    }
    expect(buildWith(options, "indirect_calls-khronos"), "byValue",
           [](cl_uint, cl_uint i) { return i % 3 == 0 ? 100 * i + 10 + 6 : 10600u + 20 + 6; });
  }
}

/// A call of nothing is undefined; it calls no function, and the result is 0.
TEST_F(FunctionPointers, OfNothingCallNothing) {
  const auto program = buildWith("", "host_function_pointers");
  for (const cl_ulong pointer : {cl_ulong{0}, cl_ulong{8}, ~cl_ulong{0}}) {
    expect(program, "fromHost", [](cl_uint, cl_uint) { return 0u; }, pointer);
  }
}

}  // namespace
