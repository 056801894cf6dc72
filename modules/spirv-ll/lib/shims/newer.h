// Opcodes and enumerants that are newer than the packaged SPIR-V headers, and their validation.
//
// Debian 12 has spirv-headers 1.6.1+1.3.239.0 and spirv-tools 2023.1. Newer instructions come from
// newer.txt. SPIRV-Tools never sees them (validate/relaxation.h), so this file checks them.
// README.md lists the version of the packages that makes each constant superfluous.
//
// Each constant has the value in the registry and the name in later headers.
#pragma once

#include "binary/binary.h"

namespace spirv_ll {

/// Instructions: SPV_KHR_fma, SPV_KHR_relaxed_extended_instruction, SPV_KHR_poison_freeze,
/// SPV_INTEL_bfloat16_conversion, SPV_EXT_arithmetic_fence, SPV_INTEL_tensor_float32_conversion,
/// SPV_INTEL_masked_gather_scatter, SPV_KHR_cooperative_matrix, SPV_INTEL_joint_matrix. Handlers:
/// arithmetic/extended_arithmetic.cpp, arithmetic/opencl_std.cpp, memory/pointer_vectors.cpp and
/// the folder matrices.
inline constexpr auto OpFmaKHR = static_cast<spv::Op>(4427);
inline constexpr auto OpExtInstWithForwardRefsKHR = static_cast<spv::Op>(4433);
inline constexpr auto OpTypeCooperativeMatrixKHR = static_cast<spv::Op>(4456);
inline constexpr auto OpCooperativeMatrixLoadKHR = static_cast<spv::Op>(4457);
inline constexpr auto OpCooperativeMatrixStoreKHR = static_cast<spv::Op>(4458);
inline constexpr auto OpCooperativeMatrixMulAddKHR = static_cast<spv::Op>(4459);
inline constexpr auto OpCooperativeMatrixLengthKHR = static_cast<spv::Op>(4460);
inline constexpr auto OpPoisonKHR = static_cast<spv::Op>(5158);
inline constexpr auto OpFreezeKHR = static_cast<spv::Op>(5159);
inline constexpr auto OpConvertFToBF16INTEL = static_cast<spv::Op>(6116);
inline constexpr auto OpConvertBF16ToFINTEL = static_cast<spv::Op>(6117);
inline constexpr auto OpArithmeticFenceEXT = static_cast<spv::Op>(6145);
inline constexpr auto OpCooperativeMatrixLoadCheckedINTEL = static_cast<spv::Op>(6193);
inline constexpr auto OpCooperativeMatrixStoreCheckedINTEL = static_cast<spv::Op>(6194);
inline constexpr auto OpCooperativeMatrixConstructCheckedINTEL = static_cast<spv::Op>(6195);
inline constexpr auto OpCooperativeMatrixLoadOffsetINTEL = static_cast<spv::Op>(6239);
inline constexpr auto OpCooperativeMatrixStoreOffsetINTEL = static_cast<spv::Op>(6240);
inline constexpr auto OpRoundFToTF32INTEL = static_cast<spv::Op>(6426);
inline constexpr auto OpMaskedGatherINTEL = static_cast<spv::Op>(6428);
inline constexpr auto OpMaskedScatterINTEL = static_cast<spv::Op>(6429);
inline constexpr auto OpCooperativeMatrixGetElementCoordINTEL = static_cast<spv::Op>(6440);
inline constexpr auto OpCooperativeMatrixPrefetchINTEL = static_cast<spv::Op>(6449);

/// A capability: SPV_INTEL_masked_gather_scatter. It permits vectors of pointers, also without a
/// gather or a scatter, so handlers of types and of pointers ask for it. SPIRV-Tools sees
/// structures instead (validate/pointer_vector_rule.cpp).
inline constexpr auto MaskedGatherScatterINTEL = static_cast<spv::Capability>(6427);
/// Capabilities: SPV_INTEL_joint_matrix. They permit a layout and operands of products, and
/// conversions of matrices.
inline constexpr auto PackedCooperativeMatrixINTEL = static_cast<spv::Capability>(6434);
inline constexpr auto CooperativeMatrixTF32ComponentTypeINTEL = static_cast<spv::Capability>(6436);
inline constexpr auto CooperativeMatrixBFloat16ComponentTypeINTEL =
    static_cast<spv::Capability>(6437);

/// Decorations of the draft SPV_INTEL_global_variable_decorations. Its two successors have other
/// numbers for them (below); no version of the registry has these. Compilers wrote them before the
/// successors were published. The draft's own capability has the number 6146, which
/// shims/rules.cpp asks for, since SPIRV-Tools does not see it.
inline constexpr auto HostAccessDraftINTEL = static_cast<spv::Decoration>(6147);
inline constexpr auto InitModeDraftINTEL = static_cast<spv::Decoration>(6148);
inline constexpr auto ImplementInCSRINTEL = static_cast<spv::Decoration>(6149);

/// A decoration: SPV_INTEL_fp_max_error. It changes no code, and an error below the guaranteed one
/// leads to a warning (arithmetic/max_error.cpp).
inline constexpr auto FPMaxErrorDecorationINTEL = static_cast<spv::Decoration>(6170);

/// Decorations: SPV_INTEL_global_variable_host_access, SPV_INTEL_global_variable_fpga_decorations,
/// SPV_INTEL_cache_controls. Promises and hints without an effect (module/annotations.cpp).
inline constexpr auto HostAccessINTEL = static_cast<spv::Decoration>(6188);
inline constexpr auto InitModeINTEL = static_cast<spv::Decoration>(6190);
inline constexpr auto ImplementInRegisterMapINTEL = static_cast<spv::Decoration>(6191);
/// A decoration: SPV_INTEL_function_pointers. It is in no grammar of the registry.
inline constexpr auto ArgumentAttributeINTEL = static_cast<spv::Decoration>(6409);
inline constexpr auto CacheControlLoadINTEL = static_cast<spv::Decoration>(6442);
inline constexpr auto CacheControlStoreINTEL = static_cast<spv::Decoration>(6443);

/// Execution modes: SPV_KHR_poison_freeze, SPV_INTEL_maximum_registers.
/// Without an effect as well (module/kernels.cpp).
inline constexpr auto ArithmeticPoisonKHR = static_cast<spv::ExecutionMode>(5157);
inline constexpr auto MaximumRegistersINTEL = static_cast<spv::ExecutionMode>(6461);
inline constexpr auto MaximumRegistersIdINTEL = static_cast<spv::ExecutionMode>(6462);
inline constexpr auto NamedMaximumRegistersINTEL = static_cast<spv::ExecutionMode>(6463);

/// Checks the instructions that SPIRV-Tools does not know: each has a handler, the number of
/// operands is within the grammar's bounds, computations stand inside functions, and the module
/// declares a capability for each. Empty if all is well. Thread-safe.
/// It runs on the whole module before the validator, so its errors have precedence.
std::optional<Error> checkNewer(std::span<const Instruction> instructions, Api api);

}  // namespace spirv_ll
