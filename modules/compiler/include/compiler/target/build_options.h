// The parsed build options of one program (CL 3.0 §5.8.6).
//
// A target's codeModel() and extendPipeline() receive them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace compiler::frontend {

/// Versions of OpenCL C, and of C++ for OpenCL (-cl-std=).
enum class LanguageVersion : uint8_t { cl10, cl11, cl12, cl20, cl30, cpp10, cpp2021 };

/// One member for each option. Options may be given several times; the last one counts.
/// The front end parses the text of clBuildProgram, clCompileProgram or clLinkProgram once. Equal
/// options give equal programs, so the comparison serves caches.
struct BuildOptions {
  /// -D: "NAME" or "NAME=definition", in their order.
  std::vector<std::string> definitions;
  /// -I, in their order.
  std::vector<std::string> includePaths;
  /// Clang's -W options as written; -Werror alone is below.
  std::vector<std::string> warnings;
  /// The language. Without -cl-std it is the highest OpenCL C 1.x (CL 3.0 §5.8.6.5).
  LanguageVersion language = LanguageVersion::cl12;
  /// Options of the target alone, as written.
  std::vector<std::string> deviceOptions;

  /// -cl-opt-disable, -O0: LLVM's pipeline for -O0 runs in place of the late pipeline.
  bool optDisable = false;
  /// -cl-single-precision-constant: floating-point constants without a suffix are floats.
  bool singlePrecisionConstant = false;
  /// -cl-denorms-are-zero: denormals may be flushed.
  bool denormsAreZero = false;
  /// -cl-fp32-correctly-rounded-divide-sqrt.
  bool correctlyRoundedDivideSqrt = false;
  /// -cl-mad-enable, -cl-no-signed-zeros, -cl-unsafe-math-optimizations, -cl-finite-math-only and
  /// -cl-fast-relaxed-math (CL 3.0 §5.8.6.3).
  bool madEnable = false;
  bool noSignedZeros = false;
  bool unsafeMath = false;
  bool finiteMathOnly = false;
  bool fastRelaxedMath = false;
  /// -cl-uniform-work-group-size: no launch has partial groups.
  bool uniformWorkGroupSize = false;
  /// -cl-no-subgroup-ifp: sub-groups need not make progress independently of each other.
  bool noSubgroupForwardProgress = false;
  /// -cl-strict-aliasing: deprecated since OpenCL 1.1, accepted.
  bool strictAliasing = false;
  /// -cl-kernel-arg-info (CL 3.0 §5.8.6).
  bool kernelArgInfo = false;
  /// -w: no warnings.
  bool noWarnings = false;
  /// -Werror: warnings are errors.
  bool warningsAreErrors = false;
  /// -g: lines and variables for debuggers.
  bool debugInfo = false;
  /// -create-library: the link makes a library (CL 3.0 §5.8.7).
  bool createLibrary = false;
  /// -enable-link-options: later links of the library may change its options. Only with
  /// createLibrary.
  bool enableLinkOptions = false;
  /// -x spir: the input is SPIR bitcode.
  bool inputIsSpir = false;
  /// The value of -spir-std=, or empty.
  std::string spirVersion;
  /// The value of -cl-kiln-vectorize=, or empty.
  std::string vectorize;
  /// The value of -cl-kiln-disable-steps=, names separated by commas, or empty.
  std::string disabledSteps;
  /// The value of -cl-kiln-opt-bisect-limit=, or empty.
  std::string optBisectLimit;
  /// -cl-kiln-remarks: the log has remarks of the vectoriser.
  bool remarks = false;
  /// -cl-kiln-portable: the driver's own option, for containers with embedded source or IL.
  bool embedded = false;
  /// -cl-kiln-zero-local-memory: each work-group begins with zeroed local memory.
  bool zeroLocalMemory = false;
  /// -cl-kiln-zero-private-memory: each work-item begins with zeroed private variables.
  bool zeroPrivateMemory = false;

  /// Returns the value of a device option that ends in '=', the last one given; empty without the
  /// option. For another option returns its name, or empty.
  std::string_view deviceOption(std::string_view name) const;

  bool operator==(const BuildOptions &) const = default;
};

}  // namespace compiler::frontend
