// What there is no handler for, and why.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "binary.h"
#include "grammar.h"

namespace spirv_ll {

/// Whether some device can have it.
bool isSupportedCapability(std::string_view name, Api api);
/// Why no device has a capability; null if that is not known.
const char *reasonAgainst(std::string_view capability, Api api);
/// Why there is no handler for an instruction; null if that is not known.
const char *reasonAgainst(uint32_t opcode, Api api);

// shader_capabilities.cpp: the same for shaders.
bool isSupportedForShaders(std::string_view capability);
const char *reasonAgainstForShaders(std::string_view capability);
const char *reasonAgainstForShaders(spv::Op op);
/// What the device needs for a supported one; empty for any device.
std::string_view featureForShaders(std::string_view capability);
bool isExtensionOfShaders(std::string_view name);

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
