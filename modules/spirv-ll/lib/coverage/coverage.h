// What there is no handler for, and why.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "binary/binary.h"
#include "binary/grammar.h"
#include "spirv-ll/supported.h"

namespace spirv_ll {

/// The capabilities that some device can have.
std::span<const Offer> offeredCapabilities(Api api);
/// Why no device has a capability; null if that is not known.
const char *reasonAgainst(std::string_view capability, Api api);
/// Why there is no handler for an instruction; null if that is not known.
const char *reasonAgainst(uint32_t opcode, Api api);
/// Why no device has an extension of kernels; null if that is not known.
const char *reasonAgainstExtension(std::string_view name);

/// Capabilities that no device has: a name, or the end of names behind a '*', or their beginning
/// before one.
struct RefusedRow {
  std::string_view pattern;
  const char *reason;
};
/// The reason of the first row for a name; null if there is none.
const char *findReason(std::span<const RefusedRow> rows, std::string_view name);

// shader_capabilities.cpp: the same for shaders.
std::span<const Offer> capabilitiesOfShaders();
const char *reasonAgainstForShaders(std::string_view capability);
const char *reasonAgainstForShaders(spv::Op op);
bool isExtensionOfShaders(std::string_view name);

/// handlers.cpp: whether an instruction has a handler.
bool isTranslatedInstruction(spv::Op op, Api api);
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
