#include "options.h"

#include <algorithm>
#include <string_view>

#include "support/command_words.h"

namespace compiler::tools::clc {

const char helpText[] = R"(clc [options] <input>... [-o <output>]
Compiles OpenCL programs ahead of time, for devices that need not be in this machine.

  clc kernels.cl -o kernels.kbin          for every target of this driver; load the file with
                                          clCreateProgramWithBinary
  clc --cpu=x86-64-v2,x86-64-v4 k.cl      for two kinds of CPUs; each machine takes the best it can
  clc --device=0 k.cl                     for a device of this machine (clc --list-devices)
  clc -S k.cl -o -                        show the assembly for this machine
  clc -c a.cl b.cl && clc a.kbin b.kbin   compile files apart, then link them

Inputs: OpenCL C (.cl), C++ for OpenCL (.clcpp), SPIR-V (.spv), SPIR or LLVM bitcode of
spir, spir64, spirv32 or spirv64 (.bc), objects and libraries that clc made (.kbin), or - for
standard input. Several inputs are linked.

What is written:
  (nothing of these)     a container (.kbin): code for each device, intermediate code from which this
                         driver makes code for any other device, and embedded source or IL, the source,
                         for other builds of the driver
  -c, --compile-only     an object for each input, not linked
  -create-library        a library of the inputs; -enable-link-options as for clLinkProgram
  -S                     the assembly of one device (.s): of this machine's first, or the one named
  -emit-llvm             LLVM bitcode of the front end (.bc); with -S as text (.ll)
  -emit-spirv            a SPIR-V module (.spv)
  -o <file>              to this file (a.kbin; with -c, -S and -emit-... the input's name with the
                         suffix); - is standard output

For what:
  --target=<name>,...    targets (all that clc --list-targets shows)
  --cpu=<name>,...       CPUs, as LLVM names them, or native; those with more features come first
                         in the container, and a machine takes the first that it can run
  --device=<n>|<name>    a device of this machine, by number, target or part of its name; may be
                         repeated
  --device-facts=[<target>:]<properties>
                         the very device, as its target properties; may be repeated: the best first
  --no-ir                leave the intermediate code out
  --no-portable          leave the embedded source or IL out: the inputs themselves, with the headers
                         that they include, from which other builds of the driver make the program
                         anew; without it nobody can read the source in the output
  --portable             refuse inputs (objects, libraries) that have no embedded source or IL
  --list-targets         print the targets, what they take as properties, and their options
  --list-devices         print the devices of this machine, with target and properties

How (build options, as clBuildProgram takes them):
  -D <macro>[=<value>], -I <folder>
                         define a macro; look for headers in a folder
  -cl-std=<version>      CL1.0, CL1.1, CL1.2 (without the option), CL2.0, CL3.0, CLC++1.0, CLC++2021
  -O0, -cl-opt-disable   do not optimise; -O1 to -O3 are taken and change nothing
  -g                     keep lines, and with -O0 variables, for debuggers and profilers
  -w, -Werror, -Wall, ...
                         no warnings, warnings as errors, more or others, as Clang names them
  -cl-fast-relaxed-math, ...
                         OpenCL's other options
  -cl-kiln-vectorize=auto|always|never|<n>
                         whether kernels are vectorised, or how many work-items wide
  -cl-kiln-zero-local-memory, -cl-kiln-zero-private-memory
                         make local or private memory zero at the start of kernels
  -cl-kiln-remarks       say what is vectorised and how, on standard error and in the build log

For make and ninja, as Clang's:
  -MD, -MMD              write what the output depends on beside it (.d)
  -MF <file>             to this file; -MT <target>, -MQ <target> name the rule's target, -MP adds
                         an empty rule for each header

  --dump                 describe containers as text, and do nothing else. What becomes of kernels,
                         stage by stage, is written to files with KILN_DUMP=ir,asm in the environment
  -fcolor-diagnostics, -fno-color-diagnostics
                         colours (on terminals)
  -v                     say what is done; list and describe at length
  --version, -h, --help  the version, and this driver's build; this text
  --                     what follows are inputs, whatever they begin with

The exit code is 0, or 1 after any error, and then no output is written.
)";

namespace {

/// Goes through the words of a command line.
class Parser {
 public:
  Parser(Arguments arguments, Options &options, std::string &error)
      : words_(arguments, error), options_(options), error_(error) {}

  bool parse();

 private:
  bool takeFlag(std::string_view word);
  bool takeValueOption(std::string_view word);
  bool takeDependencyOption(std::string_view word);
  bool takeColor(std::string_view word);
  bool takeBuildOption(std::string_view word);
  bool value(std::string_view word, std::string_view name, std::string_view &value) {
    return words_.isOption(word, name, value);
  }
  void takeNames(std::string_view option, std::string_view list, std::vector<std::string> &names);
  void addProperties(std::string_view text);

  support::CommandWords words_;
  Options &options_;
  std::string &error_;
};

bool Parser::takeFlag(std::string_view word) {
  struct Flag {
    std::string_view name;
    bool Options::*member;
  };
  static constexpr Flag flags[] = {{"-c", &Options::compileOnly},
                                   {"--compile-only", &Options::compileOnly},
                                   {"-create-library", &Options::createLibrary},
                                   {"-enable-link-options", &Options::enableLinkOptions},
                                   {"--no-ir", &Options::noIr},
                                   {"--portable", &Options::embedded},
                                   {"--no-portable", &Options::noEmbedded},
                                   {"-v", &Options::verbose},
                                   {"--dump", &Options::dump},
                                   {"-S", &Options::assembly},
                                   {"-emit-llvm", &Options::emitLlvm},
                                   {"-emit-spirv", &Options::emitSpirv},
                                   {"--list-targets", &Options::listTargets},
                                   {"--list-devices", &Options::listDevices},
                                   {"--version", &Options::version},
                                   {"-h", &Options::help},
                                   {"--help", &Options::help}};
  const auto *flag = std::ranges::find(flags, word, &Flag::name);
  if (flag == std::end(flags)) {
    return false;
  }
  options_.*flag->member = true;
  return true;
}

void Parser::takeNames(std::string_view option, std::string_view list,
                       std::vector<std::string> &names) {
  bool isNamed = false;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (comma != 0) {
      names.emplace_back(list.substr(0, comma));
      isNamed = true;
    }
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  if (!isNamed) {
    words_.fail(std::string(option) + " needs a name");
  }
}

void Parser::addProperties(std::string_view text) {
  const size_t colon = text.find(':');
  const bool isNamed = colon != std::string_view::npos;
  options_.properties[std::string(isNamed ? text.substr(0, colon) : "")].emplace_back(
      isNamed ? text.substr(colon + 1) : text);
}

bool Parser::takeValueOption(std::string_view word) {
  std::string_view text;
  if (value(word, "-o", text)) {
    options_.output = text;
  } else if (word.starts_with("-o")) {
    options_.output = word.substr(2);
  } else if (value(word, "--target", text)) {
    takeNames("--target", text, options_.targets);
  } else if (value(word, "--device-facts", text)) {
    addProperties(text);
  } else if (value(word, "--cpu", text)) {
    takeNames("--cpu", text, options_.cpus);
  } else if (value(word, "--device", text)) {
    options_.devices.emplace_back(text);
  } else {
    return false;
  }
  return true;
}

/// -MF and its like, with the value in the same word or the next.
bool Parser::takeDependencyOption(std::string_view word) {
  DependencyFile &file = options_.dependencies;
  if (word == "-MD" || word == "-MMD") {
    return file.isWanted = true;
  }
  if (word == "-MP") {
    return file.hasPhonyTargets = true;
  }
  const std::string_view name = word.substr(0, 3);
  if (name != "-MF" && name != "-MT" && name != "-MQ") {
    return false;
  }
  std::string_view text = word.substr(name.size());
  if (text.empty() && !words_.takeValue(name, text)) {
    return true;
  }
  if (name == "-MF") {
    file.name = text;
  } else {
    file.targets.push_back(name == "-MQ" ? escapeForMake(text) : std::string(text));
  }
  return true;
}

bool Parser::takeColor(std::string_view word) {
  const bool isOn = word == "-fcolor-diagnostics" || word == "-fdiagnostics-color";
  if (!isOn && word != "-fno-color-diagnostics" && word != "-fno-diagnostics-color") {
    return false;
  }
  options_.color = isOn ? Color::always : Color::never;
  return true;
}

bool Parser::takeBuildOption(std::string_view word) {
  if (word.size() < 2 || !word.starts_with("-") || word.starts_with("--")) {
    return false;
  }
  support::takeBuildOption(words_, word, options_.buildOptions);
  return true;
}

bool Parser::parse() {
  while (!words_.atEnd() && words_.ok()) {
    const std::string_view word = words_.take();
    if (word == "--") {
      while (!words_.atEnd()) {
        options_.inputs.emplace_back(words_.take());
      }
      break;
    }
    if (takeFlag(word) || takeValueOption(word) || takeDependencyOption(word) || takeColor(word) ||
        takeBuildOption(word)) {
      continue;
    }
    if (word.starts_with("--")) {
      error_ = "unknown option '" + std::string(word) + "'";
    } else {
      options_.inputs.emplace_back(word);
    }
  }
  return error_.empty();
}

/// Of what is written.
bool checkForms(const Options &options, std::string &error) {
  const DependencyFile &file = options.dependencies;
  if (options.emitLlvm && options.emitSpirv) {
    error = "-emit-llvm and -emit-spirv exclude each other";
  } else if (options.emitSpirv && options.assembly) {
    error = "-emit-spirv has no text form (spirv-dis makes one): leave -S out";
  } else if (options.form() != Output::container && options.createLibrary) {
    error = "-S, -emit-llvm and -emit-spirv exclude -create-library";
  } else if (options.form() == Output::assembly && options.compileOnly) {
    error = "-S and -c exclude each other";
  } else if (!file.isWanted &&
             (!file.name.empty() || !file.targets.empty() || file.hasPhonyTargets)) {
    error = "-MF, -MT, -MQ and -MP need -MD or -MMD";
  } else if (file.isWanted && file.name.empty() && options.output == "-") {
    error = "-MD with the output on standard output needs -MF";
  } else if (file.isWanted && options.compileOnly && options.inputs.size() > 1 &&
             !file.name.empty()) {
    error = "-c with several inputs makes several files: -MF cannot name them";
  }
  return error.empty();
}

bool checkTogether(const Options &options, std::string &error) {
  if (options.inputs.empty()) {
    error = "no input file; --help says how clc is used";
  } else if (std::ranges::count(options.inputs, "-") > 1) {
    error = "standard input can be read once";
  } else if (options.compileOnly && options.createLibrary) {
    error = "-c and -create-library exclude each other";
  } else if (options.enableLinkOptions && !options.createLibrary) {
    error = "-enable-link-options needs -create-library";
  } else if (options.compileOnly && options.inputs.size() > 1 && !options.output.empty()) {
    error = "-c with several inputs makes several files: -o cannot name them";
  } else if (options.embedded && options.noEmbedded) {
    error = "--portable and --no-portable exclude each other";
  } else if (options.noIr && options.noEmbedded && (options.compileOnly || options.createLibrary)) {
    error = "objects and libraries have no code: --no-ir and --no-portable leave nothing";
  } else if (options.properties.contains("") && options.targets.size() != 1) {
    error = "--device-facts without a target's name needs one --target";
  } else if (!options.cpus.empty() && !options.properties.empty()) {
    error = "--cpu and --device-facts exclude each other";
  }
  return error.empty() && checkForms(options, error);
}

}  // namespace

std::string escapeForMake(std::string_view path) {
  std::string out;
  for (char c : path) {
    out += c == ' ' || c == '#' ? "\\" : c == '$' ? "$" : "";
    out += c;
  }
  return out;
}

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

std::optional<Options> parseOptions(Arguments arguments, std::string &error) {
  Options options;
  if (!Parser(arguments, options, error).parse()) {
    return std::nullopt;
  }
  if (!options.help && !options.version && !options.listTargets && !options.listDevices &&
      !checkTogether(options, error)) {
    return std::nullopt;
  }
  if (options.form() == Output::assembly && !options.namesDevices()) {
    options.devices = {"0"};
  }
  return options;
}

}  // namespace compiler::tools::clc
