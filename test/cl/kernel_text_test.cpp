// cl_kiln_kernel_text: a kernel's stages, as text.

#include <gmock/gmock.h>

#include "CL/cl_ext_kiln.h"
#include "compiler/container.h"
#include "fixture.h"

namespace {

constexpr char twoKernels[] =
    "kernel void first(global float *a) { a[get_global_id(0)] *= 2; }\n"
    "kernel void second(global int *a) { a[get_global_id(0)] += 1; }\n";

class KernelText : public test::Fixture {
 protected:
  std::string textOf(cl_kernel kernel, cl_kernel_work_group_info name,
                     cl_int expected = CL_SUCCESS) {
    size_t size = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, name, 0, nullptr, &size), expected);
    std::string text(size, '?');
    if (expected == CL_SUCCESS) {
      EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, name, size - 1, text.data(), nullptr),
                CL_INVALID_VALUE);
      EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, name, size, text.data(), nullptr),
                CL_SUCCESS);
      EXPECT_EQ(text.back(), '\0');
    }
    return text;
  }
  std::vector<std::byte> binaryOf(cl_program program) {
    size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
              CL_SUCCESS);
    std::vector<std::byte> bytes(size);
    std::byte *pointer = bytes.data();
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  test::OwnedProgram load(const std::vector<std::byte> &bytes) {
    const size_t size = bytes.size();
    const auto *pointer = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int error = 1;
    test::OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &pointer, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
};

TEST_F(KernelText, IsOfTheKernelAlone) {
  const auto program = build(twoKernels);
  const auto first = makeKernel(program, "first");
  const std::string ir = textOf(first, CL_KERNEL_IR_KILN);
  EXPECT_THAT(ir, testing::HasSubstr("first"));
  EXPECT_THAT(ir, testing::ContainsRegex("f(mul|add) "));
  EXPECT_THAT(ir, testing::Not(testing::HasSubstr("@second")));
  EXPECT_THAT(textOf(first, CL_KERNEL_ASSEMBLY_KILN), testing::HasSubstr(".text"));
}

TEST_F(KernelText, OfBinariesComesFromTheirIntermediateCode) {
  const auto bytes = binaryOf(build(twoKernels));
  const auto whole = load(bytes);
  const auto kernel = makeKernel(whole, "first");
  const std::string text = textOf(kernel, CL_KERNEL_ASSEMBLY_KILN);
  EXPECT_THAT(text, testing::HasSubstr(".text"));
  EXPECT_EQ(text, textOf(kernel, CL_KERNEL_ASSEMBLY_KILN));

  const auto entries = compiler::readContainer(bytes);
  ASSERT_TRUE(entries);
  const auto code = load(compiler::writeContainer({&entries->front(), 1}));
  textOf(makeKernel(code, "first"), CL_KERNEL_IR_KILN, CL_INVALID_OPERATION);
}

}  // namespace
