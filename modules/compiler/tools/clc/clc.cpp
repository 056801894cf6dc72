// clc: the offline compiler. It is built on the compiler's interface alone, as the driver is.

#include <algorithm>
#include <cstdio>

#include "build.h"
#include "color.h"
#include "compiler/container.h"
#include "dependencies.h"
#include "device.h"
#include "dump.h"
#include "file.h"
#include "input.h"
#include "options.h"
#include "this_machine.h"
#include "tool_main.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace compiler::tools {
namespace clc {
namespace {

constexpr int exitSuccess = 0;
constexpr int exitFailure = 1;

Color color = Color::automatic;  // of messages; from the command line

void say(std::string_view severity, const std::string &message) {
  std::string text = "clc: " + std::string(severity) + ": " + message + "\n";
  text = takesColor(color) ? paint(text) : text;
  std::fwrite(text.data(), 1, text.size(), stderr);
}

int fail(const std::string &message) {
  say("error", message);
  return exitFailure;
}

/// To standard output, all of it.
int print(const std::string &text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  return std::fflush(stdout) == 0 && written ? exitSuccess : fail("standard output is closed");
}

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
    text += describe(name, *bytes, *entries);
  }
  return print(text);
}

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

/// Where what is made from all inputs, or with -c from one, goes.
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

/// Source goes for every target or for none. Intermediate languages are made for some devices:
/// where the user names none, those that cannot take the module are left out.
bool mayLeaveOut(const Options &options, std::span<const Input> inputs) {
  const auto isIl = [](const Input &input) {
    return input.kind == InputKind::spirv || input.kind == InputKind::spir;
  };
  return !options.namesDevices() && std::ranges::any_of(inputs, isIl);
}

bool addDevices(Builder &builder, std::span<const Device> devices, std::span<const Input> inputs,
                const Options &options, std::string &error) {
  std::string first;
  size_t made = 0;
  for (const Device &device : devices) {
    std::string reason;
    if (builder.add(device, inputs, reason)) {
      builder.printLog();
      ++made;
      continue;
    }
    reason = std::string(device.info->name()) + ": " + reason;
    if (!mayLeaveOut(options, inputs)) {
      builder.printLog();
      error = reason;
      return false;
    }
    builder.dropLog();
    say("warning", "nothing is made for a target: " + reason);
    first = first.empty() ? reason : first;
  }
  error = made == 0 ? first : "";
  return made != 0;
}

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

bool build(Library &library, std::span<const Device> devices, std::span<const Input> inputs,
           const Options &options, std::string &error) {
  Builder builder(library, options);
  const std::string output = outputName(options, inputs);
  Bytes bytes;
  if (options.form() == Output::container) {
    if (!addDevices(builder, devices, inputs, options, error) ||
        !builder.addPortable(inputs, error)) {
      return false;
    }
    bytes = builder.container();
  } else {
    auto emitted = builder.emit(devices.front(), inputs, error);
    builder.printLog();
    if (!emitted) {
      return false;
    }
    bytes = std::move(*emitted);
  }
  return writeDependencies(options, output, inputs, builder, error) &&
         writeFile(output, bytes, error);
}

/// The forms that are no containers are of one device.
bool checkDevices(const Options &options, std::span<const Device> devices, std::string &error) {
  if (options.form() == Output::assembly && devices.size() != 1) {
    error = "-S shows the code of one device: name it with --device=, or --target= and --cpu=";
  }
  return error.empty();
}

int list(const Options &options, Library &library, Context &context) {
  if (options.version) {
    return print("clc of the Kiln driver build " + std::string(library.buildId()) + "\n");
  }
  if (options.listTargets) {
    return print(listTargets(library, context));
  }
  std::string error;
  std::vector<LocalDevice> devices;
  return localDevices(devices, error) ? print(listDevices(devices)) : fail(error);
}

int run(const Options &options) {
  Library &library = *kiln_compiler_get_library(interfaceVersion);
  const auto context = library.createContext();
  if (options.listTargets || options.listDevices || options.version) {
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
  if (!options.compileOnly) {
    return build(library, devices, inputs, options, error) ? exitSuccess : fail(error);
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

int clcMain(Arguments arguments) {
  std::string error;
  const auto options = clc::parseOptions(arguments, error);
  if (!options) {
    return clc::fail(error);
  }
  clc::color = options->color;
  if (options->help) {
    return clc::print(clc::helpText);
  }
  return options->dump ? clc::dump(*options) : clc::run(*options);
}

}  // namespace compiler::tools
