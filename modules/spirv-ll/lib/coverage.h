// What there is no handler for, and why.
#pragma once

#include <cstdint>
#include <string_view>

namespace spirv_ll {

/// Whether some device can have it.
bool isSupportedCapability(std::string_view name);
/// Why no device has a capability; null if that is not known.
const char *reasonAgainst(std::string_view capability);
/// Why there is no handler for an instruction; null if that is not known.
const char *reasonAgainst(uint32_t opcode);

}  // namespace spirv_ll
