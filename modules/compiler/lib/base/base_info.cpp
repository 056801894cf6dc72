// Makes a target from the text of a device's properties.

#include "compiler/target/base_info.h"

namespace compiler {

/// The empty text stands for the target's defaults, as offline compilation needs them. Text of
/// another form never reaches the target's own function.
Result<std::unique_ptr<Target>> BaseInfo::createTarget(Context &context,
                                                       std::string_view targetProperties) {
  const auto properties = targetProperties.empty() ? std::optional(description_.defaultProperties)
                                                   : mux::parseTargetProperties(targetProperties);
  if (!properties) {
    return Failure{Error::invalidValue,
                   "not a description of a CPU: " + std::string(targetProperties)};
  }
  return description_.createTarget(context, *this, *properties);
}

}  // namespace compiler
