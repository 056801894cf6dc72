// Table of all registered steps of the compiler, as constants without LLVM.
//
// A step is one transformation: a pass of Kiln, a part of a pass, or a pass of LLVM in Kiln's
// pipelines. The parser of build options, clc --list-steps and the gate (step_gate.h) read the
// table, so a name means the same everywhere.
//
// A new step is a line of steps.def and a call of runsStep(), or a pass without isRequired(). An
// optional step also gets a test of its name in test/compiler/steps.
#pragma once

#include <cstdint>
#include <string_view>

namespace compiler {

/// Tells if a build can do without a step.
enum class StepNeed : uint8_t {
  /// Programs are wrong, or cannot be compiled, without it. No gate ever skips it.
  required,
  /// An optimisation: programs compute the same without it.
  optional,
};

/// Tells where the code of a step is, and who asks the gate for it.
enum class StepKind : uint8_t {
  /// A pass of Kiln, known to muxc --passes=; the pass manager asks.
  pass,
  /// A part of a pass of Kiln; its code calls runsStep().
  insideOfPass,
  /// A pass of LLVM; the pass manager asks.
  llvmPass,
};

/// One line of steps.def. The texts live as long as the library.
struct RegisteredStep {
  /// Lower-case words with hyphens; unique in the table. Users know the step by it, so a rename is
  /// a change of an interface.
  std::string_view name;
  StepKind kind;
  /// registry.cpp compares it with isRequired() of the pass.
  StepNeed need;
  /// For people: the effect, with a full stop.
  std::string_view sentence;
  /// The paper or LLVM's pass; may be empty.
  std::string_view source;
};

#define KILN_MODULE_PASS(name, constructor, need, sentence, source) \
  RegisteredStep{name, StepKind::pass, StepNeed::need, sentence, source},
#define KILN_FUNCTION_PASS(name, constructor, need, sentence, source) \
  RegisteredStep{name, StepKind::pass, StepNeed::need, sentence, source},
#define KILN_STEP(name, need, sentence, source) \
  RegisteredStep{name, StepKind::insideOfPass, StepNeed::need, sentence, source},
#define KILN_LLVM_PASS(name, need, sentence) \
  RegisteredStep{name, StepKind::llvmPass, StepNeed::need, sentence, ""},
/// All steps, in the order of steps.def. It is the order of the pipelines, as far as there is one:
/// a pass with several places stands at its first one. Bisections number the runs of steps, not
/// the steps of the table.
inline constexpr RegisteredStep registeredSteps[] = {
#include "registry/steps.def"
};

/// Returns the step of this name, or null. A constant expression if the name is one.
constexpr const RegisteredStep *findStep(std::string_view name) {
  for (const RegisteredStep &step : registeredSteps) {
    if (step.name == name) {
      return &step;
    }
  }
  return nullptr;
}

/// Tells if no two steps have one name. Two would be switched off together, and the second one's
/// need would never be looked at.
constexpr bool areNamesUnique() {
  for (const RegisteredStep &step : registeredSteps) {
    if (findStep(step.name) != &step) {
      return false;
    }
  }
  return true;
}
static_assert(areNamesUnique());

}  // namespace compiler
