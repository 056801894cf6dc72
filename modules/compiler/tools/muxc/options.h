// The command line of muxc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/parameter_value.h"
#include "support/option_table.h"
#include "tool_main.h"

namespace compiler::tools::muxc {

enum class Emit { ll, bc, asm_, object, binary };

struct Options {
  std::string input;
  std::string output = "-";
  std::string passes;  ///< textual pipeline; empty if none was given
  /// "", "finalize", "kernel", or for veczc "vectorize" (the kernel pipeline, which ends with the
  /// vectoriser) and "vectorize-alone".
  std::string pipeline;
  std::string target;       ///< name of a target in the library; empty if none was given
  std::string deviceFacts;  ///< as mux_device_info_s::compiler_facts; empty for the default
  std::array<uint64_t, 3> localSize = {};   ///< to specialise for, or zeros
  std::vector<ParameterValue> values;       ///< likewise, of parameters
  std::optional<unsigned> vectorDimension;  ///< for veczc
  Emit emit = Emit::ll;
  std::string buildOptions;  ///< OpenCL build options, for .cl
  bool verifyEach = false;
  bool printAfterAll = false;
  std::vector<std::string> printAfter;  ///< names as in --passes
  bool timePasses = false;
  bool help = false;
};

/// Parses muxc's command line. Empty for a mistake, with a message in `error`.
std::optional<Options> parseOptions(Arguments arguments, std::string &error);

/// The text of muxc's --help, made of its table of options.
std::string helpText();

/// The rows shared by muxc and veczc: passes, target, output.
std::span<const support::Option<Options>> commonOptions();

/// Takes a word outside of the tables: a build option or the input. Records a mistake in `words`
/// for an unknown option and for a second input.
void takeOther(support::CommandWords &words, std::string_view word, Options &options);

/// Tells if the options fit each other. Returns false, with a message in `error`, if not.
bool checkTogether(const Options &options, std::string &error);

}  // namespace compiler::tools::muxc
