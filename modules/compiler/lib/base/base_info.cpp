#include "compiler/target/base_info.h"

namespace compiler {

Result<std::unique_ptr<Target>> BaseInfo::createTarget(Context &context,
                                                       std::string_view compilerFacts) {
  const auto facts = compilerFacts.empty() ? std::optional(description_.defaultFacts)
                                           : mux::parseFacts(compilerFacts);
  if (!facts) {
    return Failure{Error::invalidValue,
                   "not a description of a CPU: " + std::string(compilerFacts)};
  }
  return description_.createTarget(context, *this, *facts);
}

}  // namespace compiler
