#include "step_list.h"

#include <algorithm>

#include "registry/step_table.h"

namespace compiler::tools {

/// The rows come from the table at compile time.
std::string listSteps() {
  constexpr size_t nameWidth = 32;
  std::string text;
  for (const RegisteredStep &step : registeredSteps) {
    std::string line(step.name);
    line.resize(std::max(nameWidth, line.size() + 1), ' ');
    line += step.need == StepNeed::optional ? "optional  " : "required  ";
    line += step.sentence;
    if (step.kind == StepKind::llvmPass) {
      line += " (LLVM)";
    } else if (!step.source.empty()) {
      line += " (" + std::string(step.source) + ")";
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace compiler::tools
