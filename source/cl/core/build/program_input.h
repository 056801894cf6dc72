// Describes the input of a compilation: OpenCL C with headers, SPIR-V with constants, or SPIR.
//
// A build reads its input in two places: the front end compiles it, and the cache hashes it. The
// embedded source of a container holds a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "compiler/module.h"

namespace cl {

/// A header of clCompileProgram (CL 3.0 §5.8.5).
struct IncludedHeader {
  /// The name for `#include`.
  std::string name;
  /// OpenCL C.
  std::string source;
};

/// The input of a compilation; the other members of a language are empty. The caller keeps the
/// bytes.
struct ProgramInput {
  enum class Language { openClC, spirv, spir };

  /// Decides about the use of the other members.
  Language language = Language::openClC;
  /// OpenCL C, all strings joined.
  std::string_view source = {};
  /// The headers of clCompileProgram, found before files.
  std::span<const IncludedHeader> headers = {};
  /// SPIR-V in this machine's byte order.
  std::span<const uint32_t> words = {};
  /// Values for specialization constants of SPIR-V; others keep their defaults.
  std::span<const compiler::SpecializationConstant> constants = {};
  /// SPIR 1.2 (cl_khr_spir).
  std::span<const std::byte> bitcode = {};

  /// Returns the source, the SPIR-V or the SPIR.
  std::span<const std::byte> bytes() const;
  /// Compiles with the front end for the language. The module has parsed its options and is empty
  /// otherwise; its log gets the diagnostics.
  compiler::Result<void> compileWith(compiler::Module &module) const;
};

/// Tells if build options contain this one as a word. The compiler checks and parses options; this
/// serves the few that the driver acts on before or without it.
bool hasOption(std::string_view options, std::string_view option);

/// Tells if bytes start as LLVM bitcode, the form of SPIR 1.2 (cl_khr_spir).
bool isBitcode(std::span<const std::byte> bytes);

}  // namespace cl
