// Formats and parses mux_device_info_s::target_properties, the CPU description for code generation.
//
// The runtime half of a target writes the text and its compiler half reads it. The text is part of
// cache keys and of every binary's metadata. All functions are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mux {

/// The CPU to generate code for, in LLVM's names. As text:
///
///   cpu=x86-64-v4;features=+avx512vnni,+gfni
///   cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl256b;abi=lp64d;code-model=medium
///   cpu=generic-rv64;features=+v;abi=lp64d;avoid=vfcvt-rtz
///
/// Of the keys only cpu must be there. Empty keys are left out.
struct TargetProperties {
  /// The value of LLVM's -mcpu.
  std::string cpu;
  /// Features, each with + or - in front; may be empty. Later ones win over earlier ones in LLVM.
  std::vector<std::string> features;
  /// ABI and code model, for targets with a choice.
  std::string abi = {};
  std::string codeModel = {};
  /// Errata of the device, in words defined by the target.
  std::string avoid = {};

  bool operator==(const TargetProperties &) const = default;
};

/// Returns the text; parseTargetProperties() reads it back.
///
/// Keys come in a fixed order, and the features key is always there. So equal properties have equal
/// texts, and a text can serve as a key of the cache.
std::string formatTargetProperties(const TargetProperties &properties);

/// Parses any text.
///
/// Empty on an unknown or repeated key, a missing or empty cpu, a key without a value, a feature
/// without a sign, or a character outside of LLVM's names.
std::optional<TargetProperties> parseTargetProperties(std::string_view text);

/// Returns the features as LLVM takes them: "+a,-b". Empty without features.
std::string joinFeatures(const TargetProperties &properties);

/// The only word for TargetProperties::avoid of a target for this machine's architecture: masked
/// vector accesses take longer than plain ones even with all lanes active.
inline constexpr char avoidMaskedAccesses[] = "masked-accesses";

/// Returns the properties of the build's baseline: every CPU of this architecture runs its code. It
/// names the CPU alone, without features.
TargetProperties baselineProperties();

/// Splits a list at its spaces, e.g. mux_device_info_s::kernel_extensions. Empty elements are
/// dropped.
std::vector<std::string> splitList(std::string_view list);

}  // namespace mux
