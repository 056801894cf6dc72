// Rounds integer types of unusual widths up, so that SPIRV-Tools 2023.1 can validate the module.
//
// SPV_INTEL_arbitrary_precision_integers allows integers of 2 to 64 bits. SPIRV-Tools refuses
// widths other than 8, 16, 32 and 64, with or without the extension.
//
// For example, with i13 and i32 in one module:
//
//   %i13 = OpTypeInt 13 0             (dropped)
//   %i32 = OpTypeInt 32 0             %i32 = OpTypeInt 32 0
//   %v = OpTypeVector %i13 4          %v = OpTypeVector %i32 4
//
// The validator checks every rule but the widths, and the translator checks types again where
// widths matter.
#pragma once

#include <deque>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "binary/binary.h"

namespace spirv_ll {

/// True if OpenCL C has an integer type of this width.
/// Types of other widths are refused without the extension's capability.
constexpr bool isPlainWidth(uint32_t width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

/// The instructions of a module with widths of 2 to 31 bits replaced by 32, and 33 to 63 by 64.
/// The result is for validation only. Types that become equal are merged, since SPIR-V forbids
/// two equal non-aggregate types (§2.8). Refers to the original instructions, which must outlive
/// it, and owns the replaced ones.
class RoundedIntegers {
 public:
  /// `instructions` must outlive the object. Without the capability nothing is copied.
  explicit RoundedIntegers(std::span<const Instruction> instructions);

  /// The rounded instructions, or the original ones if there is nothing to round.
  std::span<const Instruction> instructions() const { return instructions_; }
  /// An error for the first integer of more than 64 bits, or nothing. SPIRV-Tools' own message
  /// would deny all widths but 8, 16, 32 and 64.
  std::optional<Error> tooWide() const { return tooWide_; }

 private:
  /// Steps of the constructor: find the types, emit the replacements once, and rewrite each
  /// instruction.
  bool findTypes(std::span<const Instruction> instructions);
  void noteWidth(const Instruction &instruction);
  void addTypes(const Instruction &instruction);
  bool changesBits(const Instruction &instruction);
  std::span<const uint32_t> substituted(const Instruction &instruction);

  std::span<const Instruction> instructions_;
  std::optional<Error> tooWide_;
  std::vector<Instruction> list_;
  std::deque<std::vector<uint32_t>> operands_;
  std::unordered_map<uint32_t, uint32_t> same_;        ///< ids to their replacements
  std::unordered_set<uint32_t> oddTypes_, oddValues_;  ///< unusual widths, and vectors of them
  uint32_t int32_ = 0, int64_ = 0;                     ///< the replacement types, or 0
  bool needsInt64_ = false;
  bool hasTypes_ = false;
};

}  // namespace spirv_ll
