// Lists the capabilities, extensions and instructions of shaders, supported or refused with a
// reason. Every capability open to shaders has a row; `spirv-ll-tool --coverage --api=vulkan`
// prints the names without one.
#include <algorithm>

#include "binary/grammar.h"
#include "coverage/coverage.h"

namespace spirv_ll {
namespace {

/// Each row has the OpenCL extensions and features behind the capability: a shader runs as a
/// kernel, and its instructions become OpenCL C's builtins.
constexpr Offer supported[] = {
    {"Matrix", ""},
    {"Shader", ""},
    // Numbers.
    // Arithmetic on small integers is LLVM's own; halves and doubles need builtins.
    {"Int8", ""},
    {"Int16", ""},
    {"Int64", ""},
    {"Float16", "cl_khr_fp16"},
    {"Float64", "__opencl_c_fp64"},
    {"Int64Atomics", "cl_khr_int64_base_atomics"},
    {"DenormPreserve", ""},
    {"SignedZeroInfNanPreserve", ""},
    {"RoundingModeRTE", ""},
    {"BitInstructions", ""},
    {"DotProduct", ""},
    {"DotProductInputAll", ""},
    {"DotProductInput4x8Bit", ""},
    {"DotProductInput4x8BitPacked", ""},
    {"ExpectAssumeKHR", ""},
    {"FMAKHR", ""},
    {"PoisonFreezeKHR", ""},
    {"AtomicFloat16AddEXT", "__opencl_c_ext_fp16_global_atomic_add"},
    {"AtomicFloat32AddEXT", "__opencl_c_ext_fp32_global_atomic_add"},
    {"AtomicFloat64AddEXT", "__opencl_c_ext_fp64_global_atomic_add"},
    {"AtomicFloat16MinMaxEXT", "__opencl_c_ext_fp16_global_atomic_min_max"},
    {"AtomicFloat32MinMaxEXT", "__opencl_c_ext_fp32_global_atomic_min_max"},
    {"AtomicFloat64MinMaxEXT", "__opencl_c_ext_fp64_global_atomic_min_max"},
    {"ShaderClockKHR", "cl_khr_kernel_clock"},
    // Memory.
    // Every scalar type may be in memory, since block_layout.h computes all offsets.
    {"StorageBuffer16BitAccess", ""},
    {"UniformAndStorageBuffer16BitAccess", ""},
    {"StoragePushConstant16", ""},
    {"StorageBuffer8BitAccess", ""},
    {"UniformAndStorageBuffer8BitAccess", ""},
    {"StoragePushConstant8", ""},
    {"VariablePointersStorageBuffer", ""},
    {"VariablePointers", ""},
    {"PhysicalStorageBufferAddresses", ""},
    {"VulkanMemoryModel", ""},
    {"VulkanMemoryModelDeviceScope", ""},
    {"UniformBufferArrayDynamicIndexing", ""},
    {"StorageBufferArrayDynamicIndexing", ""},
    {"UniformBufferArrayNonUniformIndexing", ""},
    {"StorageBufferArrayNonUniformIndexing", ""},
    {"ShaderNonUniform", ""},
    {"UniformDecoration", ""},
    // Images.
    {"Sampled1D", "__opencl_c_images"},
    {"Image1D", "__opencl_c_images"},
    {"SampledBuffer", "__opencl_c_images"},
    {"ImageBuffer", "__opencl_c_images"},
    {"ImageQuery", "__opencl_c_images"},
    {"StorageImageExtendedFormats", "__opencl_c_images"},
    {"StorageImageReadWithoutFormat", "__opencl_c_images"},
    {"StorageImageWriteWithoutFormat", "__opencl_c_images"},
    // Sub-groups.
    {"GroupNonUniform", "cl_khr_subgroup_non_uniform_vote"},
    {"GroupNonUniformVote", "cl_khr_subgroup_non_uniform_vote"},
    {"GroupNonUniformArithmetic", "cl_khr_subgroup_non_uniform_arithmetic"},
    {"GroupNonUniformBallot", "cl_khr_subgroup_ballot"},
    {"GroupNonUniformShuffle", "cl_khr_subgroup_shuffle"},
    {"GroupNonUniformShuffleRelative", "cl_khr_subgroup_shuffle_relative"},
    {"GroupNonUniformClustered", "cl_khr_subgroup_clustered_reduce"},
    {"GroupNonUniformRotateKHR", "cl_khr_subgroup_rotate"},
    {"SubgroupBallotKHR", "cl_khr_subgroup_ballot"},
    {"SubgroupVoteKHR", "cl_khr_subgroup_non_uniform_vote"},
};

/// Reasons shared by several rows; they complete the sentence "the capability X is not supported:
/// …".
constexpr char forDrawing[] = "it is for shaders that draw";
constexpr char forRays[] = "it is for shaders that trace rays";
constexpr char forImages[] = "images are single descriptors with one level and one sample";
constexpr char forRounding[] =
    "a shader cannot choose the rounding mode or the flushing of denormals";
constexpr char forTypes[] = "the device has no numbers of such types";
constexpr char forMatrices[] = "the device has no matrices or tensors of sub-groups";
constexpr char forQuads[] = "a sub-group is not made of quads";
constexpr char forVendors[] = "it is specific to one vendor's devices";
constexpr char forKernels[] = "it is for kernels";
constexpr char forUntyped[] = "pointers must have a pointee type";
/// The first matching row gives the reason.
constexpr RefusedRow refused[] = {
    // Graphics: the other stages of the pipeline, their inputs and outputs, and operations of
    // fragments.
    {"Geometry*", forDrawing},
    {"Tessellation*", forDrawing},
    {"ClipDistance", forDrawing},
    {"CullDistance", forDrawing},
    {"SampleRateShading", forDrawing},
    {"InputAttachment*", forDrawing},
    {"DerivativeControl", forDrawing},
    {"InterpolationFunction", forDrawing},
    {"TransformFeedback", forDrawing},
    {"MultiViewport", forDrawing},
    {"MultiView", forDrawing},
    {"ShaderLayer", forDrawing},
    {"ShaderViewportIndex", forDrawing},
    {"ShaderViewportIndexLayerEXT", forDrawing},
    {"FragmentShadingRateKHR", forDrawing},
    {"FragmentFullyCoveredEXT", forDrawing},
    {"FragmentBarycentricKHR", forDrawing},
    {"FragmentDensityEXT", forDrawing},
    {"FragmentShader*", forDrawing},
    {"DrawParameters", forDrawing},
    {"StorageInputOutput16", forDrawing},
    {"SampleMaskPostDepthCoverage", forDrawing},
    {"StencilExportEXT", forDrawing},
    {"MeshShadingEXT", forDrawing},
    {"DemoteToHelperInvocation", forDrawing},
    {"TileImage*", forDrawing},
    // Ray tracing.
    {"RayQuery*", forRays},
    {"RayTracing*", forRays},
    {"RayTraversal*", forRays},
    {"RayCullMaskKHR", forRays},
    {"ShaderInvocationReorderEXT", forRays},
    // Images and descriptors of kinds unknown to OpenCL: cubes, several samples, arrays of images,
    // sparse memory.
    {"ImageGatherExtended", forImages},
    {"StorageImageMultisample", forImages},
    {"SampledImageArray*", forImages},
    {"StorageImageArray*", forImages},
    {"UniformTexelBufferArray*", forImages},
    {"StorageTexelBufferArray*", forImages},
    {"RuntimeDescriptorArray", "arrays of descriptors have a length"},
    {"ImageCubeArray", forImages},
    {"SampledCubeArray", forImages},
    {"ImageRect", forImages},
    {"SampledRect", forImages},
    {"ImageMSArray", forImages},
    {"SparseResidency", forImages},
    {"MinLod", forImages},
    {"Int64ImageEXT", forImages},
    // Memory and devices.
    {"AtomicStorage", "there are no counters besides buffers"},
    {"AtomicStorageOps", "there are no counters besides buffers"},
    {"DeviceGroup", "there are no groups of devices"},
    {"WorkgroupMemoryExplicitLayout*", "variables of a work-group do not share memory"},
    {"DenormFlushToZero", forRounding},
    {"RoundingModeRTZ", forRounding},
    {"RoundToInfinityINTEL", forRounding},
    {"FloatingPointModeINTEL", forRounding},
    {"FloatControls2", forRounding},
    {"FunctionFloatControlINTEL", forRounding},
    {"RoundedDivideSqrtINTEL", forRounding},
    // Sub-groups: quads need neighbouring pixels.
    {"GroupNonUniformQuad", forQuads},
    {"QuadControlKHR", forQuads},
    // Capabilities of kernels, and forms of vectors and pointers beyond the handlers.
    {"Linkage", "a shader is a whole program"},
    {"Groups", forKernels},
    {"GroupUniformArithmeticKHR", forKernels},
    {"LongVectorEXT", "vectors have 2, 3 or 4 components"},
    {"UntypedPointersKHR", forUntyped},
    {"DescriptorHeapEXT", "descriptors are arguments"},
    {"Shader64BitIndexingEXT", "the length of an array has 32 bits"},
    {"ArithmeticFenceEXT", "operations are never reassociated, so a fence has no use"},
    {"AbortKHR", "a shader cannot end the launch"},
    {"ConstantDataKHR", "constants are given component by component"},
    {"ReplicatedCompositesEXT", "composites are given part by part"},
    // Small types and matrices.
    {"BFloat16*", forTypes},
    {"Float8*", forTypes},
    {"Float6EXT", forTypes},
    {"Float4EXT", forTypes},
    {"MXInt8EXT", forTypes},
    {"BitcastExtractEXT", forTypes},
    {"CooperativeMatrix*", forMatrices},
    {"PackedCooperativeMatrixINTEL", forMatrices},
    // Everything of these vendors.
    {"*ALTERA", forVendors},
    {"*AMD", forVendors},
    {"*AMDX", forVendors},
    {"*ARM", forVendors},
    {"*INTEL", forVendors},
    {"*NV", forVendors},
    {"*QCOM", forVendors},
    {"*SAMSUNG", forVendors},
    {"*VALVE", forVendors},
};

/// Extensions of shaders with support. Names whose only effect is a capability are listed too: a
/// module has to declare both.
constexpr std::string_view extensions[] = {
    "SPV_KHR_16bit_storage",
    "SPV_KHR_8bit_storage",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_expect_assume",
    "SPV_KHR_float_controls",
    "SPV_KHR_fma",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_physical_storage_buffer",
    "SPV_KHR_poison_freeze",
    "SPV_KHR_relaxed_extended_instruction",
    "SPV_KHR_shader_ballot",
    "SPV_KHR_shader_clock",
    "SPV_KHR_storage_buffer_storage_class",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_subgroup_vote",
    "SPV_KHR_variable_pointers",
    "SPV_KHR_vulkan_memory_model",
    "SPV_EXT_descriptor_indexing",
    "SPV_EXT_physical_storage_buffer",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_GOOGLE_decorate_string",
    "SPV_GOOGLE_hlsl_functionality1",
    "SPV_GOOGLE_user_type",
};

/// Instructions of the capability Shader without a handler: the capability itself is supported, so
/// it cannot give the reason.
struct RefusedInstruction {
  spv::Op op;
  const char *reason;
};
constexpr char forFragments[] = "only shaders of fragments have it";
constexpr char forGeometry[] = "only shaders of geometry have it";
constexpr RefusedInstruction refusedInstructions[] = {
    // Derivatives and implicit levels of detail compare neighbouring fragments.
    {spv::Op::OpKill, forFragments},
    {spv::Op::OpTerminateInvocation, forFragments},
    {spv::Op::OpIsHelperInvocationEXT, forFragments},
    {spv::Op::OpDPdx, forFragments},
    {spv::Op::OpDPdy, forFragments},
    {spv::Op::OpFwidth, forFragments},
    {spv::Op::OpImageSampleImplicitLod, forFragments},
    {spv::Op::OpImageSampleDrefImplicitLod, forFragments},
    {spv::Op::OpImageSampleProjImplicitLod, forFragments},
    {spv::Op::OpImageSampleProjDrefImplicitLod, forFragments},
    {spv::Op::OpImageQueryLod, forFragments},
    // Samplers of OpenCL have neither a comparison nor projected coordinates.
    {spv::Op::OpImageSampleDrefExplicitLod, "samplers do not compare"},
    {spv::Op::OpImageSampleProjDrefExplicitLod, "samplers do not compare"},
    {spv::Op::OpImageDrefGather, "samplers do not compare"},
    {spv::Op::OpImageSampleProjExplicitLod, "coordinates are not projected"},
    {spv::Op::OpImageGather, "samplers give one pixel"},
    {spv::Op::OpImageTexelPointer, "there are no atomic operations on images"},
    {spv::Op::OpImageQuerySamples, "images have one sample for each pixel"},
    {spv::Op::OpEmitVertex, forGeometry},
    {spv::Op::OpEndPrimitive, forGeometry},
};

}  // namespace

std::span<const Offer> capabilitiesOfShaders() {
  return supported;
}

/// Linear: a module declares few extensions.
bool isExtensionOfShaders(std::string_view name) {
  return std::ranges::find(extensions, name) != std::end(extensions);
}

/// A capability with a way to kernels only needs no row.
const char *reasonAgainstForShaders(std::string_view capability) {
  const char *reason = findReason(refused, capability);
  return reason ? reason : isOfKernels(capability) ? forKernels : nullptr;
}

const char *reasonAgainstForShaders(spv::Op op) {
  const auto *row = std::ranges::find(refusedInstructions, op, &RefusedInstruction::op);
  return row == std::end(refusedInstructions) ? nullptr : row->reason;
}

}  // namespace spirv_ll
