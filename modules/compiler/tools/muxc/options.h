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
#include "support/result.h"
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
  /// The output file; "-" is standard output.
  std::string output = "-";
  /// The passes of --passes, in the syntax of LLVM's opt; empty without the option.
  std::string passes;
  /// The pipeline of --pipeline: "", "finalize" or "kernel". veczc also has "vectorize", the kernel
  /// pipeline up to the vectoriser, and "vectorize-alone".
  std::string pipeline;
  /// The target of --target; empty without the option.
  std::string target;
  /// The device of --target-properties, as in mux_device_info_s::target_properties; empty for the
  /// target's default.
  std::string deviceProperties;
  /// The local size to specialise for; zeros without --local-size.
  std::array<uint64_t, 3> localSize = {};
  /// The values of integer parameters to specialise for.
  std::vector<ParameterValue> values;
  /// The dimension of vectors for veczc; empty for the cost model's choice.
  std::optional<unsigned> vectorDimension;
  /// The format of the output.
  Emit emit = Emit::ll;
  /// Build options for OpenCL C and for the pipelines, escaped and separated by spaces.
  std::string buildOptions;
  /// Verifies the module after each pass.
  bool verifyEach = false;
  /// Prints the module after each pass.
  bool printAfterAll = false;
  /// The passes with the module printed behind them, by their names in --passes.
  std::vector<std::string> printAfter;
  /// Reports the times of passes.
  bool timePasses = false;
  /// Prints the table of the compiler's steps; muxc alone.
  bool listSteps = false;
  /// Prints the help text.
  bool help = false;
};

/// Parses muxc's command line. Fails for unknown options, missing values, a second input, and
/// options excluding each other. The first mistake is the message.
///
/// A request for help is not checked further.
support::Result<Options> parseOptions(Arguments arguments);

/// Makes the text of muxc's --help from the table of options.
/// Options of a target are not in it; muxc --help --target adds them.
std::string helpText();

/// Returns the rows shared by muxc and veczc: passes, target, output. They live as long as the
/// library.
std::span<const support::Option<Options>> commonOptions();

/// Takes a word outside of the tables: a build option or the input. Records a mistake in `words`
/// for an unknown option and for a second input.
void takeOther(support::CommandWords &words, std::string_view word, Options &options);

/// Refuses options that do not fit each other. veczc calls it too, before it chooses the pipeline.
support::Status checkTogether(const Options &options);

}  // namespace compiler::tools::muxc
