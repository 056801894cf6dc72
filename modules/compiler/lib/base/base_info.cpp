#include "compiler/target/base_info.h"

namespace compiler {

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
