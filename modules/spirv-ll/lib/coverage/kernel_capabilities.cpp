// Lists the capabilities and extensions of kernels that no device supports, with the reason for
// each. Every capability open to kernels has a row here or in supported.cpp; `spirv-ll-tool
// --coverage` prints the names without one. The reasons appear in build logs.
#include <algorithm>

#include "binary/grammar.h"
#include "coverage/coverage.h"

namespace spirv_ll {
namespace {

/// Reasons shared by several rows. They complete the sentence "the capability X is not supported:
/// …", so they begin with a small letter and have no full stop.
constexpr char forEnqueue[] = "kernels cannot enqueue kernels";
constexpr char forPipes[] = "pipes neither block nor connect to I/O";
constexpr char forShaders[] = "it is for shaders";
constexpr char forStorage[] = "the storage classes that it is for are those of shaders";
constexpr char forRounding[] =
    "a kernel cannot choose the rounding mode or the flushing of denormals";
constexpr char forTypes[] = "the device has no numbers of such types";
constexpr char forMatrices[] = "matrices have only the operations of SPV_KHR_cooperative_matrix";
constexpr char forVendors[] = "it is specific to one vendor's devices";
constexpr char forUntyped[] = "pointers must have a pointee type";
/// The first matching row gives the reason, so whole names stand in front of the patterns at the
/// end.
constexpr RefusedRow refused[] = {
    // Execution: device-side enqueue, barriers of some sub-groups, quads. A work-group is the
    // smallest unit with barriers here.
    {"DeviceEnqueue", forEnqueue},
    {"NamedBarrier", "the device has no barriers for some sub-groups of a work-group"},
    // Quads are squares of four neighbouring pixels, and kernels have no pixels.
    {"GroupNonUniformQuad", "a sub-group of kernels is not made of quads"},
    {"QuadControlKHR", "a sub-group of kernels is not made of quads"},
    {"GroupNonUniformPartitionedNV", "sub-groups are not parted by values"},
    // Rounding and denormal numbers: all code of a launch runs in one floating-point environment.
    {"DenormFlushToZero", forRounding},
    {"RoundingModeRTZ", forRounding},
    {"RoundToInfinityINTEL", forRounding},
    {"FloatControls2", forRounding},
    {"RoundedDivideSqrtINTEL", forRounding},
    // The memory model, and assembly.
    {"VulkanMemoryModel", "kernels have the memory model of OpenCL"},
    {"VulkanMemoryModelDeviceScope", "kernels have the memory model of OpenCL"},
    // Numbers without a type in OpenCL C.
    {"ArbitraryPrecisionFixedPointINTEL", forTypes},
    {"ArbitraryPrecisionFloatingPointINTEL", forTypes},
    {"IntegerFunctions2INTEL", forShaders},
    // Blocks of sub-groups beyond cl_intel_subgroups, and fixed functions of Intel's GPUs.
    {"SubgroupImageMediaBlockIOINTEL", "blocks are as wide as a sub-group"},
    {"SubgroupBufferPrefetchINTEL", "blocks are not fetched before they are read"},
    {"Subgroup2DBlockIOINTEL", "blocks are read and written in one dimension only"},
    {"Subgroup2DBlockTransformINTEL", "blocks are read and written in one dimension only"},
    {"Subgroup2DBlockTransposeINTEL", "blocks are read and written in one dimension only"},
    {"SubgroupAvcMotionEstimationINTEL", "the device has nothing for motion estimation"},
    {"SubgroupAvcMotionEstimationIntraINTEL", "the device has nothing for motion estimation"},
    {"SubgroupAvcMotionEstimationChromaINTEL", "the device has nothing for motion estimation"},
    {"SubgroupMatrixMultiplyAccumulateINTEL", forMatrices},
    // Kernels written for a whole sub-group, and vectors of other lengths than OpenCL C has.
    {"VectorComputeINTEL", "kernels are written for one work-item"},
    {"VectorAnyINTEL", "vectors have 2, 3, 4, 8 or 16 components"},
    {"LongVectorEXT", "vectors have 2, 3, 4, 8 or 16 components"},
    // Pointers without a pointee type: the translator finds the type of an access by the pointer's.
    {"UntypedPointersKHR", forUntyped},
    {"UntypedVariableLengthArrayINTEL", forUntyped},
    // Shaders and tools outside of OpenCL's execution model.
    {"DescriptorHeapEXT", forShaders},
    {"Shader64BitIndexingEXT", forShaders},
    // Instructions with an equivalent in several others; a producer has no need of them.
    {"ArithmeticFenceEXT", "operations are never reassociated, so a fence has no use"},
    {"AbortKHR", "a kernel cannot end the launch"},
    {"ConstantDataKHR", "constants are given component by component"},
    {"ReplicatedCompositesEXT", "composites are given part by part"},
    {"BindlessImagesINTEL", "images are arguments of kernels"},
    {"PredicatedIOINTEL", "accesses are made conditional by branches"},
    {"TernaryBitwiseFunctionINTEL", "two bitwise instructions have the same effect"},
    // Modules with alternatives for several devices. Kiln specialises by constants instead.
    {"SpecConditionalINTEL", "modules have no conditional parts"},
    {"FunctionVariantsINTEL", "modules have no conditional parts"},
    // Small floating-point and integer types, and matrices of a sub-group.
    {"TensorFloat32RoundingINTEL", forTypes},
    {"BitcastExtractEXT", forTypes},
    {"Int4TypeINTEL", forTypes},
    {"Int4CooperativeMatrixINTEL", forTypes},
    {"Float8EXT", forTypes},
    {"Float8CooperativeMatrixEXT", forTypes},
    {"Float6EXT", forTypes},
    {"Float4EXT", forTypes},
    {"Float8UnsignedE8M0EXT", forTypes},
    {"MXInt8EXT", forTypes},
    {"CooperativeMatrixConversionsEXT", forMatrices},
    {"CooperativeMatrixReductionsEXT", forMatrices},
    {"CooperativeMatrixPerElementOperationsEXT", forMatrices},
    {"CooperativeMatrixGetCoordinateEXT", forMatrices},
    // Storage classes of shaders. Kernels need Int8, Int16 or Float16 instead.
    {"StorageBuffer16BitAccess", forStorage},
    {"UniformAndStorageBuffer16BitAccess", forStorage},
    {"StoragePushConstant16", forStorage},
    {"StorageInputOutput16", forStorage},
    {"StorageBuffer8BitAccess", forStorage},
    {"UniformAndStorageBuffer8BitAccess", forStorage},
    {"StoragePushConstant8", forStorage},
    // Names without a requirement of Shader in the grammar, although only shaders can use them.
    {"ShaderLayer", forShaders},
    {"ShaderViewportIndex", forShaders},
    {"DeviceGroup", forShaders},
    {"SampleMaskPostDepthCoverage", forShaders},
    {"FragmentBarycentricKHR", forShaders},
    {"RayCullMaskKHR", forShaders},
    {"AtomicStorageOps", forShaders},
    {"Int64ImageEXT", forShaders},
    {"UniformTexelBufferArrayDynamicIndexing", forShaders},
    {"StorageTexelBufferArrayDynamicIndexing", forShaders},
    {"UniformTexelBufferArrayNonUniformIndexing", forShaders},
    {"StorageTexelBufferArrayNonUniformIndexing", forShaders},
    {"TileImageColorReadAccessEXT", forShaders},
    {"TileImageDepthReadAccessEXT", forShaders},
    {"TileImageStencilReadAccessEXT", forShaders},
    // FPGA: memory layout, pipelining and loop fusion of a circuit.
    {"FPGAMemoryAttributesINTEL", forVendors},
    {"FPGAMemoryAccessesINTEL", forVendors},
    {"FPGAClusterAttributesINTEL", forVendors},
    {"LoopFuseINTEL", forVendors},
    {"FPGADSPControlINTEL", forVendors},
    {"FPGAInvocationPipeliningAttributesINTEL", forVendors},
    {"FPGABufferLocationINTEL", forVendors},
    {"FPGAKernelAttributesv2INTEL", forVendors},
    {"RuntimeAlignedAttributeINTEL", forVendors},
    {"IOPipesINTEL", forPipes},
    {"BlockingPipesINTEL", forPipes},
    // Everything else of these vendors.
    {"*ALTERA", forVendors},
    {"*AMD", forVendors},
    {"*ARM", forVendors},
    {"*NV", forVendors},
    {"*QCOM", forVendors},
    {"*SAMSUNG", forVendors},
    {"*VALVE", forVendors},
};

/// Extensions with a reason of their own for the build log. An extension outside of this table is
/// refused as well, without a reason.
struct RefusedExtension {
  std::string_view extension;
  const char *reason;
};
constexpr RefusedExtension refusedExtensions[] = {
    {"SPV_INTEL_blocking_pipes", forPipes},
    {"SPV_INTEL_io_pipes", forPipes},
    {"SPV_INTEL_vector_compute", "kernels are written for one work-item"},
    {"SPV_KHR_float_controls2", forRounding},
    {"SPV_KHR_untyped_pointers", forUntyped},
};

}  // namespace

std::span<const Offer> offeredCapabilities(Api api) {
  return api == Api::vulkan ? capabilitiesOfShaders() : supportedCapabilities();
}

/// Linear: it runs for refused names only.
const char *findReason(std::span<const RefusedRow> table, std::string_view name) {
  // Matches a row's pattern: *SUFFIX, PREFIX*, or a whole name.
  const auto matches = [&](const RefusedRow &row) {
    const std::string_view pattern = row.pattern;
    return pattern.starts_with('*') ? name.ends_with(pattern.substr(1))
           : pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                    : name == pattern;
  };
  const auto row = std::ranges::find_if(table, matches);
  return row == table.end() ? nullptr : row->reason;
}

/// A capability with a way to shaders only needs no row.
const char *reasonAgainst(std::string_view capability, Api api) {
  if (api == Api::vulkan) {
    return reasonAgainstForShaders(capability);
  }
  const char *reason = findReason(refused, capability);
  return reason ? reason : isOfShaders(capability) ? forShaders : nullptr;
}

/// A module usually declares an extension in front of its capability, so this message is the one
/// seen.
const char *reasonAgainstExtension(std::string_view name) {
  const auto *row = std::ranges::find(refusedExtensions, name, &RefusedExtension::extension);
  return row == std::end(refusedExtensions) ? nullptr : row->reason;
}

}  // namespace spirv_ll
