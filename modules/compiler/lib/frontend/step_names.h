// Parses lists of step names and bisection limits. No LLVM.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace compiler::frontend {

/// Appends the names of a list, separated by commas, to `names`. Each must be an optional step of
/// registry/steps.def. Returns the empty text, or a sentence with the wrong name and all optional
/// steps; `names` may then hold some of the list.
std::string parseStepNames(std::string_view list, std::vector<std::string> &names);

inline constexpr char bisectLimitValues[] = "the values are -1 and the numbers from 0 on";

/// Returns a bisection limit: -1 or a decimal number, as LLVM's -opt-bisect-limit takes it. Nothing
/// if the text is none.
std::optional<int> parseBisectLimit(std::string_view text);

}  // namespace compiler::frontend
