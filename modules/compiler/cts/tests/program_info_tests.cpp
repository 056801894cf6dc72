// Tests ProgramInfo: the kernels of a program and their arguments.
//
// clSetKernelArg, clGetKernelArgInfo and clGetKernelWorkGroupInfo answer from ProgramInfo without
// another look at the program. A wrong size or address space there makes the driver accept
// arguments that the kernel cannot take.
#include "fixture.h"

namespace compiler::cts {

class InfoTest : public TargetTest {
 protected:
  /// The kernel k of the finalized source.
  const KernelInfo &kernel(std::string_view source, std::string_view options = "") {
    module_ = finalized(source, options);
    const KernelInfo *found = module_->programInfo().find("k");
    EXPECT_TRUE(found);
    // Stands for the missing kernel after a failure.
    static const KernelInfo none;
    return found ? *found : none;
  }

  ModulePointer module_;
};

KILN_COMPILER_CTS_SUITE_OVER(InfoTest, ProgramInfos);

/// CL_PROGRAM_KERNEL_NAMES (CL 3.0 §5.8.9); functions are not in the list.
TEST_P(ProgramInfos, NameKernelsInTheOrderOfTheSource) {
  const ModulePointer module =
      finalized("kernel void c() {}\nvoid f(void) {}\nkernel void a() {}\nkernel void b() {}");
  // ElementsAre also checks the order.
  std::vector<std::string> names;
  for (const KernelInfo &info : module->programInfo().kernels) {
    names.push_back(info.name);
  }
  EXPECT_THAT(names, testing::ElementsAre("c", "a", "b"));
  EXPECT_FALSE(module->programInfo().find("f"));
  EXPECT_FALSE(module->programInfo().find(""));
}

/// clSetKernelArg (CL 3.0 §5.9.2) checks by kind, address space and size.
TEST_P(ProgramInfos, HaveTheKindsOfArguments) {
  const KernelInfo &k = kernel(
      "kernel void k(global int *a, constant float *b, local int4 *c, int d, const float4 e) {}");
  ASSERT_EQ(k.arguments.size(), 5u);
  const auto &a = k.arguments;
  EXPECT_EQ(a[0].kind, ArgumentKind::pointer);
  EXPECT_EQ(a[0].addressSpace, AddressSpace::global);
  EXPECT_EQ(a[1].kind, ArgumentKind::pointer);
  EXPECT_EQ(a[1].addressSpace, AddressSpace::constant);
  EXPECT_EQ(a[2].kind, ArgumentKind::localPointer);
  EXPECT_EQ(a[2].addressSpace, AddressSpace::local);
  EXPECT_EQ(a[3].kind, ArgumentKind::value);
  EXPECT_EQ(a[3].addressSpace, AddressSpace::privateMemory);
  EXPECT_EQ(a[3].size, 4u);
  EXPECT_EQ(a[4].kind, ArgumentKind::value);
  EXPECT_EQ(a[4].size, 16u);
  for (const ArgumentInfo &argument : a) {
    EXPECT_EQ(argument.access, AccessQualifier::none);
  }
}

/// Sizes in bytes, as the device has them: a vector of three takes the room of four, a structure
/// includes its padding.
TEST_P(ProgramInfos, HaveTheSizesOfValues) {
  const KernelInfo &k = kernel(
      "typedef struct { char c; long l; } pair;\n"
      "kernel void k(char a, short2 b, uchar3 c, ulong16 d, pair e, float f) {}");
  std::vector<uint64_t> sizes;
  for (const ArgumentInfo &argument : k.arguments) {
    EXPECT_EQ(argument.kind, ArgumentKind::value);
    sizes.push_back(argument.size);
  }
  EXPECT_THAT(sizes, testing::ElementsAre(1, 4, 4, 128, 16, 4));
}

/// The answers of clGetKernelArgInfo (CL 3.0 §5.9.4). Types have OpenCL C's names, so `unsigned
/// int` is uint.
TEST_P(ProgramInfos, HaveNamesTypesAndQualifiers) {
  const KernelInfo &k = kernel(
      "typedef struct { int x; } mine;\n"
      "kernel void k(global const volatile float *restrict in, unsigned int count, "
      "global mine *out, constant uchar4 *table) {}",
      "-cl-kernel-arg-info");
  ASSERT_EQ(k.arguments.size(), 4u);
  EXPECT_TRUE(k.hasArgumentInfo);
  const auto &a = k.arguments;
  EXPECT_EQ(a[0].name, "in");
  EXPECT_EQ(a[0].typeName, "float*");
  EXPECT_EQ(a[0].typeQualifiers, typeConst | typeVolatile | typeRestrict);
  EXPECT_EQ(a[1].name, "count");
  EXPECT_EQ(a[1].typeName, "uint");
  EXPECT_EQ(a[1].typeQualifiers, 0);
  EXPECT_EQ(a[2].typeName, "mine*");
  EXPECT_EQ(a[2].typeQualifiers, 0);
  EXPECT_EQ(a[3].name, "table");
  EXPECT_EQ(a[3].typeName, "uchar4*");
}

/// Sizes of reqd_work_group_size and work_group_size_hint, and the text of CL_KERNEL_ATTRIBUTES.
TEST_P(ProgramInfos, HaveAttributes) {
  const KernelInfo &k = kernel(
      "__attribute__((reqd_work_group_size(8, 4, 2))) __attribute__((work_group_size_hint(2, 1, "
      "1)))"
      "kernel void k() {}");
  EXPECT_THAT(k.requiredWorkGroupSize, testing::ElementsAre(8, 4, 2));
  EXPECT_THAT(k.workGroupSizeHint, testing::ElementsAre(2, 1, 1));
  EXPECT_TRUE(contains(k.attributes, "reqd_work_group_size(8,4,2)")) << k.attributes;
  EXPECT_TRUE(contains(k.attributes, "work_group_size_hint(2,1,1)")) << k.attributes;
}

/// Zeros and an empty text stand for no attribute.
TEST_P(ProgramInfos, OfPlainKernelsHaveNoAttributes) {
  const KernelInfo &k = kernel("kernel void k() {}");
  EXPECT_EQ(k.attributes, "");
  EXPECT_THAT(k.requiredWorkGroupSize, testing::Each(0));
  EXPECT_THAT(k.workGroupSizeHint, testing::Each(0));
  EXPECT_EQ(k.requiredSubGroupSize, 0u);
}

/// Kernels of one name in two modules do not meet.
TEST_P(ProgramInfos, BelongToTheirModules) {
  // Both programs have a kernel k, with different arguments.
  const ModulePointer first = finalized("kernel void k(int a) {}");
  const ModulePointer second = finalized("kernel void k(global float *a, int b) {}");
  EXPECT_EQ(first->programInfo().find("k")->arguments.size(), 1u);
  EXPECT_EQ(second->programInfo().find("k")->arguments.size(), 2u);
  const ModulePointer third = finalized("kernel void other() {}");
  EXPECT_FALSE(third->programInfo().find("k"));
}

/// serialize and deserializeProgramInfo are inverse: the cache of builds stores the bytes.
TEST_P(ProgramInfos, SurviveTheirByteForm) {
  kernel(
      "__attribute__((reqd_work_group_size(8, 1, 1)))\n"
      "kernel void k(global float *a, int b, local int *c) {}\nkernel void other() {}");
  // Equal bytes of a copy show that nothing is lost.
  const auto bytes = serialize(module_->programInfo());
  const auto copy = deserializeProgramInfo(bytes);
  ASSERT_TRUE(copy);
  EXPECT_EQ(serialize(*copy), bytes);
  ASSERT_TRUE(copy->find("k"));
  EXPECT_EQ(copy->find("k")->arguments.size(), 3u);
}

}  // namespace compiler::cts
