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

namespace clrun {

/// A program on a device: the one to run, or the one to compare its results with.
struct Setup {
  std::string program;  ///< file name; "-" is standard input
  std::string device;   ///< number or substring of a name; empty for the first
  std::string buildOptions;
};

/// An argument's index and a file name.
struct ArgumentFile {
  unsigned argument;
  std::string file;
};

/// The parsed command line.
struct Options {
  Setup setup;
  /// Changes to the setup for the run to compare with (--against…).
  std::optional<std::string> againstProgram, againstDevice, againstOptions;
  std::string kernel;  ///< empty: the only one
  std::vector<std::string> arguments;
  unsigned dimensions = 0;  ///< of the global size
  std::array<size_t, 3> global = {1, 1, 1}, local = {}, offset = {};
  bool hasLocal = false;  ///< without it the driver chooses the local size

  unsigned repeat = 0;                             ///< runs after the first
  std::vector<unsigned> print;                     ///< indices of arguments
  bool printAll = false;                           ///< all elements of them
  std::vector<ArgumentFile> outputs, comparisons;  ///< --output and --compare
  uint64_t ulp = 0;  ///< tolerances of comparisons; either one suffices
  double absolute = 0;
  bool list = false;
  bool version = false;
  bool help = false;

  /// Tells if there is a second run to compare with.
  bool hasAgainst() const { return againstProgram || againstDevice || againstOptions; }
};

/// The text of --help, made of the table of options.
std::string helpText();

/// Returns nothing, with a message in `error`, for an invalid command line.
std::optional<Options> parseOptions(std::span<const char *const> words, std::string &error);

}  // namespace clrun
