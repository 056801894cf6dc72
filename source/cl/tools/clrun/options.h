// Parses clrun's command line.
//
// The table of options is in options.cpp. Arguments of the kernel stay texts here: their types are
// known once the program is built (argument.h).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"

namespace clrun {

/// A program on a device: the one to run, or the one to compare its results with.
struct Setup {
  /// File name; "-" is standard input.
  std::string program;
  /// Number or substring of a name; empty for the first.
  std::string device;
  /// Build options, escaped and separated by spaces.
  std::string buildOptions;
};

/// An argument's index and a file name.
struct ArgumentFile {
  /// From 0 on; checked after the build, when the number of parameters is known.
  unsigned argument;
  std::string file;
};

/// The parsed command line.
struct Options {
  /// The program, device and build options of the run.
  Setup setup;
  /// Changes to the setup for the run to compare with (--against…).
  std::optional<std::string> againstProgram, againstDevice, againstOptions;
  /// Empty: the only one.
  /// The value of -k.
  std::string kernel;
  /// The texts of the kernel's arguments.
  std::vector<std::string> arguments;
  /// Of the global size.
  /// 1 to 3 once parsed; 1 without --global.
  unsigned dimensions = 0;
  /// Sizes and offsets in work-items; unused dimensions have size 1.
  std::array<size_t, 3> global = {1, 1, 1}, local = {}, offset = {};
  /// Without it the driver chooses the local size.
  bool hasLocal = false;

  /// Runs after the first.
  /// They serve times; contents are read after the first run.
  unsigned repeat = 0;
  /// Indices of arguments.
  std::vector<unsigned> print;
  /// All elements of them.
  /// Without it at most 64 elements of a buffer are printed.
  bool printAll = false;
  /// --output and --compare.
  std::vector<ArgumentFile> outputs, comparisons;
  /// Tolerances of comparisons; either one suffices.
  uint64_t ulp = 0;
  double absolute = 0;
  /// Requests that replace the run.
  bool list = false;
  bool version = false;
  bool help = false;

  /// Tells if there is a second run to compare with.
  bool hasAgainst() const { return againstProgram || againstDevice || againstOptions; }
};

/// Makes the text of --help from the table of options.
/// Ends with a line feed; about one screen of text.
std::string helpText();

/// Parses the arguments of main() without the program's name. Fails at the first mistake, and for a
/// missing program unless the words ask for a text.
///
/// Touches no file and no device, so --help works without a driver.
support::Result<Options> parseOptions(std::span<const char *const> words);

}  // namespace clrun
