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
enum class Emit {
  /// LLVM IR as text.
  ll,
  /// LLVM bitcode.
  bc,
  /// Assembly; this and the rest need a target.
  asm_,
  /// An object file.
  object,
  /// A linked binary, as the driver loads it.
  binary,
};

/// The parsed command line.
struct Options {
  /// The input file; "-" is standard input.
  std::string input;
  /// A file name; "-" is standard output.
  std::string output = "-";
  /// Textual pipeline; empty if none was given.
  std::string passes;
  /// "", "finalize" or "kernel". veczc also has "vectorize", the kernel pipeline up to the
  /// vectoriser, and "vectorize-alone".
  std::string pipeline;
  /// Name of a target in the library; empty if none was given.
  std::string target;
  /// As mux_device_info_s::compiler_facts; empty for the default.
  std::string deviceFacts;
  /// To specialise for, or zeros.
  std::array<uint64_t, 3> localSize = {};
  /// Likewise, of parameters.
  std::vector<ParameterValue> values;
  /// For veczc.
  std::optional<unsigned> vectorDimension;
  Emit emit = Emit::ll;
  /// OpenCL build options, for .cl.
  std::string buildOptions;
  /// --verify-each.
  bool verifyEach = false;
  /// --print-after-all.
  bool printAfterAll = false;
  /// Names as in --passes.
  std::vector<std::string> printAfter;
  /// --time-passes.
  bool timePasses = false;
  /// -h, --help.
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
