// What there is no handler for, and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "grammar.h"

namespace spirv_ll {

/// Whether some device can have it.
bool isSupportedCapability(std::string_view name);
/// Why no device has a capability; null if that is not known.
const char *reasonAgainst(std::string_view capability);
/// Why there is no handler for an instruction; null if that is not known.
const char *reasonAgainst(uint32_t opcode);

/// Whether a decoration, an execution mode or a builtin variable (BuiltIn) is understood.
bool isTranslated(EnumerantKind kind, uint32_t value);
bool isTranslatedDecoration(uint32_t decoration);
bool isTranslatedMode(uint32_t mode);
bool isTranslatedBuiltin(uint32_t builtin);
/// Why it is not; null if that is not known.
const char *reasonAgainst(const Enumerant &enumerant);
/// "the decoration BufferBlock is not supported: it is for shaders".
std::string refusal(const char *what, EnumerantKind kind, uint32_t value);

}  // namespace spirv_ll
