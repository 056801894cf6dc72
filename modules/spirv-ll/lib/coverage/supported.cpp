// Holds the lists of supported versions, capabilities and extensions of kernels
// (spirv-ll/supported.h).
//
// A row has a name of the registry and the features of a device behind it. The translator and the
// queries of the driver read the same rows, so a device never reports a capability refused later. A
// new capability needs a row here, its handlers, and a test; until then `spirv-ll-tool --coverage`
// names it with its reason.
#include "spirv-ll/supported.h"

#include <algorithm>

#include "binary/grammar.h"

namespace spirv_ll {
namespace {

/// The features are OpenCL C's for optional parts of OpenCL 3.0, and OpenCL's for extensions. An
/// empty list means every device.
constexpr Offer capabilities[] = {
    // The base of OpenCL (SPIR-V 1.6 §3.31): memory, numbers, and linkage between modules.
    {"Kernel", ""},
    {"Addresses", ""},
    {"Linkage", ""},
    {"Vector16", ""},
    {"Int8", ""},
    {"Int16", ""},
    {"Int64", ""},
    {"Float16Buffer", ""},
    {"Float16", "cl_khr_fp16"},
    {"Float64", "__opencl_c_fp64"},
    {"Int64Atomics", "cl_khr_int64_base_atomics"},
    {"GenericPointer", "__opencl_c_generic_address_space"},
    {"UniformDecoration", ""},
    {"FunctionPointersINTEL", ""},
    {"IndirectReferencesINTEL", ""},
    // Images.
    // OpenCL 3.0 makes images optional as a whole.
    {"ImageBasic", "__opencl_c_images"},
    {"ImageReadWrite", "__opencl_c_read_write_images"},
    {"ImageMipmap", "cl_khr_mipmap_image"},
    {"LiteralSampler", "__opencl_c_images"},
    {"Sampled1D", "__opencl_c_images"},
    {"Image1D", "__opencl_c_images"},
    {"SampledBuffer", "__opencl_c_images"},
    {"ImageBuffer", "__opencl_c_images"},
    {"Pipes", "__opencl_c_pipes"},
    {"PipeStorage", "__opencl_c_pipes __opencl_c_program_scope_global_variables"},
    // Groups.
    {"Groups", "__opencl_c_work_group_collective_functions"},
    {"GroupUniformArithmeticKHR", "__opencl_c_work_group_collective_functions"},
    {"SubgroupDispatch", "cl_khr_subgroups"},
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
    {"SubgroupShuffleINTEL", "cl_intel_subgroups"},
    {"SubgroupBufferBlockIOINTEL", "cl_intel_subgroups"},
    {"SubgroupImageBlockIOINTEL", "cl_intel_subgroups"},
    {"CooperativeMatrixKHR", "cl_khr_subgroups"},
    {"BFloat16CooperativeMatrixKHR", "cl_khr_subgroups"},
    {"PackedCooperativeMatrixINTEL", "cl_khr_subgroups"},
    {"CooperativeMatrixInvocationInstructionsINTEL", "cl_khr_subgroups"},
    {"CooperativeMatrixTF32ComponentTypeINTEL", "cl_khr_subgroups"},
    {"CooperativeMatrixBFloat16ComponentTypeINTEL", "cl_khr_subgroups"},
    {"CooperativeMatrixOffsetInstructionsINTEL", "cl_khr_subgroups"},
    {"CooperativeMatrixCheckedInstructionsINTEL", "cl_khr_subgroups"},
    {"CooperativeMatrixPrefetchINTEL", "cl_khr_subgroups"},
    {"SplitBarrierINTEL", "cl_intel_split_work_group_barrier"},
    // Atomic operations on floating-point numbers.
    // The features name global memory; the builtins support local memory as well.
    {"AtomicFloat16AddEXT", "__opencl_c_ext_fp16_global_atomic_add"},
    {"AtomicFloat32AddEXT", "__opencl_c_ext_fp32_global_atomic_add"},
    {"AtomicFloat64AddEXT", "__opencl_c_ext_fp64_global_atomic_add"},
    {"AtomicFloat16MinMaxEXT", "__opencl_c_ext_fp16_global_atomic_min_max"},
    {"AtomicFloat32MinMaxEXT", "__opencl_c_ext_fp32_global_atomic_min_max"},
    {"AtomicFloat64MinMaxEXT", "__opencl_c_ext_fp64_global_atomic_min_max"},
    // Arithmetic, on every device.
    {"BitInstructions", ""},
    {"DotProduct", ""},
    {"DotProductInputAll", ""},
    {"DotProductInput4x8Bit", ""},
    {"DotProductInput4x8BitPacked", ""},
    {"ExpectAssumeKHR", ""},
    {"FMAKHR", ""},
    {"PoisonFreezeKHR", ""},
    // bfloat16 numbers are integers to the devices (translator/bfloat16.h).
    {"BFloat16TypeKHR", ""},
    {"BFloat16DotProductKHR", ""},
    {"BFloat16ConversionINTEL", ""},
    {"TensorFloat32RoundingINTEL", ""},
    {"ArithmeticFenceEXT", ""},
    {"FPMaxErrorINTEL", ""},
    {"DenormPreserve", ""},
    {"SignedZeroInfNanPreserve", ""},
    {"RoundingModeRTE", ""},
    {"FloatingPointModeINTEL", ""},
    {"FunctionFloatControlINTEL", ""},
    {"ShaderClockKHR", "cl_khr_kernel_clock"},
    // Hints and promises without an effect, and other names of supported things.
    // Integers of 2 to 64 bits are translated (translator/memory_form.h); most other rows state
    // promises about loops, caches and registers.
    {"ArbitraryPrecisionIntegersINTEL", ""},
    {"FPFastMathModeINTEL", ""},
    {"AsmINTEL", ""},
    {"MaskedGatherScatterINTEL", ""},
    {"UnstructuredLoopControlsINTEL", ""},
    {"FPGALoopControlsINTEL", ""},
    {"FPGARegINTEL", ""},
    {"KernelAttributesINTEL", ""},
    {"FPGAKernelAttributesINTEL", ""},
    {"MemoryAccessAliasingINTEL", ""},
    {"OptNoneINTEL", ""},
    {"DebugInfoModuleINTEL", ""},
    {"GlobalVariableDecorationsINTEL", ""},
    {"GlobalVariableHostAccessINTEL", ""},
    {"GlobalVariableFPGADecorationsALTERA", ""},
    {"CacheControlsINTEL", ""},
    {"RegisterLimitsINTEL", ""},
    {"USMStorageClassesINTEL", ""},
    {"VariableLengthArrayINTEL", ""},
    // Later grammars name it LongCompositesINTEL.
    {"LongConstantCompositeINTEL", ""},
};

/// An extension needs the same features as its capabilities, if it has any.
constexpr Offer extensions[] = {
    // Khronos extensions.
    {"SPV_KHR_no_integer_wrap_decoration", ""},
    {"SPV_KHR_linkonce_odr", ""},
    {"SPV_KHR_non_semantic_info", ""},
    {"SPV_KHR_relaxed_extended_instruction", ""},
    {"SPV_KHR_expect_assume", ""},
    {"SPV_KHR_float_controls", ""},
    {"SPV_KHR_integer_dot_product", ""},
    {"SPV_KHR_bit_instructions", ""},
    {"SPV_KHR_uniform_group_instructions", "__opencl_c_work_group_collective_functions"},
    {"SPV_KHR_subgroup_rotate", "cl_khr_subgroup_rotate"},
    {"SPV_KHR_subgroup_vote", "cl_khr_subgroup_non_uniform_vote"},
    {"SPV_KHR_shader_ballot", "cl_khr_subgroup_ballot"},
    {"SPV_KHR_shader_clock", "cl_khr_kernel_clock"},
    {"SPV_KHR_cooperative_matrix", "cl_khr_subgroups"},
    {"SPV_KHR_bfloat16", ""},
    {"SPV_KHR_fma", ""},
    {"SPV_KHR_poison_freeze", ""},
    // Extensions of several vendors.
    {"SPV_EXT_shader_atomic_float_add", "__opencl_c_ext_fp32_global_atomic_add"},
    {"SPV_EXT_shader_atomic_float16_add", "__opencl_c_ext_fp16_global_atomic_add"},
    {"SPV_EXT_shader_atomic_float_min_max", "__opencl_c_ext_fp32_global_atomic_min_max"},
    {"SPV_EXT_relaxed_printf_string_address_space", ""},
    {"SPV_EXT_arithmetic_fence", ""},
    {"SPV_EXT_optnone", ""},
    {"SPV_EXT_split_barrier", "cl_intel_split_work_group_barrier"},
    {"SPV_GOOGLE_decorate_string", ""},
    {"SPV_codeplay_usm_generic_storage_class", "__opencl_c_generic_address_space"},
    // Intel's extensions.
    {"SPV_INTEL_subgroups", "cl_intel_subgroups"},
    {"SPV_INTEL_joint_matrix", "cl_khr_subgroups"},
    {"SPV_INTEL_optnone", ""},
    {"SPV_INTEL_function_pointers", ""},
    {"SPV_INTEL_memory_access_aliasing", ""},
    {"SPV_INTEL_arbitrary_precision_integers", ""},
    {"SPV_INTEL_kernel_attributes", ""},
    {"SPV_INTEL_usm_storage_classes", ""},
    {"SPV_INTEL_split_barrier", "cl_intel_split_work_group_barrier"},
    {"SPV_INTEL_bfloat16_conversion", ""},
    {"SPV_INTEL_tensor_float32_conversion", ""},
    {"SPV_INTEL_variable_length_array", ""},
    {"SPV_INTEL_unstructured_loop_controls", ""},
    {"SPV_INTEL_fpga_loop_controls", ""},
    {"SPV_INTEL_fpga_reg", ""},
    {"SPV_INTEL_fp_fast_math_mode", ""},
    {"SPV_INTEL_fp_max_error", ""},
    {"SPV_INTEL_float_controls2", ""},
    {"SPV_INTEL_inline_assembly", ""},
    {"SPV_INTEL_masked_gather_scatter", ""},
    {"SPV_INTEL_debug_module", ""},
    {"SPV_INTEL_global_variable_decorations", ""},
    {"SPV_INTEL_global_variable_host_access", ""},
    {"SPV_INTEL_global_variable_fpga_decorations", ""},
    {"SPV_INTEL_cache_controls", ""},
    {"SPV_INTEL_maximum_registers", ""},
    {"SPV_INTEL_long_composites", ""},
    {"SPV_INTEL_long_constant_composite", ""},  // its earlier name
    // Names of Intel's FPGA extensions since 2025.
    {"SPV_ALTERA_arbitrary_precision_integers", ""},
    {"SPV_ALTERA_fpga_loop_controls", ""},
    {"SPV_ALTERA_fpga_reg", ""},
    {"SPV_ALTERA_global_variable_fpga_decorations", ""},
    {"SPV_ALTERA_usm_storage_classes", ""},
};

/// Reported by the query CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR (cl_khr_spirv_queries).
constexpr const char *instructionSets[] = {
    "OpenCL.std",
    "OpenCL.DebugInfo.100",
    "NonSemantic.Shader.DebugInfo.100",
};

}  // namespace

/// An offer without features needs nothing: all_of holds for an empty list.
bool isThere(const Offer &offer, const HasFeature &hasFeature) {
  return std::ranges::all_of(splitNames(offer.features), hasFeature);
}

std::span<const Offer> supportedCapabilities() {
  return capabilities;
}

std::span<const Offer> supportedExtensions() {
  return extensions;
}

/// GLSL.std.450 is absent: it is for shaders, and the query is OpenCL's.
std::span<const char *const> supportedInstructionSets() {
  return instructionSets;
}

const Offer *findOffer(std::span<const Offer> offers, std::string_view name) {
  const auto found = std::ranges::find(offers, name, &Offer::name);
  return found == offers.end() ? nullptr : &*found;
}

/// A capability unknown to the grammar is left out; the test of coverage reports it.
std::vector<uint32_t> capabilitiesOf(const HasFeature &hasFeature) {
  std::vector<uint32_t> numbers;
  for (const Offer &offer : capabilities) {
    const Enumerant *capability = findCapability(offer.name);
    if (capability && isThere(offer, hasFeature)) {
      numbers.push_back(capability->value);
    }
  }
  std::ranges::sort(numbers);
  return numbers;
}

/// The names are literals, so each ends with a zero byte.
std::vector<const char *> extensionsOf(const HasFeature &hasFeature) {
  std::vector<const char *> names;
  for (const Offer &offer : extensions) {
    if (isThere(offer, hasFeature)) {
      names.push_back(offer.name.data());
    }
  }
  return names;
}

/// In the order of the tables, so that lists made from it are stable.
std::vector<std::string> allFeatures() {
  std::vector<std::string> features;
  for (std::span<const Offer> offers : {supportedCapabilities(), supportedExtensions()}) {
    for (const Offer &offer : offers) {
      for (std::string_view feature : splitNames(offer.features)) {
        if (std::ranges::find(features, feature) == features.end()) {
          features.emplace_back(feature);
        }
      }
    }
  }
  return features;
}

}  // namespace spirv_ll
