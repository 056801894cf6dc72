// Declarations of extensions unknown to Clang (builtins/declarations.def).

#include "compile_fixture.h"

namespace compiler::frontend {
namespace {

using testing::HasSubstr;

struct ExtensionDeclarations : CompileTest {};

const char *const arrives = "kernel void k() { intel_work_group_barrier_arrive(1u); }";

TEST_F(ExtensionDeclarations, areOfTheDevicesExtensions) {
  EXPECT_FALSE(compile(arrives));
  EXPECT_THAT(log, HasSubstr("use of undeclared identifier 'intel_work_group_barrier_arrive'"));
  properties.extensions.emplace_back("cl_intel_split_work_group_barrier");
  ASSERT_TRUE(compile(arrives)) << log;
  EXPECT_NE(module->getFunction("_Z31intel_work_group_barrier_arrivej"), nullptr);
}

TEST_F(ExtensionDeclarations, areOfWorkGroups) {
  properties.extensions = {"cl_khr_async_work_group_copy_fence",
                           "cl_khr_work_group_uniform_arithmetic"};
  ASSERT_TRUE(
      compile("kernel void k(global int *p, global ulong *q) {\n"
              "  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);\n"
              "  *p = work_group_scan_inclusive_logical_xor(*p) + work_group_reduce_and(*p);\n"
              "  *q = work_group_scan_exclusive_mul(*q);\n}"))
      << log;
  for (const char *name :
       {"_Z27async_work_group_copy_fencej", "_Z21work_group_reduce_andi",
        "_Z37work_group_scan_inclusive_logical_xori", "_Z29work_group_scan_exclusive_mulm"}) {
    EXPECT_NE(module->getFunction(name), nullptr) << name;
  }
  EXPECT_FALSE(compile("kernel void k(global float *p) { *p = work_group_reduce_and(*p); }"));
}

/// In each version, and as the program's own where it has one.
TEST_F(ExtensionDeclarations, areOfWorkGroupsBeforeVersion2) {
  const char *const source =
      "kernel void k(global int *p, global float *q) {\n"
      "  *p = work_group_all(*p) + work_group_reduce_min(*p);\n"
      "  *q = work_group_broadcast(*q, 1, 2) + work_group_scan_exclusive_add(*q);\n}";
  EXPECT_FALSE(compile(source, "-cl-std=CL1.2"));
  properties.features = {"__opencl_c_work_group_collective_functions"};
  for (const char *version : {"", "-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    ASSERT_TRUE(compile(source, version)) << version << log;
    for (const char *name : {"_Z14work_group_alli", "_Z21work_group_reduce_mini",
                             "_Z20work_group_broadcastfmm", "_Z29work_group_scan_exclusive_addf"}) {
      EXPECT_NE(module->getFunction(name), nullptr) << name << version;
    }
  }
  ASSERT_TRUE(
      compile("int work_group_all(local int *x) { return *x; }\n"
              "kernel void k(global int *p, local int *l) { *p = work_group_all(l); }"))
      << log;
  EXPECT_EQ(module->getFunction("_Z14work_group_alli"), nullptr);
}

/// The width of both types is in the name.
TEST_F(ExtensionDeclarations, areOfBfloat16) {
  properties.extensions = {"cl_intel_bfloat16_conversions"};
  ASSERT_TRUE(
      compile("kernel void k(global ushort *p, global float3 *q, global float16 *r) {\n"
              "  *q = intel_convert_as_bfloat163_float3(vload3(0, p));\n"
              "  *p = intel_convert_bfloat16_as_ushort(q->x);\n"
              "  vstore16(intel_convert_bfloat1616_as_ushort16(*r), 0, p);\n}"))
      << log;
  for (const char *name :
       {"_Z33intel_convert_as_bfloat163_float3Dv3_t", "_Z32intel_convert_bfloat16_as_ushortf",
        "_Z36intel_convert_bfloat1616_as_ushort16Dv16_f"}) {
    EXPECT_NE(module->getFunction(name), nullptr) << name;
  }
  EXPECT_FALSE(
      compile("kernel void k(float4 x, global ushort4 *p) {"
              " *p = intel_convert_bfloat16_as_ushort(x); }"));
}

TEST_F(ExtensionDeclarations, areNotInProgramsThatDoNotNameThem) {
  properties.extensions.emplace_back("cl_intel_subgroups");
  ASSERT_TRUE(compile("kernel void k() {}")) << log;
  EXPECT_EQ(module->getFunction("_Z23intel_sub_group_shuffleij"), nullptr);
}

TEST_F(ExtensionDeclarations, areOverloads) {
  properties.extensions = {"cl_intel_subgroups", "cl_khr_extended_async_copies"};
  ASSERT_TRUE(
      compile("kernel void k(global float4 *p, local int *l, global uint *q) {\n"
              "  *p = intel_sub_group_shuffle(*p, 1u);\n"
              "  *q = intel_sub_group_shuffle_down(*q, 2u, 1u);\n"
              "  *q += intel_sub_group_block_read2(q).y;\n"
              "  event_t e = async_work_group_copy_2D2D(l, 0, q, 0, 4, 1, 1, 1, 1, 0);\n"
              "  async_work_group_copy_2D2D(q, 0, l, 0, 4, 1, 1, 1, 1, e);\n}"))
      << log;
  for (const char *name :
       {"_Z23intel_sub_group_shuffleDv4_fj", "_Z28intel_sub_group_shuffle_downjjj",
        "_Z27intel_sub_group_block_read2PU3AS1Kj",
        "_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmmmmmm9ocl_event",
        "_Z26async_work_group_copy_2D2DPU3AS1vmPU3AS3Kvmmmmmm9ocl_event"}) {
    EXPECT_NE(module->getFunction(name), nullptr) << name;
  }
}

TEST_F(ExtensionDeclarations, areOfImagesWhereTheDeviceHasThem) {
  properties.extensions = {"cl_intel_subgroups", "cl_intel_subgroups_short"};
  const char *const reads =
      "kernel void k(read_only image2d_t i, write_only image2d_t o, int2 at) {\n"
      "  intel_sub_group_block_write_us2(o, at, intel_sub_group_block_read_us2(i, at));\n}";
  properties.hasImages = false;
  EXPECT_FALSE(compile(reads));
  properties.hasImages = true;
  properties.features.emplace_back("__opencl_c_images");
  ASSERT_TRUE(compile(reads)) << log;
  EXPECT_NE(module->getFunction("_Z30intel_sub_group_block_read_us214ocl_image2d_roDv2_i"),
            nullptr);
  EXPECT_NE(module->getFunction("_Z31intel_sub_group_block_write_us214ocl_image2d_woDv2_iDv2_t"),
            nullptr);
}

TEST_F(ExtensionDeclarations, giveWayToTheProgramsOwn) {
  properties.extensions.emplace_back("cl_intel_split_work_group_barrier");
  EXPECT_TRUE(
      compile("int intel_work_group_barrier_arrive(int a, int b) { return a + b; }\n"
              "kernel void k(global int *p) { *p = intel_work_group_barrier_arrive(1, 2); }"))
      << log;
}

TEST_F(ExtensionDeclarations, checkTheirArguments) {
  properties.extensions.emplace_back("cl_intel_subgroups");
  EXPECT_FALSE(compile("kernel void k(global int *p) { *p = intel_sub_group_shuffle(); }"));
  EXPECT_THAT(log, HasSubstr("no matching function for call to 'intel_sub_group_shuffle'"));
  EXPECT_FALSE(compile("kernel void k(local uint *p) { *p = intel_sub_group_block_read(p); }"));
}

}  // namespace
}  // namespace compiler::frontend
