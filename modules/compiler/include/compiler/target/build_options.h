// The parsed build options of one program, as a target's codeModel() and extendPipeline() receive
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace compiler::frontend {

/// OpenCL C, and C++ for OpenCL.
enum class LanguageVersion : uint8_t { cl10, cl11, cl12, cl20, cl30, cpp10, cpp2021 };

struct BuildOptions {
  /// "NAME" or "NAME=definition", in their order.
  std::vector<std::string> definitions;
  std::vector<std::string> includePaths;
  /// -W..., Clang's, as they were written; -Werror alone is below.
  std::vector<std::string> warnings;
  /// Without -cl-std the highest OpenCL C 1.x (3.0, 5.8.6.5).
  LanguageVersion language = LanguageVersion::cl12;
  /// Options that only the target knows, as they were written.
  std::vector<std::string> deviceOptions;

  bool optDisable = false;               ///< -cl-opt-disable, -O0
  bool singlePrecisionConstant = false;  ///< -cl-single-precision-constant
  bool denormsAreZero = false;           ///< -cl-denorms-are-zero
  bool correctlyRoundedDivideSqrt = false;
  bool madEnable = false;
  bool noSignedZeros = false;
  bool unsafeMath = false;
  bool finiteMathOnly = false;
  bool fastRelaxedMath = false;
  bool uniformWorkGroupSize = false;
  bool noSubgroupForwardProgress = false;  ///< -cl-no-subgroup-ifp
  bool strictAliasing = false;             ///< -cl-strict-aliasing (deprecated)
  bool kernelArgInfo = false;
  bool noWarnings = false;         ///< -w
  bool warningsAreErrors = false;  ///< -Werror
  bool debugInfo = false;          ///< -g
  bool createLibrary = false;      ///< link only
  bool enableLinkOptions = false;  ///< link only, with createLibrary
  bool inputIsSpir = false;        ///< -x spir
  std::string spirVersion;         ///< of -spir-std=, or empty
  std::string vectorize;           ///< of -cl-kiln-vectorize=, or empty
  std::string disabledSteps;       ///< of -cl-kiln-disable-steps=, separated by commas
  std::string optBisectLimit;      ///< of -cl-kiln-opt-bisect-limit=, or empty
  bool remarks = false;            ///< -cl-kiln-remarks
  bool embedded = false;           ///< -cl-kiln-portable: the driver's own, for what it keeps
  bool zeroLocalMemory = false;    ///< -cl-kiln-zero-local-memory
  bool zeroPrivateMemory = false;  ///< -cl-kiln-zero-private-memory

  /// Of a device option that ends in '=': what follows it, the last time; empty if it is not
  /// there. Of another one: its name, or empty.
  std::string_view deviceOption(std::string_view name) const;

  bool operator==(const BuildOptions &) const = default;
};

}  // namespace compiler::frontend
