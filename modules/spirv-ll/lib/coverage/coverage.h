// Explains why the translator refuses an instruction, a capability, a decoration or a mode.
//
// Every name of the grammar is either translated or has a reason in one of these tables. A test
// (test/spirv-ll, `spirv-ll-tool --coverage`) fails for a name with neither, so that an update of
// the grammar cannot add silent gaps. All functions read constant tables and are thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "binary/binary.h"
#include "binary/grammar.h"
#include "spirv-ll/supported.h"

namespace spirv_ll {

/// The capabilities of an API that some device can support.
std::span<const Offer> offeredCapabilities(Api api);
/// Why no device supports a capability; null for an unknown reason.
const char *reasonAgainst(std::string_view capability, Api api);
/// Why an instruction has no handler; null for an unknown reason.
const char *reasonAgainst(uint32_t opcode, Api api);
/// Why no device supports an extension of kernels; null for an unknown reason.
const char *reasonAgainstExtension(std::string_view name);

/// A group of refused capabilities with one reason. The pattern is a whole name, the end of names
/// behind a leading '*', or the beginning of names before a trailing '*'.
struct RefusedRow {
  std::string_view pattern;
  const char *reason;
};
/// The reason of the first row that matches the name, or null.
const char *findReason(std::span<const RefusedRow> rows, std::string_view name);

// The tables for shaders (shader_capabilities.cpp).

/// The capabilities of shaders that some device can support.
std::span<const Offer> capabilitiesOfShaders();
/// Why no device supports a capability of shaders; null for an unknown reason.
const char *reasonAgainstForShaders(std::string_view capability);
/// Why shaders cannot use an instruction; null for an unknown reason.
const char *reasonAgainstForShaders(spv::Op op);
/// True if shaders may declare an extension.
bool isExtensionOfShaders(std::string_view name);

// Answers of the handlers' own tables.

/// True if an instruction has a handler (translator/handlers.cpp).
bool isTranslatedInstruction(spv::Op op, Api api);
/// True if a decoration, an execution mode or a builtin variable (kind BuiltIn) has an effect or
/// may be ignored.
bool isTranslated(EnumerantKind kind, uint32_t value);
bool isTranslatedDecoration(uint32_t decoration);  ///< module/annotations.cpp
bool isTranslatedMode(uint32_t mode);              ///< module/kernels.cpp
bool isTranslatedBuiltin(uint32_t builtin);        ///< memory/builtin_variables.cpp
/// Why an enumerant is not translated; null for an unknown reason.
const char *reasonAgainst(const Enumerant &enumerant);
/// The message for a refused enumerant: "the decoration BufferBlock is not supported: it is for
/// shaders". `what` is its beginning, with a space at the end.
std::string refusal(const char *what, EnumerantKind kind, uint32_t value);

}  // namespace spirv_ll
