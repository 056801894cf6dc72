// Instructions that the headers of SPIR-V in Debian do not name yet (newer.txt).
#pragma once

#include "binary/binary.h"

namespace spirv_ll {

inline constexpr auto OpFmaKHR = static_cast<spv::Op>(4427);
inline constexpr auto OpExtInstWithForwardRefsKHR = static_cast<spv::Op>(4433);
inline constexpr auto OpPoisonKHR = static_cast<spv::Op>(5158);
inline constexpr auto OpFreezeKHR = static_cast<spv::Op>(5159);
inline constexpr auto OpConvertFToBF16INTEL = static_cast<spv::Op>(6116);
inline constexpr auto OpConvertBF16ToFINTEL = static_cast<spv::Op>(6117);

/// Decorations.
inline constexpr auto HostAccessINTEL = static_cast<spv::Decoration>(6188);
inline constexpr auto CacheControlLoadINTEL = static_cast<spv::Decoration>(6442);
inline constexpr auto CacheControlStoreINTEL = static_cast<spv::Decoration>(6443);

/// Execution modes.
inline constexpr auto ArithmeticPoisonKHR = static_cast<spv::ExecutionMode>(5157);
inline constexpr auto MaximumRegistersINTEL = static_cast<spv::ExecutionMode>(6461);
inline constexpr auto MaximumRegistersIdINTEL = static_cast<spv::ExecutionMode>(6462);
inline constexpr auto NamedMaximumRegistersINTEL = static_cast<spv::ExecutionMode>(6463);

/// SPIRV-Tools does not know these either: whether they have the operands that the grammar wants,
/// and the module declares a capability that they need. Empty if so.
std::optional<Error> checkNewer(std::span<const Instruction> instructions, Api api);

}  // namespace spirv_ll
