// Tests createBinary: restricted ELF for the target's machine, whose metadata agrees with
// ProgramInfo.
//
// The verifier of mux (doc/mux-spec.md §9) reads each binary first, so these tests look at its
// contents only: program metadata (§8) against ProgramInfo, flags against the source, and bytes
// against bytes of another build. The driver trusts the metadata for checks of arguments and for
// the sizes of memory.
#include <algorithm>

#include "fixture.h"

namespace compiler::cts {
namespace {

/// Kernels with each kind of argument: buffers, values with padding, local memory, a structure, and
/// none at all.
constexpr char manyKinds[] =
    "typedef struct { char c; long l; float4 v; } item;\n"
    "kernel void first(global int *a, char b, local int *c, float3 d, constant int *e) {\n"
    "  c[get_local_id(0)] = b + e[0];\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  a[get_global_id(0)] = c[0] + (int)d.x;\n}\n"
    "kernel void second(item i, global item *out) { *out = i; }\n"
    "kernel void third() {}\n"
    "__attribute__((reqd_work_group_size(16, 2, 1)))\n"
    "kernel void fourth(local float *l, double16 x, global double16 *out) { *out = x; }\n";
/// Makes double another name of float where the target has none.
constexpr char withoutDouble[] =
    "#ifndef cl_khr_fp64\n#define double float\n#define double16 float16\n#endif\n";

/// Returns the kind in a descriptor for a kind in ProgramInfo.
mux_parameter_kind_t parameterKind(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::value:
      return mux_parameter_value;
    case ArgumentKind::localPointer:
      return mux_parameter_local;
    case ArgumentKind::image:
      return mux_parameter_image;
    case ArgumentKind::sampler:
      return mux_parameter_sampler;
    default:
      return mux_parameter_buffer;
  }
}

/// Expects a kernel's record in the binary to agree with ProgramInfo. Offsets follow the alignment,
/// and no argument overlaps the one before.
void expectAgree(const KernelInfo &info, const mux::KernelRecord &record) {
  SCOPED_TRACE(info.name);
  ASSERT_EQ(record.parameters.size(), info.arguments.size());
  // The end of the parameter before.
  uint64_t end = 0;
  for (size_t i = 0; i < record.parameters.size(); ++i) {
    SCOPED_TRACE("argument " + std::to_string(i));
    const mux_parameter_t &parameter = record.parameters[i];
    const ArgumentInfo &argument = info.arguments[i];
    EXPECT_EQ(parameter.kind, parameterKind(argument.kind));
    EXPECT_EQ(parameter.size, argument.kind == ArgumentKind::value ? argument.size : 8);
    ASSERT_NE(parameter.alignment, 0u);
    if (argument.kind == ArgumentKind::value) {
      EXPECT_EQ(parameter.offset % parameter.alignment, 0u);
    } else {
      EXPECT_EQ(parameter.offset % 8, 0u);
    }
    // Parameters lie in the order of the declaration.
    EXPECT_GE(parameter.offset, end) << "it overlaps the one before";
    end = parameter.offset + parameter.size;
  }
  EXPECT_GE(record.descriptor.arguments_size, end);
  EXPECT_TRUE(
      std::ranges::equal(record.descriptor.required_local_size, info.requiredWorkGroupSize));
  EXPECT_THAT(record.descriptor.specialized_local_size, testing::Each(0));
  EXPECT_GE(record.descriptor.preferred_multiple, 1u);
  EXPECT_GE(record.descriptor.vector_width, 1u);
}

}  // namespace

class BinaryTest : public TargetTest {
 protected:
  /// Returns the descriptor of the kernel k out of the program metadata.
  mux_kernel_descriptor_t descriptor(std::string_view source) {
    image_ = verified(binaryOf(source));
    EXPECT_EQ(image_.metadata.kernels.size(), 1u);
    return image_.metadata.kernels.empty() ? mux_kernel_descriptor_t{}
                                           : image_.metadata.kernels[0].descriptor;
  }

  mux::elf::Image image_;
};

KILN_COMPILER_CTS_SUITE_OVER(BinaryTest, Binaries);

/// Kernels, parameters and entries of the binary agree with ProgramInfo: the driver checks
/// arguments by one and launches by the other.
TEST_P(Binaries, HoldAllKernels) {
  const ModulePointer module = finalized(std::string(withoutDouble) + manyKinds);
  auto binary = module->createBinary();
  ASSERT_TRUE(binary) << module->log();
  const mux::elf::Image image = verified(*binary);
  const ProgramInfo &info = module->programInfo();
  ASSERT_EQ(image.metadata.kernels.size(), info.kernels.size());
  EXPECT_EQ(image.entries.size(), info.kernels.size());
  for (const mux::KernelRecord &record : image.metadata.kernels) {
    const KernelInfo *found = info.find(record.name);
    ASSERT_TRUE(found) << record.name;
    expectAgree(*found, record);
  }
}

/// The runtime half refuses a binary by these texts, so they have to be the ones of the target.
TEST_P(Binaries, NameTheirTarget) {
  const mux::elf::Image image = verified(binaryOf(addSource));
  EXPECT_EQ(image.metadata.target, registration().name);
  EXPECT_EQ(image.metadata.targetProperties, target().targetProperties());
  // The texts of a registration are in the form that the target makes of them.
  if (!properties().empty()) {
    EXPECT_EQ(image.metadata.targetProperties, properties());
  }
}

/// A target made from the properties in a binary generates the same binary. So offline compilation
/// can reproduce a cached one.
TEST_P(Binaries, HavePropertiesThatMakeThemAgain) {
  const Bytes binary = binaryOf(addSource);
  auto again = info().createTarget(*context_, verified(binary).metadata.targetProperties);
  ASSERT_TRUE(again) << again.error().message;
  // From here on the test compiles for the target made anew.
  target_ = std::move(*again);
  EXPECT_EQ(binaryOf(addSource), binary);
}

/// Equal input gives equal bytes, without times, addresses or random names. Caches compare
/// binaries, and builds are reproducible.
TEST_P(Binaries, AreTheSameEachTime) {
  const std::string source = std::string(withoutDouble) + manyKinds;
  const ModulePointer module = finalized(source);
  const Bytes first = binaryOf(*module);
  EXPECT_EQ(binaryOf(*module), first);
  EXPECT_EQ(binaryOf(source), first);
}

/// The bytes belong to the caller; they are read after the module is gone.
TEST_P(Binaries, DoNotDependOnTheirModule) {
  Bytes binary;
  {
    const ModulePointer module = finalized(addSource);
    binary = binaryOf(*module);
  }
  EXPECT_EQ(verified(binary).metadata.kernels.size(), 1u);
}

/// Flags of the descriptor (mux/abi.h): barriers and printf. A kernel without them must not have
/// the flag, since the launch would take a slower way.
TEST_P(Binaries, SayWhatKernelsUse) {
  EXPECT_EQ(descriptor("kernel void k(global int *p) { *p = 1; }").flags &
                (mux_kernel_has_barriers | mux_kernel_uses_printf | mux_kernel_uses_sub_groups),
            0u);
  EXPECT_NE(descriptor("kernel void k(global int *p) { *p = 1; barrier(CLK_GLOBAL_MEM_FENCE); "
                       "p[1] = *p; }")
                    .flags &
                mux_kernel_has_barriers,
            0u);
  EXPECT_NE(descriptor("kernel void k(int x) { printf(\"%d of %s\\n\", x, \"text\"); }").flags &
                mux_kernel_uses_printf,
            0u);
  EXPECT_TRUE(contains(image_.metadata.strings, "%d of %s\n"));
  EXPECT_TRUE(contains(image_.metadata.strings, "text"));
}

/// local_size and frame_item_size are the least memory that a launch has to offer. Too small a
/// number makes work-items overwrite each other.
TEST_P(Binaries, SizeMemory) {
  EXPECT_EQ(descriptor("kernel void k(global int *p) { *p = 1; }").local_size, 0u);
  EXPECT_GE(descriptor("kernel void k(global int *p) { local int l[100]; l[*p] = 1; "
                       "barrier(CLK_LOCAL_MEM_FENCE); *p = l[p[1]]; }")
                .local_size,
            400u);
  // 64 ints live across the barrier.
  const mux_kernel_descriptor_t frame = descriptor(
      "kernel void k(global int *p) { int a[64]; for (int i = 0; i < 64; ++i) a[i] = p[i]; "
      "barrier(CLK_GLOBAL_MEM_FENCE); p[get_global_id(0)] = a[p[0] & 63]; }");
  EXPECT_GE(frame.frame_item_size, 256u);
  EXPECT_GE(frame.frame_item_multiple, 1u);
}

/// An empty program is a binary without kernels.
TEST_P(Binaries, OfProgramsWithoutKernelsAreValid) {
  for (const char *source : {"", "int f(int x) { return x; }"}) {
    EXPECT_TRUE(verified(binaryOf(source)).metadata.kernels.empty());
  }
}

/// A hundred kernels, so that a target that compiles in partitions has several to join.
TEST_P(Binaries, OfManyKernelsHaveThemAll) {
  constexpr int count = 100;
  std::string source;
  for (int i = 0; i < count; ++i) {
    source += "kernel void k" + std::to_string(i) + "(global int *p) { *p = " + std::to_string(i) +
              "; }\n";
  }
  const mux::elf::Image image = verified(binaryOf(source));
  EXPECT_EQ(image.metadata.kernels.size(), count);
  EXPECT_EQ(image.entries.size(), count);
}

}  // namespace compiler::cts
