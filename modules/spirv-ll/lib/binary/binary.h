// A module as a list of instructions.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "spirv-ll/spirv_ll.h"

namespace spirv_ll {

inline constexpr size_t headerSize = 5;

/// With it Generic may be the storage class of anything.
inline constexpr std::string_view storageClassExtension = "SPV_codeplay_usm_generic_storage_class";

/// Refers to the module's words.
struct Instruction {
  spv::Op op;
  uint32_t type = 0;                   ///< id of the result's type, or 0
  uint32_t id = 0;                     ///< id of the result, or 0
  std::span<const uint32_t> operands;  ///< without these two
  size_t word = 0;                     ///< where it begins in the module

  /// 0, which is no id, where there is none.
  uint32_t operand(size_t index) const { return index < operands.size() ? operands[index] : 0; }
  std::span<const uint32_t> operandsFrom(size_t index) const {
    return operands.subspan(std::min(index, operands.size()));
  }
};

/// The words in this machine's order, or an error if they are no module.
std::optional<std::vector<uint32_t>> normalize(std::span<const uint32_t> words, Error &error);

/// All instructions of normalized words.
std::optional<std::vector<Instruction>> split(std::span<const uint32_t> words, Error &error);

/// The text that begins at operand `first`, and how many words it has; `words` is 0 if it is
/// not terminated.
struct Literal {
  std::string text;
  size_t words;
};
Literal readString(std::span<const uint32_t> operands, size_t first);

}  // namespace spirv_ll
