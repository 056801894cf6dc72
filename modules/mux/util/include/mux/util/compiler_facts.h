// What code generation is told of a device: the text in mux_device_info_s::compiler_facts,
// which the runtime half of a target writes and its compiler half reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mux {

/// The CPU that code is generated for, in LLVM's names. As text:
///   cpu=x86-64-v4;features=+avx512vnni,+gfni
///   cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl256b;abi=lp64d;code-model=medium
///   cpu=generic-rv64;features=+v;abi=lp64d;avoid=vfcvt-rtz
/// Each feature starts with + or -. The list may be empty. Of the keys only cpu must be there.
/// abi and code-model are for targets that have more than one; avoid names, in the target's own
/// words, what the very device does wrong. They are left out where empty.
struct CompilerFacts {
  std::string cpu;
  std::vector<std::string> features;
  std::string abi = {};
  std::string codeModel = {};
  std::string avoid = {};

  bool operator==(const CompilerFacts &) const = default;
};

std::string formatFacts(const CompilerFacts &facts);

/// Any text may be passed; empty if it is not of the form above (an unknown key or one that
/// comes twice, a missing or empty cpu, another key without a value, a feature without sign,
/// characters no LLVM name has).
std::optional<CompilerFacts> parseFacts(std::string_view text);

/// The features as LLVM takes them: "+a,-b".
std::string joinFeatures(const CompilerFacts &facts);

/// What every CPU of the architecture that this was built for runs.
CompilerFacts baselineFacts();

/// The names in a list that is separated by spaces, such as mux_device_info_s::kernel_extensions.
std::vector<std::string> splitList(std::string_view list);

}  // namespace mux
