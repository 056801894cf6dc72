// clc: the offline compiler. It is built on the compiler's interface alone, as the driver is.

#include <cstdio>

#include "build.h"
#include "compiler/container.h"
#include "device.h"
#include "dump.h"
#include "file.h"
#include "input.h"
#include "options.h"
#include "tool_main.h"

extern "C" compiler::Library *kiln_compiler_get_library(uint32_t version);

namespace compiler::tools {
namespace clc {
namespace {

constexpr int exitSuccess = 0;
constexpr int exitFailure = 1;

int fail(const std::string &message) {
  std::fprintf(stderr, "clc: error: %s\n", message.c_str());
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

/// Where the program made from all inputs, or with -c from one, goes.
std::string outputName(const Options &options, const std::string &input) {
  if (!options.output.empty()) {
    return options.output;
  }
  if (!options.compileOnly || input == "-") {
    return "a.kbin";
  }
  const std::string name = input.substr(input.rfind('/') + 1);
  return name.substr(0, name.rfind('.')) + ".kbin";
}

bool build(Library &library, std::span<const Device> devices, std::span<const Input> inputs,
           const Options &options, std::string &error) {
  Builder builder(library, options);
  for (const Device &device : devices) {
    if (!builder.add(device, inputs, error)) {
      error = std::string(device.info->name()) + ": " + error;
      return false;
    }
  }
  return writeFile(outputName(options, inputs.front().name), builder.container(), error);
}

int run(const Options &options) {
  Library &library = *kiln_compiler_get_library(interfaceVersion);
  const auto context = library.createContext();
  if (options.listTargets) {
    return print(listTargets(library, *context));
  }
  std::string error;
  std::vector<Device> devices;
  if (!openDevices(library, *context, options, devices, error)) {
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
  if (options->help) {
    return clc::print(clc::helpText);
  }
  return options->dump ? clc::dump(*options) : clc::run(*options);
}

}  // namespace compiler::tools
