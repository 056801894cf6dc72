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

using support::Status;

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
    const auto bytes = readFile(name);
    if (!bytes) {
      return fail(bytes.error().message);
    }
    const auto entries = readContainer(*bytes);
    if (!entries) {
      return fail("'" + name + "': " + entries.error().message);
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
Status checkOutputs(const Options &options, const std::string &output) {
  const DependencyFile &rule = options.dependencies;
  const std::string ruleFile = rule.isWanted ? dependencyFileName(rule, output) : "";
  for (const std::string &input : options.inputs) {
    for (const std::string &written : {output, ruleFile}) {
      if (isSameFile(input, written)) {
        return support::Failure{"'" + written + "' is an input, and would be overwritten"};
      }
    }
  }
  return {};
}

/// Refuses inputs of one name in different folders, because their objects would have one name.
Status checkNames(const Options &options, std::span<const Input> inputs) {
  std::set<std::string> names;
  for (const Input &input : inputs) {
    const std::string name = outputName(options, {&input, 1});
    if (!names.insert(name).second) {
      return support::Failure{"'" + name + "' would be written twice: compile '" + input.name +
                              "' apart, with -o"};
    }
  }
  return {};
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
  return !options.namesDevices() && (failure.code == Error::unsupported || hasIl(inputs));
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
Status addDevices(Builder &builder, std::span<const Device> devices, std::span<const Input> inputs,
                  const Options &options) {
  std::vector<LeftOut> leftOut;
  std::vector<uint32_t> madeBits;
  for (const Device &device : devices) {
    const auto added = builder.add(device, inputs);
    if (added) {
      builder.printLog();
      madeBits.push_back(device.info->properties().addressBits);
    } else if (mayLeaveOut(options, inputs, added.error())) {
      leftOut.push_back(leaveOut(device, added.error(), builder.dropLog()));
    } else {
      builder.printLog();
      const bool isSomeones = !madeBits.empty() && !options.namesDevices();
      return support::Failure{std::string(device.info->name()) + ": " + added.error().message +
                              (isSomeones ? "; --target= chooses for what code is made" : "")};
    }
  }
  if (madeBits.empty()) {
    return support::Failure{leftOut.front().reason};
  }
  sayLeftOut(leftOut, madeBits, options.verbose || !hasIl(inputs));
  return {};
}

/// Executes -MD.
Status writeDependencies(const Options &options, const std::string &output,
                         std::span<const Input> inputs, const Builder &builder) {
  if (!options.dependencies.isWanted) {
    return {};
  }
  std::vector<std::string> names;
  for (const Input &input : inputs) {
    names.push_back(input.name);
  }
  const std::string rule = makeRule(options.dependencies, output, names, builder.headers());
  return writeFile(dependencyFileName(options.dependencies, output),
                   std::as_bytes(std::span(rule)));
}

/// Makes the bytes of one output from the inputs.
support::Result<Bytes> makeOutput(Builder &builder, std::span<const Device> devices,
                                  std::span<const Input> inputs, const Options &options) {
  if (options.form() == Output::container) {
    if (const auto added = addDevices(builder, devices, inputs, options); !added) {
      return added.error();
    }
    if (const auto added = builder.addEmbedded(inputs); !added) {
      return added.error();
    }
    return builder.container();
  }
  auto emitted = builder.emit(devices.front(), inputs);
  builder.printLog();
  if (!emitted) {
    return support::Failure{emitted.error().message};
  }
  return std::move(*emitted);
}

/// Makes and writes one output from the inputs.
Status build(Library &library, std::span<const Device> devices, std::span<const Input> inputs,
             const Options &options) {
  // Outputs are checked before the work, and written after all of it.
  Builder builder(library, options);
  const std::string output = outputName(options, inputs);
  if (auto checked = checkOutputs(options, output); !checked) {
    return checked;
  }
  const auto bytes = makeOutput(builder, devices, inputs, options);
  if (!bytes) {
    return bytes.error();
  }
  const auto written = writeDependencies(options, output, inputs, builder);
  return written ? writeFile(output, *bytes) : written;
}

/// Makes one output of all inputs, or with -c one of each.
Status buildAll(Library &library, std::span<const Device> devices, std::span<const Input> inputs,
                const Options &options) {
  if (!options.compileOnly) {
    return build(library, devices, inputs, options);
  }
  if (auto checked = checkNames(options, inputs); !checked) {
    return checked;
  }
  for (const Input &input : inputs) {
    if (auto built = build(library, devices, {&input, 1}, options); !built) {
      return built;
    }
  }
  return {};
}

/// Refuses build options unknown to a device, and -S for several devices.
Status checkDevices(const Options &options, std::span<const Device> devices) {
  for (const Device &device : devices) {
    const auto parsed =
        device.target->createModule()->parseOptions(options.buildOptions, OptionsMode::compile);
    if (!parsed) {
      const bool isFirst = &device == devices.data();
      return support::Failure{(isFirst ? "" : std::string(device.info->name()) + ": ") +
                              parsed.error().message};
    }
  }
  if (options.form() == Output::assembly && devices.size() != 1) {
    return support::Failure{
        "-S shows the code of one device: name it with --device=, or --target= and --cpu="};
  }
  return {};
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
  const auto devices = localDevices();
  return devices ? print(listDevices(*devices)) : fail(devices.error().message);
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
  const auto devices = openDevices(library, *context, options);
  if (!devices) {
    return fail(devices.error().message);
  }
  if (const auto checked = checkDevices(options, *devices); !checked) {
    return fail(checked.error().message);
  }
  std::vector<Input> inputs;
  for (const std::string &name : options.inputs) {
    auto input = readInput(name);
    if (!input) {
      return fail(input.error().message);
    }
    inputs.push_back(std::move(*input));
  }
  const auto built = buildAll(library, *devices, inputs, options);
  return built ? exitSuccess : fail(built.error().message);
}

}  // namespace
}  // namespace clc

/// The exit code is 0, or 1 after an error.
int clcMain(Arguments arguments) {
  const auto options = clc::parseOptions(arguments);
  if (!options) {
    return clc::fail(options.error().message);
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
