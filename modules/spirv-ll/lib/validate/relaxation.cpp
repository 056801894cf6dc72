// Builds the validator's copy of a module by a list of rules.
//
// Modules in wide use deviate from the specification in ways without ambiguity, and newer
// instructions are unknown to SPIRV-Tools 2023.1. The copy replaces both. The rules stand in
// producer_rules.cpp (deviations of the Khronos translator and of LLVM's back end),
// extension_rules.cpp (extensions and instructions newer than SPIRV-Tools) and kernel_rules.cpp
// (deviations of kernels from several producers). Files with the rule of one extension each are
// long_composite_rule.cpp, pointer_vector_rule.cpp, cooperative_matrix_rule.cpp, bfloat16_rule.cpp.
//
// Integers of unusual widths are rounded before (shims/odd_integers.h), and blocks and constants
// are already in order (binary/producers.h). Each instruction of the copy keeps the position of its
// original for error messages.
#include "validate/relaxation.h"

#include <algorithm>

#include "validate/relaxation_rule.h"

namespace spirv_ll {
namespace {

/// A variable in Generic, at module scope or in a function.
bool isGeneric(const Instruction &instruction) {
  return instruction.op == spv::Op::OpVariable &&
         instruction.operand(0) == static_cast<uint32_t>(spv::StorageClass::Generic);
}

/// Lets the first applicable rule decide. Copies the instruction if there is none.
void relaxInstruction(const Instruction &instruction, const RelaxationRules &rules,
                      RelaxedCopy &copy) {
  copy.standFor(instruction.word);
  for (const auto &rule : rules) {
    rule->observe(instruction);
  }
  if (std::ranges::none_of(rules,
                           [&](const auto &rule) { return rule->apply(instruction, copy); })) {
    copy.append(instruction);
  }
}

}  // namespace

GenericVariables::GenericVariables(std::span<const Instruction> instructions)
    : areAllowed_(std::ranges::any_of(instructions, [](const Instruction &instruction) {
        return instruction.op == spv::Op::OpExtension &&
               readString(instruction.operands, 0).text == storageClassExtension;
      })) {
  for (const Instruction &instruction : instructions) {
    if (areAllowed_ && isGeneric(instruction)) {
      ids_.insert(instruction.id);
    }
  }
}

/// Rules of producers come first. A moved variable is appended by its rule, and no other rule
/// applies to it.
RelaxedModule relax(std::span<const uint32_t> words, std::span<const Instruction> instructions,
                    Api api) {
  const GenericVariables generics(instructions);
  IntegerIds integers;
  RelaxationRules rules;
  addProducerRules(rules, words, api, generics);
  addCooperativeMatrixRule(rules);
  addBFloat16Rule(rules);
  addExtensionRules(rules, generics);
  addLongCompositeRule(rules);
  addPointerVectorRule(rules);
  if (api == Api::openCL) {
    addKernelRules(rules, integers);
  }
  RelaxedCopy copy(words);
  for (const auto &rule : rules) {
    rule->scan(instructions, copy);
  }
  for (const Instruction &instruction : instructions) {
    integers.observe(instruction);
    relaxInstruction(instruction, rules, copy);
  }
  return copy.finish();
}

}  // namespace spirv_ll
