#include "compile_fixture.h"
#include "llvm/IR/Function.h"

namespace compiler::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class KernelInfoTest : public CompileTest {
 protected:
  std::vector<KernelInfo> read(std::string_view source, std::string_view options = "") {
    EXPECT_TRUE(compile(source, options)) << log;
    auto result = readKernelInfo(*module);
    EXPECT_TRUE(result);
    return result ? *result : std::vector<KernelInfo>();
  }
  /// Of `kernel void f(<text>) {}` with one parameter.
  ArgumentInfo argument(const std::string &text) {
    auto kernels = read(
        "struct S { int x; double d; char c; };\n"
        "typedef struct { float3 v; } T;\nenum N { A };\n"
        "kernel void f(" +
        text + ") {}");
    EXPECT_THAT(kernels, SizeIs(1));
    return kernels.empty() ? ArgumentInfo() : kernels[0].arguments.at(0);
  }
};

TEST_F(KernelInfoTest, kernelsInTheOrderOfTheSource) {
  auto kernels = read(
      "kernel void z() {} void helper() {} kernel void a() {}\n"
      "kernel void m() { z(); helper(); } kernel void declared();");
  ASSERT_THAT(kernels, SizeIs(3));
  EXPECT_EQ(kernels[0].name, "z");
  EXPECT_EQ(kernels[1].name, "a");
  EXPECT_EQ(kernels[2].name, "m");
  EXPECT_THAT(read("void f() {}"), IsEmpty());
}

TEST_F(KernelInfoTest, pointers) {
  ArgumentInfo info = argument("global float *a");
  EXPECT_EQ(info.kind, ArgumentKind::pointer);
  EXPECT_EQ(info.addressSpace, AddressSpace::global);
  EXPECT_EQ(info.typeName, "float*");
  EXPECT_EQ(info.name, "a");
  EXPECT_EQ(info.size, 8u);
  EXPECT_EQ(info.typeQualifiers, 0);
  EXPECT_EQ(info.access, AccessQualifier::none);

  info = argument("const global unsigned int *restrict b");
  EXPECT_EQ(info.typeName, "uint*");
  EXPECT_EQ(info.typeQualifiers, typeConst | typeRestrict);
  info = argument("constant volatile unsigned long *c");
  EXPECT_EQ(info.addressSpace, AddressSpace::constant);
  EXPECT_EQ(info.typeName, "ulong*");
  EXPECT_EQ(info.typeQualifiers, typeConst | typeVolatile);
  info = argument("local double4 *d");
  EXPECT_EQ(info.kind, ArgumentKind::localPointer);
  EXPECT_EQ(info.addressSpace, AddressSpace::local);
  EXPECT_EQ(info.typeName, "double4*");
  EXPECT_EQ(argument("global T *t").typeName, "T*");
  EXPECT_EQ(argument("global void *t").typeName, "void*");
  EXPECT_EQ(argument("global int t[]").typeName, "int*");
}

TEST_F(KernelInfoTest, values) {
  struct Case {
    const char *text, *type;
    uint64_t size;
  };
  for (auto [text, type, size] :
       {Case{"char a", "char", 1}, Case{"unsigned char a", "uchar", 1}, Case{"short a", "short", 2},
        Case{"uint a", "uint", 4}, Case{"unsigned a", "uint", 4}, Case{"long a", "long", 8},
        Case{"float a", "float", 4}, Case{"double a", "double", 8}, Case{"float2 a", "float2", 8},
        Case{"float3 a", "float3", 16}, Case{"char3 a", "char3", 4},
        Case{"double16 a", "double16", 128}, Case{"ulong3 a", "ulong3", 32}, Case{"T a", "T", 16},
        Case{"struct S a", "structS", 24}}) {
    ArgumentInfo info = argument(text);
    EXPECT_EQ(info.kind, ArgumentKind::value) << text;
    EXPECT_EQ(info.addressSpace, AddressSpace::privateMemory) << text;
    EXPECT_EQ(info.typeName, type);
    EXPECT_EQ(info.size, size) << text;
    EXPECT_EQ(info.typeQualifiers, 0) << text;
  }
  // Qualifiers belong to a pointer's pointee.
  EXPECT_EQ(argument("const int a").typeQualifiers, 0);
}

TEST_F(KernelInfoTest, imagesAndSamplers) {
  properties.hasImages = true;
  ArgumentInfo info = argument("read_only image2d_t i");
  EXPECT_EQ(info.kind, ArgumentKind::image);
  EXPECT_EQ(info.addressSpace, AddressSpace::global);
  EXPECT_EQ(info.access, AccessQualifier::readOnly);
  EXPECT_EQ(info.typeName, "image2d_t");
  EXPECT_EQ(argument("write_only image1d_buffer_t i").access, AccessQualifier::writeOnly);
  EXPECT_EQ(argument("image3d_t i").access, AccessQualifier::readOnly);
  info = argument("sampler_t s");
  EXPECT_EQ(info.kind, ArgumentKind::sampler);
  EXPECT_EQ(info.typeName, "sampler_t");
}

TEST_F(KernelInfoTest, sizesFollowTheAddressBits) {
  properties.addressBits = 32;
  EXPECT_EQ(argument("global float *a").size, 4u);
  EXPECT_EQ(argument("local float *a").size, 4u);
}

TEST_F(KernelInfoTest, attributes) {
  auto kernels = read(
      "__attribute__((reqd_work_group_size(8, 4, 2))) kernel void a() {}\n"
      "__attribute__((vec_type_hint(float4))) __attribute__((reqd_work_group_size(8, 1, 1)))\n"
      "kernel void b() {}\n"
      "kernel __attribute__((work_group_size_hint(16, 1, 1), vec_type_hint(uchar)))\n"
      "void c() {}\n"
      "kernel void d() {}\n"
      "kernel __attribute__((intel_reqd_sub_group_size(8))) void e() {}\n");
  ASSERT_THAT(kernels, SizeIs(5));
  EXPECT_EQ(kernels[0].attributes, "reqd_work_group_size(8,4,2)");
  EXPECT_THAT(kernels[0].requiredWorkGroupSize, ElementsAre(8, 4, 2));
  EXPECT_EQ(kernels[1].attributes, "reqd_work_group_size(8,1,1) vec_type_hint(float4)");
  EXPECT_EQ(kernels[2].attributes, "work_group_size_hint(16,1,1) vec_type_hint(uchar)");
  EXPECT_THAT(kernels[2].workGroupSizeHint, ElementsAre(16, 1, 1));
  EXPECT_THAT(kernels[2].requiredWorkGroupSize, ElementsAre(0, 0, 0));
  EXPECT_EQ(kernels[3].attributes, "");
  EXPECT_EQ(kernels[4].requiredSubGroupSize, 8u);
  EXPECT_EQ(kernels[4].attributes, "intel_reqd_sub_group_size(8)");
}

TEST_F(KernelInfoTest, argumentInfoIsThereWithoutTheOption) {
  auto kernels = read("kernel void f(int first) {}");
  ASSERT_THAT(kernels, SizeIs(1));
  EXPECT_TRUE(kernels[0].hasArgumentInfo);
  EXPECT_EQ(kernels[0].arguments[0].name, "first");
}

TEST_F(KernelInfoTest, damagedMetadataIsAnError) {
  for (const char *kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                           "kernel_arg_type_qual"}) {
    ASSERT_TRUE(compile("kernel void f(int a) {}"));
    llvm::Function *kernel = module->getFunction("f");
    kernel->setMetadata(kind, llvm::MDNode::get(context, {}));
    EXPECT_FALSE(readKernelInfo(*module)) << kind;
    kernel->setMetadata(kind, nullptr);
    EXPECT_FALSE(readKernelInfo(*module)) << kind;
  }
}

}  // namespace
}  // namespace compiler::frontend
