// Reads the words of a SPIR-V module into a list of instructions.
//
// The physical layout is that of SPIR-V 1.6 §2.3: a header of five words, then instructions whose
// first word holds their length and opcode. Reading checks lengths and opcodes only; the rest is
// left to validate/ and shims/.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "spirv-ll/spirv_ll.h"

namespace spirv_ll {

/// Words of a module's header: magic number, version, generator, bound of ids, schema.
inline constexpr size_t headerSize = 5;

/// The extension that allows the storage class Generic for every pointer and variable.
inline constexpr std::string_view storageClassExtension = "SPV_codeplay_usm_generic_storage_class";

/// One instruction. It refers to the words of the module, which must outlive it.
/// The grammar decides if the first words are a type and a result id, so handlers never count them.
struct Instruction {
  spv::Op op;
  uint32_t type = 0;                   ///< id of the result's type, or 0
  uint32_t id = 0;                     ///< id of the result, or 0
  std::span<const uint32_t> operands;  ///< the words behind the result's type and id
  size_t word = 0;                     ///< index of its first word in the module, for errors

  /// Operand `index`, or 0, which is never an id, if the instruction has fewer operands.
  /// Handlers read operands by number without a check of their own; a short instruction gives the
  /// id 0, and the look-up of it an error.
  uint32_t operand(size_t index) const { return index < operands.size() ? operands[index] : 0; }
  /// The operands from `index` on; empty if there are none.
  std::span<const uint32_t> operandsFrom(size_t index) const {
    return operands.subspan(std::min(index, operands.size()));
  }
};

/// Copies the words into this machine's byte order, revealed by the magic number. Fails if the
/// magic number or the header is missing, or the module has over 32 Mi words. Later code never sees
/// the other byte order. The limit bounds the memory for a hostile module.
Result<std::vector<uint32_t>> normalize(std::span<const uint32_t> words);

/// Splits normalized words into instructions, in the module's order. Fails for an instruction of an
/// impossible length or of an opcode unknown to the grammar.
/// Every later step relies on the lengths checked here.
Result<std::vector<Instruction>> split(std::span<const uint32_t> words);

/// A literal string (SPIR-V 1.6 §2.2.1) and the number of words it takes.
struct Literal {
  std::string text;
  size_t words;  ///< 0 if the string is not terminated
};
/// Reads the string that begins at operand `first`.
Literal readString(std::span<const uint32_t> operands, size_t first);

}  // namespace spirv_ll
