// clc, the offline compiler: compiles OpenCL programs to containers for devices of any machine.
//
// It is built on the compiler's interface alone, as the driver is, and without LLVM's headers. The
// steps are: parse the command line (options.h), open the devices (device.h), read the inputs
// (input.h), compile for each device (build.h), write the output and the dependency file. An error
// at any step ends clc with one message and without an output.

#include <algorithm>
#include <cstdio>
#include <set>

#include "build.h"
#include "color.h"
#include "compiler/container.h"
#include "dependencies.h"
#include "device.h"
#include "dump.h"
#include "file.h"
#include "input.h"
#include "options.h"
#include "step_list.h"
#include "support/trace_events.h"
#include "this_machine.h"
#include "tool_main.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace compiler::tools {
namespace clc {
namespace {

constexpr int exitSuccess = 0;
constexpr int exitFailure = 1;

/// The colours of messages, from the command line.
Color color = Color::automatic;

/// Prints a message of clc's own, in Clang's format.
void say(std::string_view severity, const std::string &message) {
  std::string text = "clc: " + std::string(severity) + ": " + message + "\n";
  text = takesColor(color) ? paint(text) : text;
  std::fwrite(text.data(), 1, text.size(), stderr);
}

/// Prints an error, and returns the exit code.
int fail(const std::string &message) {
  say("error", message);
  return exitFailure;
}

/// Prints all of a text on standard output, and returns the exit code.
int print(const std::string &text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written ? exitSuccess : fail("standard output is closed");
}

/// Executes --dump.
int dump(const Options &options) {
  std::string text;
  for (const std::string &name : options.inputs) {
    std::string error;
    const auto bytes = readFile(name, error);
    if (!bytes) {
      return fail(error);
    }
    const auto entries = readContainer(*bytes);
    if (!entries) {
      return fail("'" + name + "': " + entries.failure().message);
    }
    text += describe(name, *bytes, *entries, options.verbose);
  }
  return print(text);
}

/// Returns the suffix of an output.
std::string_view suffixOf(Output form) {
  switch (form) {
    case Output::container:
      return ".kbin";
    case Output::assembly:
      return ".s";
    case Output::llvmText:
      return ".ll";
    case Output::llvmBitcode:
      return ".bc";
    case Output::spirv:
      break;
  }
  return ".spv";
}

/// Returns the name of the output of all inputs, or with -c of one: -o, or the input's name with
/// the suffix of the output.
std::string outputName(const Options &options, std::span<const Input> inputs) {
  if (!options.output.empty()) {
    return options.output;
  }
  const std::string &input = inputs.front().name;
  const std::string suffix(suffixOf(options.form()));
  const bool isOfInput = options.compileOnly || options.form() != Output::container;
  if (!isOfInput || inputs.size() > 1 || input == "-") {
    return "a" + suffix;
  }
  const std::string name = input.substr(input.rfind('/') + 1);
  return name.substr(0, name.rfind('.')) + suffix;
}

/// Refuses an output that is an input, also through a link: the input would be lost.
bool checkOutputs(const Options &options, const std::string &output, std::string &error) {
  const DependencyFile &rule = options.dependencies;
  const std::string ruleFile = rule.isWanted ? dependencyFileName(rule, output) : "";
  for (const std::string &input : options.inputs) {
    for (const std::string &written : {output, ruleFile}) {
      if (isSameFile(input, written)) {
        error = "'" + written + "' is an input, and would be overwritten";
      }
    }
  }
  return error.empty();
}

/// Refuses inputs of one name in different folders, because their objects would have one name.
bool checkNames(const Options &options, std::span<const Input> inputs, std::string &error) {
  std::set<std::string> names;
  for (const Input &input : inputs) {
    const std::string name = outputName(options, {&input, 1});
    if (!names.insert(name).second) {
      error = "'" + name + "' would be written twice: compile '" + input.name + "' apart, with -o";
      return false;
    }
  }
  return true;
}

/// Tells if an input is SPIR-V or bitcode.
bool hasIl(std::span<const Input> inputs) {
  return std::ranges::any_of(inputs, [](const Input &input) {
    return input.kind == InputKind::spirv || input.kind == InputKind::spir;
  });
}

/// Tells if clc leaves a device out after this failure instead of failing itself. It does so only
/// where the user names no devices. IL is made for devices with certain properties, and a version
/// of the language may require properties. Any other error in source is an error for all devices.
bool mayLeaveOut(const Options &options, std::span<const Input> inputs, const Failure &failure) {
  return !options.namesDevices() && (failure.error == Error::unsupported || hasIl(inputs));
}

/// A target without an entry.
struct LeftOut {
  std::string reason;  ///< with the first message of the compiler
  uint32_t addressBits;
};

/// Joins the failure and the first line of the log to a reason.
LeftOut leaveOut(const Device &device, const Failure &failure, std::string_view log) {
  const std::string_view line = log.substr(0, log.find('\n'));
  constexpr std::string_view severity = "error: ";
  const std::string_view said = line.starts_with(severity) ? line.substr(severity.size()) : line;
  std::string reason = std::string(device.info->name()) + ": " + failure.message;
  if (!said.empty() && failure.message.find(said) == std::string::npos) {
    reason.append(": ").append(said);
  }
  return {std::move(reason), device.info->properties().addressBits};
}

/// Warns of the targets without an entry. A 64-bit module is not for 32-bit devices, so clc
/// mentions them with -v only, or if no target is left.
void sayLeftOut(std::span<const LeftOut> leftOut, std::span<const uint32_t> madeBits, bool isAll) {
  for (const LeftOut &target : leftOut) {
    if (isAll || std::ranges::find(madeBits, target.addressBits) != madeBits.end()) {
      say("warning", "nothing is made for a target: " + target.reason);
    }
  }
}

/// Compiles for all devices, and leaves unsuitable ones out. At least one has to remain.
bool addDevices(Builder &builder, std::span<const Device> devices, std::span<const Input> inputs,
                const Options &options, std::string &error) {
  std::vector<LeftOut> leftOut;
  std::vector<uint32_t> madeBits;
  for (const Device &device : devices) {
    const auto added = builder.add(device, inputs);
    if (added) {
      builder.printLog();
      madeBits.push_back(device.info->properties().addressBits);
    } else if (mayLeaveOut(options, inputs, added.failure())) {
      leftOut.push_back(leaveOut(device, added.failure(), builder.dropLog()));
    } else {
      builder.printLog();
      error = std::string(device.info->name()) + ": " + added.failure().message;
      const bool isSomeones = !madeBits.empty() && !options.namesDevices();
      error += isSomeones ? "; --target= chooses for what code is made" : "";
      return false;
    }
  }
  if (madeBits.empty()) {
    error = leftOut.front().reason;
    return false;
  }
  sayLeftOut(leftOut, madeBits, options.verbose || !hasIl(inputs));
  return true;
}

/// Executes -MD.
bool writeDependencies(const Options &options, const std::string &output,
                       std::span<const Input> inputs, const Builder &builder, std::string &error) {
  if (!options.dependencies.isWanted) {
    return true;
  }
  std::vector<std::string> names;
  for (const Input &input : inputs) {
    names.push_back(input.name);
  }
  const std::string rule = makeRule(options.dependencies, output, names, builder.headers());
  return writeFile(dependencyFileName(options.dependencies, output), std::as_bytes(std::span(rule)),
                   error);
}

/// Makes and writes one output from the inputs.
bool build(Library &library, std::span<const Device> devices, std::span<const Input> inputs,
           const Options &options, std::string &error) {
  // Outputs are checked before the work, and written after all of it.
  Builder builder(library, options);
  const std::string output = outputName(options, inputs);
  Bytes bytes;
  if (!checkOutputs(options, output, error)) {
    return false;
  }
  if (options.form() == Output::container) {
    if (!addDevices(builder, devices, inputs, options, error) ||
        !builder.addEmbedded(inputs, error)) {
      return false;
    }
    bytes = builder.container();
  } else {
    auto emitted = builder.emit(devices.front(), inputs);
    builder.printLog();
    if (!emitted) {
      error = emitted.failure().message;
      return false;
    }
    bytes = std::move(*emitted);
  }
  return writeDependencies(options, output, inputs, builder, error) &&
         writeFile(output, bytes, error);
}

/// Refuses build options unknown to a device, and -S for several devices.
bool checkDevices(const Options &options, std::span<const Device> devices, std::string &error) {
  for (const Device &device : devices) {
    const auto parsed =
        device.target->createModule()->parseOptions(options.buildOptions, OptionsMode::compile);
    if (!parsed) {
      error = (&device == devices.data() ? "" : std::string(device.info->name()) + ": ") +
              parsed.failure().message;
      return false;
    }
  }
  if (options.form() == Output::assembly && devices.size() != 1) {
    error = "-S shows the code of one device: name it with --device=, or --target= and --cpu=";
  }
  return error.empty();
}

/// Executes --version, --list-targets and --list-devices.
int list(const Options &options, Library &library, Context &context) {
  if (options.version) {
    return print("clc of Kiln " KILN_VERSION ", driver build " + std::string(library.buildId()) +
                 "\n");
  }
  if (options.listSteps) {
    return print(listSteps());
  }
  if (options.listTargets) {
    return print(listTargets(library, context, options.verbose));
  }
  std::string error;
  std::vector<LocalDevice> devices;
  return localDevices(devices, error) ? print(listDevices(devices)) : fail(error);
}

/// Executes a command line other than --help and --dump, and returns the exit code.
int run(const Options &options) {
  // The library contains this tool, so its version is the right one.
  Library &library = *kiln_compiler_get_library(interfaceVersion);
  if (support::isTracing()) {
    library.observeSteps([](const char *category, std::string_view name, uint64_t start,
                            uint64_t end) { support::trace(category, name, start, end); });
  }
  const auto context = library.createContext();
  if (options.listTargets || options.listDevices || options.listSteps || options.version) {
    return list(options, library, *context);
  }
  std::string error;
  std::vector<Device> devices;
  if (!openDevices(library, *context, options, devices, error) ||
      !checkDevices(options, devices, error)) {
    return fail(error);
  }
  std::vector<Input> inputs;
  for (const std::string &name : options.inputs) {
    auto input = readInput(name, error);
    if (!input) {
      return fail(error);
    }
    inputs.push_back(std::move(*input));
  }
  // All inputs make one output, or with -c each one its own.
  if (!options.compileOnly) {
    return build(library, devices, inputs, options, error) ? exitSuccess : fail(error);
  }
  if (!checkNames(options, inputs, error)) {
    return fail(error);
  }
  for (const Input &input : inputs) {
    if (!build(library, devices, {&input, 1}, options, error)) {
      return fail(error);
    }
  }
  return exitSuccess;
}

}  // namespace
}  // namespace clc

/// The exit code is 0, or 1 after an error.
int clcMain(Arguments arguments) {
  std::string error;
  const auto options = clc::parseOptions(arguments, error);
  if (!options) {
    return clc::fail(error);
  }
  clc::color = options->color;
  if (options->help) {
    return clc::print(clc::helpText());
  }
  if (options->dump) {
    return clc::dump(*options);
  }
  const int exitCode = clc::run(*options);
  support::endTrace();
  return exitCode;
}

}  // namespace compiler::tools
