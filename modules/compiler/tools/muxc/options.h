// Parses the command line of muxc, and the rows that veczc shares with it.
//
// The tables of options are in options.cpp. veczc has a table of its own (veczc/options.cpp), takes
// the shared rows from here, and runs with these Options.
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

/// The format of the output (--emit).
enum class Emit { ll, bc, asm_, object, binary };

/// The parsed command line.
struct Options {
  std::string input;  ///< a file name; "-" is standard input
  std::string output = "-";
  std::string passes;  ///< textual pipeline; empty if none was given
  /// "", "finalize" or "kernel". veczc also has "vectorize", the kernel pipeline up to the
  /// vectoriser, and "vectorize-alone".
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
