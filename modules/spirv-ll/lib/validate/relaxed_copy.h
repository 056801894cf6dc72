// Writes the words of a rewritten SPIR-V module and keeps the way back to the original.
//
// An instruction is a word with its length and opcode, then its type, its result id and its
// operands (SPIR-V 1.6 §2.3). The functions below keep this layout; the caller answers for the
// operands.
#pragma once

#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include "binary/grammar.h"
#include "validate/relaxation.h"

namespace spirv_ll {

/// The module under construction. Each appended instruction is recorded with the position of the
/// original instruction it stands for, so that an error in the copy is reported at the original.
/// One object serves one module and one thread.
class RelaxedCopy {
 public:
  /// Begins with the header of `words`, the original module.
  /// The module must have a whole header (binary/binary.h, normalize()).
  explicit RelaxedCopy(std::span<const uint32_t> words) {
    module_.words.assign(words.begin(), words.begin() + headerSize);
  }

  /// Instructions appended from here on stand for the one at word `word` of the original.
  /// Call it before the first instruction is appended.
  void standFor(size_t word) { original_ = word; }

  /// Appends an instruction of these words; a result's type and id come first.
  /// At most 65534 words, since the length has 16 bits.
  void append(spv::Op op, std::span<const uint32_t> words) {
    module_.originals.push_back(original_);
    module_.words.push_back(static_cast<uint32_t>((words.size() + 1) << 16) |
                            static_cast<uint32_t>(op));
    module_.words.insert(module_.words.end(), words.begin(), words.end());
  }
  /// The same for a list in braces.
  void append(spv::Op op, std::initializer_list<uint32_t> words) {
    append(op, std::span(words.begin(), words.size()));
  }

  /// Appends an instruction with the type and id of `instruction`, if its opcode has them, and
  /// with other operands.
  void append(const Instruction &instruction, std::span<const uint32_t> operands) {
    std::vector<uint32_t> words;
    const OpcodeInfo *info = findOpcode(static_cast<uint32_t>(instruction.op));
    if (info->hasType) {
      words.push_back(instruction.type);
    }
    if (info->hasId) {
      words.push_back(instruction.id);
    }
    words.insert(words.end(), operands.begin(), operands.end());
    append(instruction.op, words);
  }
  /// Appends `instruction` as it is.
  void append(const Instruction &instruction) { append(instruction, instruction.operands); }

  /// Appends OpUndef with the type and id of `instruction`, a value.
  /// OpUndef may stand in a function and in front of all functions (SPIR-V 1.6 §2.4).
  void appendUndef(const Instruction &instruction) {
    append(spv::Op::OpUndef, {instruction.type, instruction.id});
  }

  /// A new id; the bound in the header (SPIR-V 1.6 §2.3) grows by one.
  /// For helper instructions of the copy alone.
  uint32_t makeId() { return module_.words[boundWord]++; }

  /// Moves the finished module out; the copy is empty afterwards.
  /// The bound of ids in the header covers the ids of makeId() by then.
  RelaxedModule finish() { return std::move(module_); }

 private:
  static constexpr size_t boundWord = 3;  ///< index of the bound of ids in the header

  RelaxedModule module_;
  size_t original_ = headerSize;
};

}  // namespace spirv_ll
