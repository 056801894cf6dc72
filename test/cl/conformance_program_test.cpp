// Programs: their states after compiling, linking and loading.

#include <gmock/gmock.h>

#include "fixture.h"

namespace {

/// The answers of clGetProgramBuildInfo for a program.
struct State {
  cl_build_status status;
  cl_program_binary_type type;
  std::string options;

  bool operator==(const State &) const = default;
};

void PrintTo(const State &state, std::ostream *out) {
  *out << "status " << state.status << ", type " << state.type << ", options '" << state.options
       << "'";
}

class ConformanceProgram : public test::Fixture {
 protected:
  template <class T>
  T value(cl_program program, cl_program_build_info name) {
    T result{};
    EXPECT_EQ(clGetProgramBuildInfo(program, device, name, sizeof result, &result, nullptr),
              CL_SUCCESS);
    return result;
  }
  State stateOf(cl_program program) {
    char options[256] = {};
    EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof options,
                                    options, nullptr),
              CL_SUCCESS);
    return {value<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS),
            value<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE), options};
  }
  test::OwnedProgram compile(const char *source, const char *options = "") {
    auto program = makeProgram(source);
    EXPECT_EQ(clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS)
        << logOf(program);
    return program;
  }
  test::OwnedProgram link(cl_program input, const char *options, cl_int expected) {
    cl_int error = 1;
    test::OwnedProgram linked =
        clLinkProgram(context, 0, nullptr, options, 1, &input, nullptr, nullptr, &error);
    EXPECT_EQ(error, expected);
    return linked;
  }
  test::OwnedProgram reload(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<unsigned char> bytes(size);
    unsigned char *out = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof out, &out, nullptr),
              CL_SUCCESS);
    const unsigned char *in = bytes.data();
    cl_int status = 1, error = 1;
    test::OwnedProgram loaded =
        clCreateProgramWithBinary(context, 1, &device, &size, &in, &status, &error);
    EXPECT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(error, CL_SUCCESS);
    return loaded;
  }
  cl_int numberOfKernels(cl_program program) {
    size_t count = 0;
    return clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr);
  }
};

constexpr char source[] = "kernel void k(global int *a) { a[0] = 1; }";

TEST_F(ConformanceProgram, TheLogHasTheWarningsOfABuildThatSucceeds) {
  const auto program = makeProgram("kernel void k(global int *a) { *a; a[0] = 1; }");
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_THAT(logOf(program), testing::HasSubstr("warning: expression result unused"));
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "-w", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(logOf(program), "");
}

TEST_F(ConformanceProgram, EachStepHasItsState) {
  const auto program = makeProgram(source);
  EXPECT_EQ(stateOf(program), (State{CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_NONE, ""}));
  EXPECT_EQ(numberOfKernels(program), CL_INVALID_PROGRAM_EXECUTABLE);
  const auto object = compile(source, "-DX");
  EXPECT_EQ(stateOf(object),
            (State{CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, "-DX"}));
  EXPECT_EQ(numberOfKernels(object), CL_INVALID_PROGRAM_EXECUTABLE);
  const auto library = link(object, "-create-library", CL_SUCCESS);
  EXPECT_EQ(stateOf(library),
            (State{CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_LIBRARY, "-create-library"}));
  EXPECT_EQ(numberOfKernels(library), CL_INVALID_PROGRAM_EXECUTABLE);
  const auto executable = link(object, "", CL_SUCCESS);
  EXPECT_EQ(stateOf(executable), (State{CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, ""}));
  EXPECT_EQ(numberOfKernels(executable), CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(executable, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
}

TEST_F(ConformanceProgram, LoadedBinariesHaveATypeAndNoOptionsUntilTheyAreBuilt) {
  const auto object = compile(source, "-DX");
  const auto reloaded = reload(object);
  EXPECT_EQ(stateOf(reloaded), (State{CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT, ""}));
  EXPECT_TRUE(link(reloaded, "", CL_SUCCESS));
  const auto executable = reload(build(source, "-DY"));
  EXPECT_EQ(stateOf(executable), (State{CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, ""}));
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(executable, "k", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(clBuildProgram(executable, 0, nullptr, "-DZ", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(stateOf(executable),
            (State{CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_EXECUTABLE, "-DZ"}));
  makeKernel(executable, "k");
}

TEST_F(ConformanceProgram, ALinkThatCannotBeginLeavesNoProgram) {
  const auto object = compile(source);
  EXPECT_FALSE(link(object, "-not-an-option", CL_INVALID_LINKER_OPTIONS));
  EXPECT_FALSE(link(makeProgram(source), "", CL_INVALID_OPERATION));
  const auto failed =
      link(compile("void missing(); kernel void k() { missing(); }"), "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_TRUE(failed);
  EXPECT_EQ(stateOf(failed), (State{CL_BUILD_ERROR, CL_PROGRAM_BINARY_TYPE_NONE, ""}));
  EXPECT_THAT(logOf(failed), testing::HasSubstr("missing"));
}

TEST_F(ConformanceProgram, EmbeddedHeadersIncludeEachOther) {
  const auto inner = makeProgram("#define VALUE 3\n");
  const auto outer = makeProgram("#include \"inner.h\"\n#define DOUBLED (2 * VALUE)\n");
  const auto program = makeProgram(
      "#include \"folder/outer.h\"\n#include <inner.h>\n"
      "kernel void k(global int *a) { a[0] = DOUBLED + VALUE; }");
  const cl_program headers[] = {inner, outer};
  const char *names[] = {"inner.h", "folder/outer.h"};
  ASSERT_EQ(clCompileProgram(program, 0, nullptr, "", 2, headers, names, nullptr, nullptr),
            CL_SUCCESS)
      << logOf(program);
  EXPECT_EQ(clCompileProgram(program, 0, nullptr, "", 2, headers, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
  const auto executable = link(program, "", CL_SUCCESS);
  const auto kernel = makeKernel(executable, "k");
  const auto buffer = makeBuffer(4);
  setArguments(kernel, buffer.get());
  run(kernel, 1);
  EXPECT_EQ(read<int>(buffer, 1)[0], 9);
}

TEST_F(ConformanceProgram, VersionMacrosFollowTheOption) {
  const std::pair<const char *, int> expected[] = {
      {"", 120}, {"-cl-std=CL1.1", 110}, {"-cl-std=CL1.2", 120}, {"-cl-std=CL3.0", 300}};
  for (const auto &[options, version] : expected) {
    SCOPED_TRACE(options);
    const auto program = build(
        "kernel void k(global int *a) { a[0] = __OPENCL_C_VERSION__; a[1] = __OPENCL_VERSION__; }",
        options);
    const auto kernel = makeKernel(program, "k");
    const auto buffer = makeBuffer(8);
    setArguments(kernel, buffer.get());
    run(kernel, 1);
    EXPECT_THAT(read<int>(buffer, 2), testing::ElementsAre(version, 300));
  }
}

TEST_F(ConformanceProgram, ArgumentTypesAreNamedAsTheSpecificationWrites) {
  const auto program = build(
      "typedef struct { int a; } S; typedef unsigned int word;\n"
      "kernel void k(global unsigned int *a, constant float4 *b, local ulong *c, unsigned short "
      "d,\n"
      "  S e, global S *f, const volatile global unsigned char *restrict g, word h,\n"
      "  global void *i, const int j) {}",
      "-cl-kernel-arg-info");
  const auto kernel = makeKernel(program, "k");
  struct Expected {
    const char *type;
    cl_kernel_arg_address_qualifier space;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  constexpr auto onGlobal = CL_KERNEL_ARG_ADDRESS_GLOBAL;
  constexpr auto onPrivate = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  const Expected expected[] = {
      {"uint*", onGlobal, 0},
      {"float4*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"ulong*", CL_KERNEL_ARG_ADDRESS_LOCAL, 0},
      {"ushort", onPrivate, 0},
      {"S", onPrivate, 0},
      {"S*", onGlobal, 0},
      {"uchar*", onGlobal,
       CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"word", onPrivate, 0},
      {"void*", onGlobal, 0},
      {"int", onPrivate, 0}};
  for (cl_uint i = 0; i < std::size(expected); ++i) {
    SCOPED_TRACE(i);
    char type[64] = {};
    cl_kernel_arg_address_qualifier space = 0;
    cl_kernel_arg_type_qualifier qualifiers = 0;
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, nullptr);
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space, nullptr);
    clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifiers, &qualifiers,
                       nullptr);
    EXPECT_STREQ(type, expected[i].type);
    EXPECT_EQ(space, expected[i].space);
    EXPECT_EQ(qualifiers, expected[i].qualifiers);
  }
}

TEST_F(ConformanceProgram, PrintfTakesEveryKindOfConversion) {
  const auto program = build(R"(kernel void k() {
    printf("%5d|%-5d|%05d|%+d|%hhd|%lx|%#o\n", 1, 2, 3, 4, (char)-5, 0xcafef00d1L, 8);
    printf("%.2f|%10.3f|%E|%g|%a\n", 1.5f, 3.14159f, 0.00012f, 0.0001f, 1.0f);
    printf("%c|%-4s|%.3s|%%\n", 'a', "ab", "truncated");
    printf("%v4hld|%v2lx|%.1v3hlf|%#v4hhx\n", (int4)(1, -2, 3, 4), (ulong2)(10, 255),
           (float3)(1, 2, 3), (uchar4)(1, 2, 3, 255));
    printf("%zu\n", get_global_size(0));
  })");
  const auto kernel = makeKernel(program, "k");
  testing::internal::CaptureStdout();
  run(kernel, 1);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "    1|2    |00003|+4|-5|cafef00d1|010\n"
            "1.50|     3.142|1.200000E-04|0.0001|0x1p+0\n"
            "a|ab  |tru|%\n"
            "1,-2,3,4|a,ff|1.0,2.0,3.0|0x1,0x2,0x3,0xff\n"
            "1\n");
}

}  // namespace
