// Copies a module for SPIRV-Tools' validator. The copy replaces harmless deviations of known
// producers, and instructions newer than SPIRV-Tools, by accepted forms.
//
//   original                            copy
//   OpLoopMerge %a %b None              (nothing)
//   %c = OpFmaKHR %float %x %y %z       %c = OpUndef %float
//   %n = OpConstantNull %uint           %n = OpConstant %uint 0
//
// The translator works on the original. A value replaced by OpUndef keeps its type and id, so uses
// of it are validated as before.
#pragma once

#include <span>
#include <vector>

#include "binary/binary.h"

namespace spirv_ll {

/// A rewritten module and the way back from its instructions to those of the original.
/// It owns its words, so it may outlive the original.
struct RelaxedModule {
  /// The whole module, header included, in this machine's byte order.
  std::vector<uint32_t> words;
  /// For each instruction of `words`, the word at which its original begins.
  /// Helper instructions of a rule stand for the instruction of the rule.
  std::vector<size_t> originals;

  /// The first word, in the original module, of instruction `number` of the copy. SPIRV-Tools
  /// counts instructions from 1. Returns 0 for a number out of range.
  /// The header counts as position 0, for errors without an instruction.
  size_t original(size_t number) const {
    return number > 0 && number <= originals.size() ? originals[number - 1] : 0;
  }
};

/// Copies a module in a form that SPIRV-Tools accepts. `words` provides the header and
/// `instructions` the content; the latter may already be reordered (producers.h) or rounded
/// (odd_integers.h). relaxation.cpp names the files of all replacements. An invalid module stays
/// invalid: a replacement is made only where the translator checks the operands itself.
/// Thread-safe.
/// Linear in the size of the module times the number of rules.
RelaxedModule relax(std::span<const uint32_t> words, std::span<const Instruction> instructions,
                    Api api);

}  // namespace spirv_ll
