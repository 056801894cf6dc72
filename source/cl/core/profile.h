// What the driver tells KILN_PROFILE (support/trace.h).
#pragma once

#include <string_view>

#include "support/trace.h"

namespace cl {

class Command;

/// A command that is over. Only while support::isTracing().
void traceCommand(const Command &command, uint64_t started, uint64_t ended,
                  std::string_view kernel);

/// compiler::StepFunction: a step or a pass of a build.
void traceStep(const char *category, std::string_view name, uint64_t start, uint64_t end);

}  // namespace cl
