// clc's command line.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tool_main.h"

namespace compiler::tools::clc {

/// What is written instead of a container.
enum class Output { container, assembly, llvmText, llvmBitcode, spirv };

/// A make rule of what the output was made from (-MD).
struct DependencyFile {
  bool isWanted = false;
  bool hasPhonyTargets = false;      ///< -MP
  std::string name;                  ///< -MF; empty: the output's name with .d
  std::vector<std::string> targets;  ///< -MT and -MQ, as make reads them; empty: the output
};

enum class Color { automatic, always, never };

struct Options {
  std::vector<std::string> inputs;  ///< file names; "-" is standard input
  std::string output;               ///< empty if there is no -o; "-" is standard output
  /// Empty: all of the driver; with `cpus`, those that know one of them.
  std::vector<std::string> targets;
  std::vector<std::string> cpus;     ///< of the only target; "native" is this machine's
  std::vector<std::string> devices;  ///< of this machine: numbers or parts of names
  /// Compiler facts by target, each making code of its own; under "" for the only target.
  std::map<std::string, std::vector<std::string>> facts;
  std::string buildOptions;        ///< as clBuildProgram takes them
  bool enableLinkOptions = false;  ///< -enable-link-options

  bool assembly = false;   ///< -S
  bool emitLlvm = false;   ///< -emit-llvm
  bool emitSpirv = false;  ///< -emit-spirv
  Output form() const;
  /// Whether anything says what code is made for.
  bool namesDevices() const;
  DependencyFile dependencies;
  Color color = Color::automatic;

  bool compileOnly = false;
  bool createLibrary = false;
  bool noIr = false;
  bool portable = false;    ///< --portable: it is an error if there can be no portable part
  bool noPortable = false;  ///< --no-portable
  bool verbose = false;
  bool dump = false;
  bool listTargets = false;
  bool listDevices = false;
  bool version = false;
  bool help = false;
};

/// The text of --help, made of the table of options.
std::string helpText();

/// A path as a word of a make rule.
std::string escapeForMake(std::string_view path);

/// Nothing, with a message in `error`, if the command line makes no sense.
std::optional<Options> parseOptions(Arguments arguments, std::string &error);

}  // namespace compiler::tools::clc
