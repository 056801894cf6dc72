#include "options.h"

#include <algorithm>
#include <string_view>

#include "build_option_rows.h"
#include "support/option_table.h"

namespace compiler::tools::clc {

namespace {

using support::addText;
using support::OptionValue;
using support::setFlag;
using support::setText;

constexpr std::string_view head =
    R"(clc [options] <input>... [-o <output>]
Compiles OpenCL programs ahead of time, for devices that need not be in this machine.

  clc kernels.cl -o kernels.kbin          make code for every target of this driver; load the file with
                                          clCreateProgramWithBinary
  clc --cpu=x86-64-v2,x86-64-v4 k.cl      make code for two kinds of CPUs; each machine takes the best
  clc --device=0 k.cl                     make code for a device of this machine (clc --list-devices)
  clc -S k.cl -o -                        show the assembly for this machine
  clc -c a.cl b.cl && clc a.kbin b.kbin   compile files apart, then link them

Inputs:
  <file>.cl              OpenCL C
  <file>.clcpp           C++ for OpenCL
  <file>.spv             SPIR-V
  <file>.bc              SPIR, or LLVM bitcode of spir, spir64, spirv32 or spirv64
  <file>.kbin            an object or a library made by clc
  -                      standard input
)";

constexpr std::string_view tail =
    R"(Without an option of "Output", clc links all inputs and writes a container (.kbin). It holds code for
each device, intermediate code for this driver's other devices, and the source for other builds of the
driver. With KILN_DUMP=ir,asm in the environment, clc also writes the stages of each kernel to files.

The exit code is 0, or 1 after any error. After an error there is no output.
)";

/// Splits a list at its commas into `names`. A list without a name is a mistake.
void takeNames(const OptionValue &value, std::vector<std::string> &names) {
  bool isNamed = false;
  for (std::string_view list = value.text; !list.empty();) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma != 0) {
      names.emplace_back(list.substr(0, comma));
      isNamed = true;
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  if (!isNamed) {
    value.words.fail(std::string(value.name) + " needs a name");
  }
}

void addProperties(Options &options, const OptionValue &value) {
  const size_t colon = value.text.find(':');
  const bool isNamed = colon != std::string_view::npos;
  options.properties[std::string(isNamed ? value.text.substr(0, colon) : "")].emplace_back(
      isNamed ? value.text.substr(colon + 1) : value.text);
}

/// The options of clc's own. Rows of build options follow in the help (build_option_rows.h).
constexpr support::Option<Options> table[] = {
    {.names = {}, .value = {}, .help = "Output"},
    {"-c, --compile-only", "", "Write an object for each input, and do not link.",
     setFlag<&Options::compileOnly>},
    {"-create-library", "", "Write a library of the inputs.", setFlag<&Options::createLibrary>},
    {"-enable-link-options", "", "Let link options change the library, as for clLinkProgram.",
     setFlag<&Options::enableLinkOptions>},
    {"-S", "", "Write the assembly of one device (.s): this machine's first, or the named one.",
     setFlag<&Options::assembly>},
    {"-emit-llvm", "", "Write the LLVM bitcode of the front end (.bc); with -S its text (.ll).",
     setFlag<&Options::emitLlvm>},
    {"-emit-spirv", "", "Write a SPIR-V module (.spv).", setFlag<&Options::emitSpirv>},
    {"-o", "<file>",
     "Write to this file; - is standard output. The default is a.kbin, and with -c, -S, -emit-llvm "
     "and -emit-spirv the input's name with another suffix.",
     setText<&Options::output>, true},

    {.names = {}, .value = {}, .help = "Devices"},
    {"--target", "<target>,...", "Make code for these targets (all that --list-targets prints).",
     [](Options &options, const OptionValue &value) { takeNames(value, options.targets); }},
    {"--cpu", "<name>,...",
     "Make code for these CPUs, by LLVM's names; native is this machine's. The container has the "
     "CPU with most features first, and a machine takes the first code that it can run.",
     [](Options &options, const OptionValue &value) { takeNames(value, options.cpus); }},
    {"--device", "<device>",
     "Make code for a device of this machine, by number, target or part of its name. The option "
     "may be repeated.",
     addText<&Options::devices>},
    {"--target-properties", "[<target>:]<properties>",
     "Make code for a device with these target properties. The option may be repeated: the best "
     "device first.",
     addProperties},
    {"--no-ir", "", "Leave the intermediate code out of the container.", setFlag<&Options::noIr>},
    {"--no-portable", "",
     "Leave the source or IL out of the container, so that nobody can read it there. Other builds "
     "of the driver cannot compile the program again then.",
     setFlag<&Options::noEmbedded>},
    {"--portable", "", "Refuse objects and libraries without their source or IL.",
     setFlag<&Options::embedded>},
    {"--list-targets", "",
     "Print the targets, their target properties and their own build options.",
     setFlag<&Options::listTargets>},
    {"--list-devices", "", "Print the devices of this machine, with target and target properties.",
     setFlag<&Options::listDevices>},
    {"--list-steps", "", "Print all steps of the compiler, with their need and source.",
     setFlag<&Options::listSteps>},

    {.names = {}, .value = {}, .help = "Dependencies for make and ninja, as Clang's"},
    {"-MD, -MMD", "", "Write the files that the output depends on beside it (.d).",
     [](Options &options, const OptionValue &) { options.dependencies.isWanted = true; }},
    {"-MF", "<file>", "Write the dependencies to this file.",
     [](Options &options, const OptionValue &value) { options.dependencies.name = value.text; },
     true},
    {"-MT", "<name>", "Name the rule's target, as make reads it. The option may be repeated.",
     [](Options &options, const OptionValue &value) {
       options.dependencies.targets.emplace_back(value.text);
     },
     true},
    {"-MQ", "<name>", "Name the rule's target, quoted for make. The option may be repeated.",
     [](Options &options, const OptionValue &value) {
       options.dependencies.targets.push_back(escapeForMake(value.text));
     },
     true},
    {"-MP", "", "Add an empty rule for each header.",
     [](Options &options, const OptionValue &) { options.dependencies.hasPhonyTargets = true; }},

    {.names = {}, .value = {}, .help = "Other options"},
    {"--dump", "", "Describe containers as text, and do nothing else.", setFlag<&Options::dump>},
    {"-fcolor-diagnostics, -fdiagnostics-color", "", "Print messages in colours.",
     [](Options &options, const OptionValue &) { options.color = Color::always; }},
    {"-fno-color-diagnostics, -fno-diagnostics-color", "",
     "Print messages without colours. The default is colours on terminals.",
     [](Options &options, const OptionValue &) { options.color = Color::never; }},
    {"-v", "", "Report each step; list and describe at length.", setFlag<&Options::verbose>},
    {"--version", "", "Print the version and this driver's build.", setFlag<&Options::version>},
    {"-h, --help", "", "Print this text.", setFlag<&Options::help>},
    {"--", "", "Take all later words for inputs, also with a dash."},
};

/// Takes a build option. The compiler reports the unknown ones.
bool takeBuildOption(support::CommandWords &words, std::string_view word, Options &options) {
  if (word.size() < 2 || !word.starts_with("-") || word.starts_with("--")) {
    return false;
  }
  support::takeBuildOption(words, word, options.buildOptions);
  return true;
}

/// Takes words until the end: options of the table, then build options, then inputs. Ends after the
/// first mistake.
support::Status parse(support::CommandWords words, Options &options) {
  while (!words.atEnd() && words.ok()) {
    const std::string_view word = words.take();
    if (word == "--") {
      while (!words.atEnd()) {
        options.inputs.emplace_back(words.take());
      }
    } else if (support::takeOption<Options>(table, word, words, options) ||
               takeBuildOption(words, word, options)) {
      continue;
    } else if (word.starts_with("--")) {
      words.fail("unknown option '" + std::string(word) + "'");
    } else {
      options.inputs.emplace_back(word);
    }
  }
  return words.status();
}

/// Refuses contradictory options of the output.
support::Status checkForms(const Options &options) {
  const DependencyFile &file = options.dependencies;
  if (options.emitLlvm && options.emitSpirv) {
    return support::Failure{"-emit-llvm and -emit-spirv exclude each other"};
  }
  if (options.emitSpirv && options.assembly) {
    return support::Failure{"-emit-spirv has no text form (spirv-dis makes one): leave -S out"};
  }
  if (options.form() != Output::container && options.createLibrary) {
    return support::Failure{"-S, -emit-llvm and -emit-spirv exclude -create-library"};
  }
  if (options.form() == Output::assembly && options.compileOnly) {
    return support::Failure{"-S and -c exclude each other"};
  }
  if (!file.isWanted && (!file.name.empty() || !file.targets.empty() || file.hasPhonyTargets)) {
    return support::Failure{"-MF, -MT, -MQ and -MP need -MD or -MMD"};
  }
  if (file.isWanted && file.name.empty() && options.output == "-") {
    return support::Failure{"-MD with the output on standard output needs -MF"};
  }
  if (file.isWanted && options.compileOnly && options.inputs.size() > 1 && !file.name.empty()) {
    return support::Failure{"-c with several inputs makes several files: -MF cannot name them"};
  }
  return {};
}

/// Refuses contradictory options. A help, version or list request is not checked.
support::Status checkTogether(const Options &options) {
  if (options.inputs.empty()) {
    return support::Failure{"no input file; --help says how clc is used"};
  }
  if (std::ranges::count(options.inputs, "-") > 1) {
    return support::Failure{"standard input can be read once"};
  }
  if (options.compileOnly && options.createLibrary) {
    return support::Failure{"-c and -create-library exclude each other"};
  }
  if (options.enableLinkOptions && !options.createLibrary) {
    return support::Failure{"-enable-link-options needs -create-library"};
  }
  if (options.compileOnly && options.inputs.size() > 1 && !options.output.empty()) {
    return support::Failure{"-c with several inputs makes several files: -o cannot name them"};
  }
  if (options.embedded && options.noEmbedded) {
    return support::Failure{"--portable and --no-portable exclude each other"};
  }
  if (options.noIr && options.noEmbedded && (options.compileOnly || options.createLibrary)) {
    return support::Failure{
        "objects and libraries have no code: --no-ir and --no-portable leave nothing"};
  }
  if (options.properties.contains("") && options.targets.size() != 1) {
    return support::Failure{"--target-properties without a target's name needs one --target"};
  }
  if (!options.cpus.empty() && !options.properties.empty()) {
    return support::Failure{"--cpu and --target-properties exclude each other"};
  }
  return checkForms(options);
}

}  // namespace

/// As GCC and Clang do it for dependency files.
std::string escapeForMake(std::string_view path) {
  std::string out;
  for (char c : path) {
    out += c == ' ' || c == '#' ? "\\" : c == '$' ? "$" : "";
    out += c;
  }
  return out;
}

/// A container is the output without an option for another one.
Output Options::form() const {
  return emitSpirv              ? Output::spirv
         : emitLlvm && assembly ? Output::llvmText
         : emitLlvm             ? Output::llvmBitcode
         : assembly             ? Output::assembly
                                : Output::container;
}

bool Options::namesDevices() const {
  return !targets.empty() || !properties.empty() || !cpus.empty() || !devices.empty();
}

std::string helpText() {
  std::vector<support::OptionText> rows = support::textsOf<Options>(table);
  rows.insert(rows.end(), std::begin(buildOptionRows), std::end(buildOptionRows));
  return support::formatHelp(head, rows, tail);
}

/// Parses all words first, then checks the options against each other.
support::Result<Options> parseOptions(Arguments arguments) {
  Options options;
  if (const auto parsed = parse(support::CommandWords(arguments), options); !parsed) {
    return parsed.error();
  }
  const bool onlyPrints = options.help || options.version || options.listTargets ||
                          options.listDevices || options.listSteps;
  const auto checked = onlyPrints ? support::Status() : checkTogether(options);
  if (!checked) {
    return checked.error();
  }
  if (options.form() == Output::assembly && !options.namesDevices()) {
    options.devices = {"0"};
  }
  return options;
}

}  // namespace compiler::tools::clc
