// Table of all registered steps of the compiler, as constants without LLVM.
#pragma once

#include <cstdint>
#include <string_view>

namespace compiler {

enum class StepNeed : uint8_t {
  required,  ///< programs are wrong, or cannot be compiled, without it
  optional,  ///< an optimisation
};

enum class StepKind : uint8_t {
  pass,        ///< of Kiln, known to muxc --passes=
  insideOfPass,
  llvmPass,
};

/// One line of steps.def. The texts live as long as the library.
struct RegisteredStep {
  std::string_view name;
  StepKind kind;
  StepNeed need;
  std::string_view sentence;
  std::string_view source;  ///< the paper or LLVM's pass, or empty
};

#define KILN_MODULE_PASS(name, constructor, need, sentence, source) \
  RegisteredStep{name, StepKind::pass, StepNeed::need, sentence, source},
#define KILN_FUNCTION_PASS(name, constructor, need, sentence, source) \
  RegisteredStep{name, StepKind::pass, StepNeed::need, sentence, source},
#define KILN_STEP(name, need, sentence, source) \
  RegisteredStep{name, StepKind::insideOfPass, StepNeed::need, sentence, source},
#define KILN_LLVM_PASS(name, need, sentence) \
  RegisteredStep{name, StepKind::llvmPass, StepNeed::need, sentence, ""},
/// All steps, in the order of steps.def.
inline constexpr RegisteredStep registeredSteps[] = {
#include "registry/steps.def"
};

/// Returns the step of that name, or null.
constexpr const RegisteredStep *findStep(std::string_view name) {
  for (const RegisteredStep &step : registeredSteps) {
    if (step.name == name) {
      return &step;
    }
  }
  return nullptr;
}

/// Tells if no two steps have one name. Two would be switched off together.
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
