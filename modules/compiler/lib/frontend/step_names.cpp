#include "frontend/step_names.h"

#include <algorithm>
#include <charconv>

#include "registry/step_table.h"

namespace compiler::frontend {
namespace {

std::string optionalNames() {
  std::string names;
  for (const RegisteredStep &step : registeredSteps) {
    if (step.need == StepNeed::optional) {
      names += (names.empty() ? "" : ", ") + std::string(step.name);
    }
  }
  return names;
}

/// Returns the reason why a step cannot be switched off, or the empty text.
std::string problemOf(std::string_view name) {
  const RegisteredStep *step = findStep(name);
  if (step && step->need == StepNeed::optional) {
    return {};
  }
  return (step ? "the step '" + std::string(name) + "' is required"
               : "there is no step '" + std::string(name) + "'") +
         "; the optional steps are " + optionalNames();
}

}  // namespace

std::string parseStepNames(std::string_view list, std::vector<std::string> &names) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const std::string_view name = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    if (std::string problem = problemOf(name); !problem.empty()) {
      return problem;
    }
    names.emplace_back(name);
  }
  return {};
}

std::optional<int> parseBisectLimit(std::string_view text) {
  int limit = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, limit);
  if (error != std::errc() || stop != end || limit < -1) {
    return std::nullopt;
  }
  return limit;
}

}  // namespace compiler::frontend
