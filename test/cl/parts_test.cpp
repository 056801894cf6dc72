// Programs from every way in: clc's containers, SPIR-V, SPIR 1.2, and all of them linked with
// OpenCL C.

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <numeric>

#include "fixture.h"

namespace {

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}
std::string part(const std::string &name) {
  return readFile(KILN_TEST_PARTS + name);
}
std::string kernelFile(const std::string &name) {
  return readFile(KILN_TEST_IL + name);
}

class Parts : public test::Fixture {
 protected:
  test::OwnedProgram fromIl(const std::string &il) {
    cl_int error = 1;
    test::OwnedProgram program = clCreateProgramWithIL(context, il.data(), il.size(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  test::OwnedProgram fromBinary(const std::string &bytes) {
    const size_t size = bytes.size();
    const auto *pointer = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int error = 1;
    test::OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &pointer, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  void buildIt(cl_program program, const char *options = "") {
    EXPECT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
  }
  void compileIt(cl_program program, const char *options = "") {
    EXPECT_EQ(clCompileProgram(program, 1, &device, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << logOf(program);
  }
  std::string binaryOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::string bytes(size, '\0');
    char *pointer = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
              CL_SUCCESS);
    return bytes;
  }

  void runVectorAdd(cl_program program) {
    std::vector<float> a(64), b(64);
    std::iota(a.begin(), a.end(), 1.0F);
    std::iota(b.begin(), b.end(), 1000.0F);
    const auto first = makeBuffer(a), second = makeBuffer(b), sum = makeBuffer(64 * sizeof(float));
    const auto kernel = makeKernel(program, "vector_add");
    setArguments(kernel, first.get(), second.get(), sum.get());
    run(kernel, 64);
    const auto result = read<float>(sum, 64);
    for (size_t i = 0; i < result.size(); ++i) {
      EXPECT_EQ(result[i], a[i] + b[i]) << i;
    }
  }
  void runReduce(cl_program program) {
    std::vector<int> in(256);
    std::iota(in.begin(), in.end(), 1);
    const auto input = makeBuffer(in), output = makeBuffer(4 * sizeof(int));
    const auto kernel = makeKernel(program, "reduce");
    setArguments(kernel, input.get(), output.get());
    EXPECT_EQ(clSetKernelArg(kernel, 2, 64 * sizeof(int), nullptr), CL_SUCCESS);
    const size_t local = 64;
    run(kernel, 256, &local);
    const auto sums = read<int>(output, 4);
    for (int group = 0; group < 4; ++group) {
      EXPECT_EQ(sums[group], std::accumulate(&in[group * 64], &in[group * 64] + 64, 3)) << group;
    }
  }
  void runHello(cl_program program) {
    const auto kernel = makeKernel(program, "hello");
    setArguments(kernel, 7);
    testing::internal::CaptureStdout();
    run(kernel, 2);
    EXPECT_EQ(testing::internal::GetCapturedStdout(),
              "item 0 of hello: 3.5\nitem 1 of hello: 3.5\n");
  }
  /// OpenCL C and SPIR-V with `others`; the result computes `f`. `definitions` stand for the parts
  /// not linked.
  void linkAndRun(std::vector<cl_program> others, int (*f)(int), const std::string &definitions) {
    const auto main = makeProgram(definitions +
                                  "#ifndef fromSpir\nint fromSpir(int x);\n#endif\n"
                                  "#ifndef fromLibrary\nint fromLibrary(int x);\n#endif\n"
                                  "int fromSpirv(int x);\n"
                                  "kernel void all(global int *p) {\n"
                                  "  size_t i = get_global_id(0);\n"
                                  "  p[i] = fromSpirv(fromSpir(fromLibrary(p[i])));\n"
                                  "}\n");
    compileIt(main);
    const auto spirv = fromIl(part("spirv_part.spv"));
    compileIt(spirv);
    others.insert(others.end(), {main, spirv});
    cl_int error = 1;
    const test::OwnedProgram program =
        clLinkProgram(context, 1, &device, "", static_cast<cl_uint>(others.size()), others.data(),
                      nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS) << (program.get() ? logOf(program) : "");
    checkAll(program, f);
    const auto again = fromBinary(binaryOf(program));
    buildIt(again);
    checkAll(again, f);
  }
  void checkAll(cl_program program, int (*f)(int)) {
    const std::vector<int> in = {0, 1, 2, 50};
    std::vector<int> expected;
    std::ranges::transform(in, std::back_inserter(expected), f);
    const auto buffer = makeBuffer(in);
    const auto kernel = makeKernel(program, "all");
    setArguments(kernel, buffer.get());
    run(kernel, in.size());
    EXPECT_EQ(read<int>(buffer, in.size()), expected);
  }
};

TEST_F(Parts, OfflineProgramsRun) {
  const auto program = fromBinary(part("offline.kbin"));
  buildIt(program);
  const auto again = fromBinary(binaryOf(program));
  buildIt(again);
  for (cl_program built : {program.get(), again.get()}) {
    const auto buffer = makeBuffer(std::vector<int>{1, 2, 3});
    const auto kernel = makeKernel(built, "scale");
    setArguments(kernel, buffer.get(), 14);
    run(kernel, 3);
    EXPECT_EQ(read<int>(buffer, 3), (std::vector<int>{14, 28, 42}));
  }
}

TEST_F(Parts, SpirvRuns) {
  for (const char *variant : {"-O0-CL1.2.spv", "-O2-CL3.0.spv"}) {
    const auto add = fromIl(kernelFile(std::string("vector_add") + variant));
    buildIt(add);
    runVectorAdd(add);
    const auto reduce = fromIl(kernelFile(std::string("reduce") + variant));
    buildIt(reduce, "-cl-opt-disable");
    runReduce(reduce);
    const auto hello = fromIl(kernelFile(std::string("hello") + variant));
    buildIt(hello);
    runHello(hello);
  }
}

TEST_F(Parts, SpirRuns) {
  const char *options = "-x spir -spir-std=1.2";
  for (const char *variant : {"-O0-CL1.2.bc", "-O2-CL1.2.bc"}) {
    const auto add = fromBinary(kernelFile(std::string("vector_add") + variant));
    buildIt(add, options);
    runVectorAdd(add);
    const auto reduce = fromBinary(kernelFile(std::string("reduce") + variant));
    buildIt(reduce, options);
    runReduce(reduce);
    const auto hello = fromBinary(kernelFile(std::string("hello") + variant));
    buildIt(hello, options);
    runHello(hello);
  }
}

TEST_F(Parts, SpirvLinksWithOpenClC) {
  linkAndRun({}, [](int x) { return 3 * x; }, "#define fromSpir(x) x\n#define fromLibrary(x) x\n");
}

TEST_F(Parts, LibrariesLinkWithAll) {
  const auto library = fromBinary(part("library_part.kbin"));
  linkAndRun({library}, [](int x) { return 3 * (2 * x - 1); }, "#define fromSpir(x) x\n");
}

TEST_F(Parts, AllKindsLink) {
  const auto library = fromBinary(part("library_part.kbin"));
  const auto spir = fromBinary(part("spir_part.bc"));
  compileIt(spir, "-x spir -spir-std=1.2");
  linkAndRun({library, spir}, [](int x) { return 3 * (2 * x - 1 + 100); }, "");
}

}  // namespace
