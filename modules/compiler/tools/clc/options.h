// clc's command line.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tool_main.h"

namespace compiler::tools::clc {

struct Options {
  std::vector<std::string> inputs;  ///< file names; "-" is standard input
  std::string output;               ///< empty if there is no -o; "-" is standard output
  /// Empty: all of the driver.
  std::vector<std::string> targets;
  /// Compiler facts by target, each making code of its own; under "" for the only target.
  std::map<std::string, std::vector<std::string>> facts;
  std::string buildOptions;        ///< as clBuildProgram takes them
  bool enableLinkOptions = false;  ///< -enable-link-options

  bool compileOnly = false;
  bool createLibrary = false;
  bool noIr = false;
  bool verbose = false;
  bool dump = false;
  bool listTargets = false;
  bool help = false;
};

extern const char helpText[];

/// Nothing, with a message in `error`, if the command line makes no sense.
std::optional<Options> parseOptions(Arguments arguments, std::string &error);

}  // namespace compiler::tools::clc
