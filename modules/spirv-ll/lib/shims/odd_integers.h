// Integers of other widths than 8, 16, 32 and 64 (SPV_INTEL_arbitrary_precision_integers), which
// SPIRV-Tools (2023.1) refuses.
#pragma once

#include <deque>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "binary/binary.h"

namespace spirv_ll {

constexpr bool isPlainWidth(uint32_t width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

/// The instructions of a module with 32 or 64 bits in the place of other widths up to 64, for
/// validation alone: types that are the same then become one.
class RoundedIntegers {
 public:
  explicit RoundedIntegers(std::span<const Instruction> instructions);

  std::span<const Instruction> instructions() const { return instructions_; }
  /// That there is an integer of more than 64 bits, of which SPIRV-Tools would say that there are
  /// none but those of 8, 16, 32 and 64 bits.
  std::optional<Error> tooWide() const { return tooWide_; }

 private:
  bool findTypes(std::span<const Instruction> instructions);
  void noteWidth(const Instruction &instruction);
  void addTypes(const Instruction &instruction);
  bool changesBits(const Instruction &instruction);
  std::span<const uint32_t> substituted(const Instruction &instruction);

  std::span<const Instruction> instructions_;
  std::optional<Error> tooWide_;
  std::vector<Instruction> list_;
  std::deque<std::vector<uint32_t>> operands_;
  std::unordered_map<uint32_t, uint32_t> same_;        ///< what an id is replaced by
  std::unordered_set<uint32_t> oddTypes_, oddValues_;  ///< of other widths, and vectors of these
  uint32_t int32_ = 0, int64_ = 0;                     ///< the types that stand for others, or 0
  bool needsInt64_ = false;
  bool hasTypes_ = false;
};

}  // namespace spirv_ll
