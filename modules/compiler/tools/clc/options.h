// Parses clc's command line.
//
// The table of options is in options.cpp. Build options are collected as one text and parsed by the
// compiler, which knows the target's own options.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tool_main.h"

namespace compiler::tools::clc {

/// The kind of output. A container holds code for all devices; the others are for one device.
enum class Output { container, assembly, llvmText, llvmBitcode, spirv };

/// The options of the dependency file (-MD).
struct DependencyFile {
  bool isWanted = false;
  bool hasPhonyTargets = false;      ///< -MP
  std::string name;                  ///< -MF; empty: the output's name with .d
  std::vector<std::string> targets;  ///< -MT and -MQ, as make reads them; empty: the output
};

/// The use of colours in diagnostics; `automatic` means on terminals.
enum class Color { automatic, always, never };

/// The parsed command line.
struct Options {
  std::vector<std::string> inputs;  ///< file names; "-" is standard input
  std::string output;               ///< empty if there is no -o; "-" is standard output
  /// Names of --target. Empty: all targets of the driver, or with `cpus` the targets with such a
  /// CPU.
  std::vector<std::string> targets;
  std::vector<std::string> cpus;     ///< LLVM's names, or "native" for this machine's CPU
  std::vector<std::string> devices;  ///< numbers, targets or parts of names, in this machine
  /// Compiler facts of --device-facts by target; under "" for the only target.
  std::map<std::string, std::vector<std::string>> facts;
  std::string buildOptions;        ///< as clBuildProgram takes them
  bool enableLinkOptions = false;  ///< -enable-link-options

  bool assembly = false;   ///< -S
  bool emitLlvm = false;   ///< -emit-llvm
  bool emitSpirv = false;  ///< -emit-spirv
  /// Returns the kind of output.
  Output form() const;
  /// Tells if an option chooses targets, CPUs or devices.
  bool namesDevices() const;
  DependencyFile dependencies;
  Color color = Color::automatic;

  bool compileOnly = false;
  bool createLibrary = false;
  bool noIr = false;
  bool portable = false;    ///< --portable: an output without source or IL is an error
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

/// Quotes a path for a make rule.
std::string escapeForMake(std::string_view path);

/// Parses the command line. Returns nothing, with a message in `error`, for unknown options,
/// missing values and options that exclude each other.
std::optional<Options> parseOptions(Arguments arguments, std::string &error);

}  // namespace compiler::tools::clc
