// Parses clc's command line.
//
// The table of options is in options.cpp. Build options are collected as one text and parsed by the
// compiler, which knows the target's own options.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/result.h"
#include "tool_main.h"

namespace compiler::tools::clc {

/// The kind of output. A container holds code for all devices; the others are for one device.
enum class Output {
  /// A container (.kbin) of code, intermediate code, and source or IL.
  container,
  /// Assembly (.s), by -S.
  assembly,
  /// The front end's LLVM IR as text (.ll), by -emit-llvm -S.
  llvmText,
  /// The front end's LLVM IR as bitcode (.bc), by -emit-llvm.
  llvmBitcode,
  /// A SPIR-V module (.spv), by -emit-spirv.
  spirv,
};

/// The options of the dependency file (-MD).
struct DependencyFile {
  /// Asks for the file: -MD or -MMD.
  bool isWanted = false;
  /// Asks for an empty rule for each header: -MP.
  bool hasPhonyTargets = false;
  /// The file's name, by -MF. Empty: the output's name with the suffix .d.
  std::string name;
  /// The rule's targets, by -MT and -MQ, quoted for make. Empty: the output.
  std::vector<std::string> targets;
};

/// The use of colours in diagnostics; `automatic` means on terminals.
/// NO_COLOR and TERM matter for `automatic` alone.
enum class Color { automatic, always, never };

/// The parsed command line.
struct Options {
  /// Names of input files, in the order of linking; "-" is standard input.
  std::vector<std::string> inputs;
  /// The file of -o; "-" is standard output. Empty: a name made from the inputs.
  std::string output;
  /// Names of --target. Empty: all targets of the driver, or with `cpus` the targets with such a
  /// CPU.
  std::vector<std::string> targets;
  /// CPUs of --cpu by LLVM's names, or "native" for this machine's.
  std::vector<std::string> cpus;
  /// Devices of --device in this machine, by number, target or part of the name.
  std::vector<std::string> devices;
  /// Target properties of --target-properties by target; under "" for the only target.
  std::map<std::string, std::vector<std::string>> properties;
  /// Build options, escaped and separated by spaces, as clBuildProgram takes them.
  std::string buildOptions;
  /// -enable-link-options: links with the library may change the options of its functions.
  bool enableLinkOptions = false;

  /// Asks for assembly, or with -emit-llvm for IR as text: -S.
  bool assembly = false;
  /// Asks for the front end's IR: -emit-llvm.
  bool emitLlvm = false;
  /// Asks for SPIR-V: -emit-spirv.
  bool emitSpirv = false;
  /// Returns the kind of output.
  /// Follows from -S, -emit-llvm and -emit-spirv together.
  Output form() const;
  /// Tells if an option chooses targets, CPUs or devices.
  /// Without one, the container is for the default device of each target.
  bool namesDevices() const;
  /// The dependency file for make and ninja.
  DependencyFile dependencies;
  /// Colours of messages and of the compiler's log.
  Color color = Color::automatic;

  /// Asks for an object for each input: -c.
  bool compileOnly = false;
  /// Asks for a library of all inputs.
  bool createLibrary = false;
  /// Leaves the intermediate code out: the container then serves the devices with code alone.
  bool noIr = false;
  /// Makes an output without source or IL an error: --portable.
  bool embedded = false;
  /// Leaves the source or IL out: --no-portable.
  bool noEmbedded = false;
  /// Reports each entry on standard error, and lists at length: -v.
  bool verbose = false;

  // Requests that replace the build. The first one in this order wins.
  /// Prints the help text.
  bool help = false;
  /// Describes the inputs, which are containers.
  bool dump = false;
  /// Prints the version and the build of the driver.
  bool version = false;
  /// Prints the targets of the driver.
  bool listTargets = false;
  /// Prints the devices of this machine.
  bool listDevices = false;
  /// Prints the table of the compiler's steps.
  bool listSteps = false;
};

/// Makes the text of --help from the table of options.
std::string helpText();

/// Quotes a path for a make rule: spaces and # get a backslash, $ is doubled. Without it make would
/// take a path with a space for two files.
std::string escapeForMake(std::string_view path);

/// Parses the command line. Fails for unknown options, missing values, and options excluding each
/// other. The first mistake is the message.
///
/// With -S and without a device, the options name this machine's first one. Files are not touched.
support::Result<Options> parseOptions(Arguments arguments);

}  // namespace compiler::tools::clc
