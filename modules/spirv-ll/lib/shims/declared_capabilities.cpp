// Follows the implications of capabilities through the grammar.
#include "shims/declared_capabilities.h"

#include <algorithm>

#include "binary/grammar.h"

namespace spirv_ll {

DeclaredCapabilities::DeclaredCapabilities(std::span<const Instruction> instructions) {
  for (const Instruction &instruction : instructions) {
    if (instruction.op != spv::Op::OpCapability) {
      return;
    }
    declare(enumerantName(EnumerantKind::Capability, instruction.operand(0)));
  }
}

/// A known name ends the recursion.
void DeclaredCapabilities::declare(std::string_view name) {
  const Enumerant *capability = findCapability(name);
  if (capability && names_.insert(capability->name).second) {
    for (std::string_view implied : splitNames(capability->capabilities)) {
      declare(implied);
    }
  }
}

bool DeclaredCapabilities::hasOneOf(std::string_view list) const {
  const auto wanted = splitNames(list);
  return wanted.empty() ||
         std::ranges::any_of(wanted, [&](std::string_view name) { return has(name); });
}

}  // namespace spirv_ll
